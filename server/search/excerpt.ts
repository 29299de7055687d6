/** The beginning of a message as one line of plain text, for rows of lists. */
export function excerptOf(markdown: string, length: number): string {
  const text = anyMark.test(markdown) ? withoutMarks(markdown) : markdown;
  const begins = inOneLine(text.slice(0, 2 * length));
  const line = begins.length > length ? begins : inOneLine(text);
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  // Not in the middle of a character, and if possible between words.
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1);
  const lastSpace = whole.lastIndexOf(" ");
  return `${lastSpace < 20 ? whole : whole.slice(0, lastSpace)}…`;
}

function inOneLine(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ").trim();
}

const anyMark = /[*_`~#>[\\+-]|\d[.)]/;

/** Each kind of mark, with the character it always contains. */
const marks: readonly { sign: RegExp; mark: RegExp; left: string }[] = [
  { sign: /```|~~~/, mark: /^\s*(```|~~~).*$/gm, left: "" },
  { sign: /(?:^|[\n\r])\s*[-*_]/, mark: /^\s*([-*_]\s*){3,}$/gm, left: "" },
  {
    sign: /(?:^|[\n\r])\s*(?:[>#*+-]|\d)/,
    mark: /^[\s>]*(#{1,6}\s+|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/gm,
    left: "",
  },
  { sign: /\[/, mark: /!?\[([^\]]*)\]\([^)]*(\)|$)/g, left: "$1" },
  { sign: /[*_~`]/, mark: /(?<!\\)(\*\*|__|~~|`+)(.*?)(?<!\\)\1/g, left: "$2" },
  {
    sign: /[*_]/,
    mark: /(^|[^\p{L}\p{N}\\])([*_])(?=\S)(.*?\S)\2(?![\p{L}\p{N}])/gu,
    left: "$1$3",
  },
  { sign: /\\/, mark: /\\([!-/:-@[-`{-~])/g, left: "$1" },
];

function withoutMarks(markdown: string): string {
  let text = markdown;
  for (const { sign, mark, left } of marks) if (sign.test(text)) text = text.replace(mark, left);
  return text;
}
