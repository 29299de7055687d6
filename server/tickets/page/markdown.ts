import { Marked } from "marked";
import sanitizeHtml from "sanitize-html";
import { cutPieces, type Piece } from "./markdown-pieces.ts";
import { plainHtml } from "./plain-html.ts";

export interface MarkdownReader {
  /** For staff a ticket's number is a link to it. */
  isStaff: boolean;
  /** Full names of those whose `@Name` is a mention. */
  mentions?: readonly string[];
}

/** Counts up when the same Markdown comes out as other HTML: part of what it is kept under. */
export const markdownVersion = 1;

/** The HTML of a message, fit to be shown: nothing in it runs, and nothing is loaded from elsewhere. */
export function renderMarkdown(markdown: string, reader: MarkdownReader): string {
  return plainHtml(markdown) ?? renderParsed(markdown, reader);
}

/** The same for any text. */
export function renderParsed(markdown: string, reader: MarkdownReader): string {
  current = { ...reader, mention: mentionPattern(reader.mentions ?? []), linkDepth: 0 };
  return cutPieces(markdown).map(renderPiece).join("").trim();
}

interface Rendering extends MarkdownReader {
  mention: RegExp | null;
  linkDepth: number;
}

// Rendering is synchronous, so that one at a time is under way.
let current: Rendering = { isStaff: false, mention: null, linkDepth: 0 };

/** What is not Markdown holds no tags but these, and is long: it needs no second look. */
function renderPiece({ kind, text }: Piece): string {
  if (kind === "code") return `<pre><code>${escaped(text)}</code></pre>`;
  if (kind === "markdown") {
    try {
      return sanitizeHtml(marked.parse(text, { async: false }), safe);
    } catch {
      // Nested deeper than the stack is: shown as it was typed.
      current.linkDepth = 0;
    }
  }
  return `<p>${escaped(text).replaceAll("\n", "<br />")}</p>`;
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // What looks like HTML is what somebody typed, and is shown as that.
    html: ({ raw }) => escaped(raw),
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    link({ href, tokens }) {
      current.linkDepth += 1;
      const text = this.parser.parseInline(tokens);
      current.linkDepth -= 1;
      return link(href, text);
    },
    image: ({ href, text }) => link(href, escaped(text || href)),
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
      return current.linkDepth > 0 ? escaped(token.text) : withReferences(token.text);
    },
  },
});

function link(href: string, text: string): string {
  if (current.linkDepth > 0) return text;
  return isSafeAddress(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
}

/** An address that leads elsewhere in full: others would lead into the desk itself. */
function isSafeAddress(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href);
}

/** Numbers of tickets and mentions in what is plain text otherwise. */
function withReferences(text: string): string {
  const { mention, isStaff } = current;
  let html = escaped(text);
  if (mention) html = html.replace(mention, '<span class="mention">$&</span>');
  if (!isStaff) return html;
  return html.replace(ticketNumber, '<a href="/ticket/$1">#$1</a>');
}

// Not within a word, an address or an escaped sign such as &#39;.
const ticketNumber = /(?<![\p{L}\p{N}&#/_-])#([1-9]\d{0,11})(?![\p{L}\p{N}_-])/gu;

/** The longest name first: there may be an Ana beside an Ana Maria. */
function mentionPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = [...new Set(names)].sort((one, other) => other.length - one.length);
  const any = longestFirst.map((name) => RegExp.escape(escaped(name))).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])@(?:${any})(?![\\p{L}\\p{N}])`, "gu");
}

function escaped(text: string): string {
  return Bun.escapeHTML(text);
}

/** The second lock: whatever came out above, only this leaves. */
const safe: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "hr", "h3", "h4", "h5", "h6", "strong", "em", "del", "a", "span"],
    ...["ul", "ol", "li", "blockquote", "pre", "code"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "rel", "target"],
    ol: ["start"],
    th: ["align"],
    td: ["align"],
    span: ["class"],
    blockquote: ["class"],
  },
  allowedClasses: { span: ["mention"], blockquote: ["quoted"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }),
    blockquote: (tagName) => ({ tagName, attribs: { class: "quoted" } }),
  },
};

function linkAttributes(href: string | undefined): Record<string, string> {
  if (href === undefined) return {};
  if (/^\/ticket\/\d+$/.test(href)) return { href };
  return { href, rel: "noopener noreferrer nofollow", target: "_blank" };
}
