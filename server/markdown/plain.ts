/**
 * The HTML of a text without Markdown, addresses, mentions or ticket numbers, as most messages are.
 * Null when the text needs the parser, or might need it.
 */
export function plainHtml(text: string): string | null {
  if (text.length > mostLength || !plain.test(text) || address.test(text)) return null;
  const paragraphs = text.replace(/^\n+|\n+$/g, "").split(/\n{2,}/);
  return paragraphs.map((lines) => `<p>${lines.replaceAll("\n", "<br />")}</p>`).join("\n");
}

/** Longer texts go to the parser, which cuts them into pieces. */
const mostLength = 2000;

const sign = String.raw`\p{L}\p{M}\p{N}.,;:?!'"()/%€$£+=’“”‘„«»…–—\-`;
/** Each line begins with a letter, a number that counts no list, or a quote, and ends in no space. */
const line = String.raw`(?!\d+[.)])[\p{L}\p{N}"'(“‘„«¿¡](?:[${sign} ]*[${sign}])?`;
const plain = new RegExp(String.raw`^\n*${line}(?:\n+${line})*\n*$`, "u");

const address = /www\.|:\/\//i;
