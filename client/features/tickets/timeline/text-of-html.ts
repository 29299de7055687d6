/** The plain text of a message for copying and quoting. A template runs nothing. */
export function textOfHtml(html: string): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  return textOf(template.content)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The text as a Markdown quote. */
export function quoteOf(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

const blocks = new Set("P DIV UL OL PRE BLOCKQUOTE TABLE H1 H2 H3 H4 H5 H6 HR".split(" "));

function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  const inside = [...node.childNodes].map(textOf).join("");
  if (!(node instanceof Element)) return inside;
  const { tagName } = node;
  if (tagName === "BR") return "\n";
  if (tagName === "LI") return `- ${inside.trim()}\n`;
  if (tagName === "TR") return `${inside.trim()}\n`;
  if (tagName === "TD" || tagName === "TH") return `${inside} `;
  if (tagName === "BLOCKQUOTE") return `\n\n${quoteOf(inside.trim())}\n\n`;
  return blocks.has(tagName) ? `\n\n${inside}\n\n` : inside;
}
