/** The record of an area that an address names: `/user/<id>`; null where it is the list's. */
export function recordIn(area: string, path: string): string | null {
  if (!path.startsWith(`${area}/`)) return null;
  const place = path.slice(area.length + 1).replace(/\/$/, "");
  return place === "" || place === "log" ? null : place.toLowerCase();
}
