/** The beginning of a message as one line of plain text. */
export function firstWords(markdown: string, length: number): string {
  const line = (marks.test(markdown) ? withoutMarks(markdown) : markdown)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  // Not in the middle of a character, and rather between two words.
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return `${whole.replace(/(?<=.{20})\s\S*$/, "")}…`;
}

const marks = /[*_`~#>[\]!\\|+-]|\d[.)]/;

function withoutMarks(markdown: string): string {
  return markdown
    .replace(/^\s*(```|~~~).*$/gm, "")
    .replace(/^\s*([-*_]\s*){3,}$/gm, "")
    .replace(/^[\s>]*(#{1,6}\s+|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*(\)|$)/g, "$1")
    .replace(/(\*\*|__|~~|`+)(.*?)\1/g, "$2")
    .replace(/(^|[^\p{L}\p{N}\\])([*_])(?=\S)(.*?\S)\2(?![\p{L}\p{N}])/gu, "$1$3")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
