interface Segment {
  html: string;
  /** What was said before, and is folded away. */
  quoted: boolean;
}

/** Longer quotes than this are mail that was answered below or above, not a line that was picked. */
const foldedFrom = 160;

/** Cuts the HTML of a message where it quotes at length. Nothing in a template runs or loads. */
export function foldQuotes(html: string): Segment[] {
  if (!html.includes("<blockquote")) return [{ html, quoted: false }];
  const template = document.createElement("template");
  template.innerHTML = html;
  const segments: Segment[] = [];
  for (const node of template.content.childNodes) {
    const isElement = node instanceof Element;
    const piece = isElement ? node.outerHTML : escapeText(node.textContent ?? "");
    const quoted =
      isElement &&
      node.tagName === "BLOCKQUOTE" &&
      (node.textContent ?? "").trim().length >= foldedFrom;
    const last = segments.at(-1);
    if (last && last.quoted === quoted) last.html += piece;
    else segments.push({ html: piece, quoted });
  }
  return segments.filter(({ html, quoted }) => quoted || html.trim() !== "");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
