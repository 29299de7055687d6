/** By what a content is found: its hash in hexadecimal, and which keeping of those bytes it is. */
export interface ContentKey {
  sha256: string;
  id: string;
}

/** `ab/cd/abcd…-<id>`: the same bytes, kept again after they were removed, are another file. */
export function pathOfContent({ sha256, id }: ContentKey): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-${id}`;
}
