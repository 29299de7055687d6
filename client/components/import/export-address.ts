/** The export's address with the list's filters and sort order. */
export function exportAddress(
  list: "users" | "companies" | "tickets",
  query: Record<string, string | boolean | null | undefined>,
): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") said.set(name, String(value));
  }
  return `/node/exports/${list}?${said}`;
}
