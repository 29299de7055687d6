/**
 * The HTML of a text in which nothing can be Markdown, an address, a mention or a ticket's number:
 * most messages are such, and parsing them is the largest cost of a ticket's page. Null: it must be
 * parsed. What is not certain here is left to the parser.
 */
export function plainHtml(text: string): string | null {
  if (text.length > mostLength || !plain.test(text) || address.test(text)) return null;
  const paragraphs = text.replace(/^\n+|\n+$/g, "").split(/\n{2,}/);
  return paragraphs.map((lines) => `<p>${lines.replaceAll("\n", "<br />")}</p>`).join("\n");
}

/** Longer ones are cut into pieces first. */
const mostLength = 2000;

const sign = String.raw`\p{L}\p{M}\p{N}.,;:?!'"()/%€$£+=’“”‘„«»…–—\-`;
/** Each line begins with a letter, a number that counts no list, or a quote, and ends in no space. */
const line = String.raw`(?!\d+[.)])[\p{L}\p{N}"'(“‘„«¿¡](?:[${sign} ]*[${sign}])?`;
const plain = new RegExp(String.raw`^\n*${line}(?:\n+${line})*\n*$`, "u");

const address = /www\.|:\/\//i;
