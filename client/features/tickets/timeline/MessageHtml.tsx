import { ChevronRight } from "lucide-react";
import { useMemo } from "react";

/** The words of a message, as the server made them from Markdown. */
export function MessageHtml({ html }: { html: string }) {
  const segments = useMemo(() => foldQuotes(html), [html]);
  return segments.map((segment, index) =>
    segment.quoted ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <details key={index} className="group/quote my-1">
        <summary className="inline-flex cursor-pointer select-none items-center gap-1 rounded-sm text-muted-foreground text-xs [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-3.5 group-open/quote:rotate-90" />
          Quoted text
        </summary>
        <Html html={segment.html} />
      </details>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <Html key={index} html={segment.html} />
    ),
  );
}

/**
 * The one place where HTML is taken as it comes: the server made it from Markdown and let only a
 * short list of elements through, and the page's policy lets no script run that is not the desk's.
 */
function Html({ html }: { html: string }) {
  return (
    <div
      ref={reachWhatScrolls}
      dir="auto"
      className="message-text"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Code that is wider than its place is scrolled by keyboard too; what fits is no stop. */
function reachWhatScrolls(text: HTMLElement | null): (() => void) | undefined {
  const blocks = [...(text?.querySelectorAll("pre") ?? [])];
  if (blocks.length === 0) return undefined;
  const watch = new ResizeObserver(() => {
    for (const block of blocks) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
      else block.removeAttribute("tabindex");
    }
  });
  for (const block of blocks) watch.observe(block);
  return () => watch.disconnect();
}

interface Segment {
  html: string;
  /** What was said before, and is folded away. */
  quoted: boolean;
}

/** Longer quotes than this are mail that was answered below or above, not a line that was picked. */
const foldedFrom = 160;

/** Cuts the HTML of a message where it quotes at length. Nothing in a template runs or loads. */
function foldQuotes(html: string): Segment[] {
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
