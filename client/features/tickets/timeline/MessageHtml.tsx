import { ChevronRight } from "lucide-react";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";

interface MessageHtmlProps {
  html: string;
  /** It came as HTML: its quotes were separated by the server, and its tables have no lines. */
  isMail?: boolean;
  /** Where images on other servers are fetched; without it they are not shown. */
  images?: string | null;
}

/** The text of a message as the server rendered it, from Markdown or from a mail. */
export function MessageHtml({ html, isMail = false, images = null }: MessageHtmlProps) {
  const segments = useMemo(
    () => (isMail ? [{ html, quoted: false }] : foldQuotes(html)),
    [html, isMail],
  );
  return segments.map((segment, index) =>
    segment.quoted ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <details key={index} className="group/quote my-1">
        <summary className="inline-flex cursor-pointer select-none items-center gap-1 rounded-sm text-muted-foreground text-xs [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-3.5 group-open/quote:rotate-90" />
          Quoted text
        </summary>
        <Html html={segment.html} isMail={isMail} images={images} />
      </details>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <Html key={index} html={segment.html} isMail={isMail} images={images} />
    ),
  );
}

/**
 * The only place that inserts HTML: the server lets only a list of elements and styles through, and the
 * page's CSP runs no foreign script.
 */
function Html({ html, isMail, images }: Required<MessageHtmlProps>) {
  const shown = useRef<HTMLElement>(null);
  const ref = useCallback((text: HTMLElement | null) => {
    shown.current = text;
    return makeScrollableFocusable(text);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has elements of its own.
  useLayoutEffect(() => {
    if (isMail) applyStyles(shown.current);
    if (images) showImages(shown.current, images);
  }, [html, isMail, images]);
  return (
    <div
      ref={ref}
      dir="auto"
      className={isMail ? "message-text mail-text" : "message-text"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The server names the few allowed styles of a mail, since the page's CSP allows no style attributes. */
function applyStyles(text: HTMLElement | null): void {
  for (const element of text?.querySelectorAll<HTMLElement>("[data-style]") ?? []) {
    element.style.cssText = element.dataset.style ?? "";
  }
}

/** By their place: the server knows their addresses. */
function showImages(text: HTMLElement | null, from: string): void {
  const places = text?.querySelectorAll<HTMLElement>("[data-image]") ?? [];
  for (const [position, place] of places.entries()) {
    const image = document.createElement("img");
    image.src = `${from}/${position}`;
    image.alt = place.textContent ?? "";
    place.replaceChildren(image);
  }
}

/** Makes code blocks that scroll focusable, so that keys can scroll them. */
function makeScrollableFocusable(text: HTMLElement | null): (() => void) | undefined {
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
  /** A long quote, which is folded. */
  quoted: boolean;
}

/** Longer quotes are a quoted email, not a selected line. */
const foldedFrom = 160;

/** Splits the HTML at long quotes. A template neither runs nor loads anything. */
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
