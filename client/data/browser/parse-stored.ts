/** What was kept in the browser as JSON; null where that is nothing, or nothing that can be read any more. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
