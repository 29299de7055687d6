/** The record in an address such as `/user/<id>`; null for the list itself. */
export function recordIn(area: string, path: string): string | null {
  if (!path.startsWith(`${area}/`)) return null;
  const place = path.slice(area.length + 1).replace(/\/$/, "");
  return place === "" || place === "log" ? null : place.toLowerCase();
}
