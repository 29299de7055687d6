/**
 * As names are looked for, whatever their case, their accents, and letters for which others have no key; the
 * database's own folded() says the same.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øłđðħŧıßæœþς]/g, (letter) => plain[letter] ?? letter);
}

const plain: Record<string, string> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ς: "σ" },
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
};
