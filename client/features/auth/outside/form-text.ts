/**
 * What a field of a form holds now. Read at the moment of sending: what a password manager fills in
 * does not always tell React.
 */
export function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
