/** Those zones whose name holds every word, such as `buenos` or `europe ber`. */
export function findTimeZones(text: string, chosen: string | null): string[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return allTimeZones(chosen).filter((zone) => {
    const name = fold(zoneName(zone));
    return words.every((word) => name.includes(word));
  });
}

/** `America/Argentina/Buenos Aires` */
export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** What the browser lists, and what it knows without listing it. */
function allTimeZones(chosen: string | null): string[] {
  const listed = Intl.supportedValuesOf("timeZone");
  const more = ["UTC", ...(chosen ? [chosen] : [])].filter((zone) => !listed.includes(zone));
  return [...new Set([...listed, ...more])].sort();
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll("/", " ");
}
