/** The key of a stored content: its hash in hexadecimal, and an id for this copy of the bytes. */
export interface ContentKey {
  sha256: string;
  id: string;
}

/** `ab/cd/abcd…-<id>`: the same bytes, stored again after their removal, are another file. */
export function pathOfContent({ sha256, id }: ContentKey): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-${id}`;
}
