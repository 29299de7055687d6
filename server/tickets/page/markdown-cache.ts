import { type MarkdownReader, markdownVersion, renderMarkdown } from "./markdown.ts";

/** In characters of HTML, for the whole server. */
const mostKept = 4_000_000;

/**
 * The HTML of messages that were shown lately: a text never changes once it is written, so its id
 * stands for it. The one that was asked for longest ago goes first.
 */
export function createMarkdownCache(most: number) {
  const kept = new Map<string, string>();
  let size = 0;

  function keep(key: string, html: string): void {
    kept.set(key, html);
    size += html.length;
    for (const [oldest, dropped] of kept) {
      if (size <= most) break;
      kept.delete(oldest);
      size -= dropped.length;
    }
  }

  return function render(messageId: string, body: string, reader: MarkdownReader): string {
    const { isStaff, mentions = [] } = reader;
    const key = JSON.stringify([messageId, markdownVersion, isStaff, mentions]);
    const known = kept.get(key);
    if (known === undefined) {
      const html = renderMarkdown(body, reader);
      keep(key, html);
      return html;
    }
    kept.delete(key);
    kept.set(key, known);
    return known;
  };
}

export const renderMessage = createMarkdownCache(mostKept);
