/** By its first letter, as `dir="auto"` has it, which not every mail program knows. */
export function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter !== undefined && hasRightToLeft(letter);
}

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** A name within a line of ours, which stands where it is told of, whatever is beside it. */
export function isolated(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
