import sanitizeHtml from "sanitize-html";
import { plainHtml } from "./plain.ts";

/** Counts up when the same Markdown renders to different HTML: stored HTML of earlier versions is not used. */
export const rendererVersion = 1;

/** Processor time that one text may take. What comes after it is shown as plain text. */
const budgetMs = 40;

/**
 * The HTML of a message for staff. It runs nothing and loads nothing. `mentions` are the full names
 * of the people whose `@Name` is a mention.
 */
export function renderMarkdown(markdown: string, mentions: readonly string[] = []): string {
  return plainHtml(markdown) ?? renderParsed(markdown, mentions);
}

/** The same HTML as a customer reads it: a ticket's number is no link. */
export function withoutTicketLinks(html: string): string {
  return html.replace(/<a href="\/ticket\/\d+">(#\d+)<\/a>/g, "$1");
}

/** The parser's own result, without the shortcut for plain sentences. */
export function renderParsed(
  markdown: string,
  mentions: readonly string[] = [],
  budget: number = budgetMs,
): string {
  const mention = mentionPattern(mentions);
  const started = process.threadCpuUsage();
  return cutPieces(markdown)
    .map((piece) => (spentSince(started) < budget ? renderPiece(piece, mention) : asTyped(piece)))
    .join("")
    .trim();
}

/** Measures this thread only, not what other requests use. */
function spentSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}

function renderPiece(piece: Piece, mention: RegExp | null): string {
  if (piece.kind !== "markdown") return asTyped(piece);
  const parsed = Bun.markdown.render(piece.text, elements, { autolinks: true });
  const html = parsed.replaceAll("\n", "<br />").replaceAll(newline, "\n");
  return sanitizeHtml(withReferences(html, mention), safe);
}

function asTyped({ kind, text }: Piece): string {
  if (kind === "code") return `<pre><code>${escaped(text)}</code></pre>`;
  return `<p>${escaped(text.trim()).replaceAll("\n", "<br />")}</p>`;
}

/**
 * The parser writes each line break within a paragraph as a line feed of its own, which becomes a
 * <br>. All other line feeds are written as NUL until then: the parser lets none of the text through.
 */
const newline = "\0";

const elements: Parameters<typeof Bun.markdown.render>[1] = {
  // HTML is shown as it was typed.
  text: (text) => escaped(text).replaceAll("\n", newline),
  html: (typed) => typed,
  paragraph: (html) => `<p>${html}</p>${newline}`,
  heading(html, { level }) {
    const tag = `h${Math.min(level + 2, 6)}`;
    return `<${tag}>${html}</${tag}>${newline}`;
  },
  blockquote: (html) => `<blockquote>${newline}${html}</blockquote>${newline}`,
  code: (html) => `<pre><code>${html}</code></pre>${newline}`,
  list(html, { ordered, start = 1 }) {
    if (!ordered) return `<ul>${newline}${html}</ul>${newline}`;
    return `<ol${start === 1 ? "" : ` start="${start}"`}>${newline}${html}</ol>${newline}`;
  },
  listItem(html, { checked }) {
    const box = checked === undefined ? "" : checked ? "☑ " : "☐ ";
    return `<li>${box}${html}</li>${newline}`;
  },
  hr: () => `<hr />${newline}`,
  table: (html) => `<table>${newline}${html}</table>${newline}`,
  thead: (html) => `<thead>${newline}${html}</thead>${newline}`,
  tbody: (html) => `<tbody>${newline}${html}</tbody>${newline}`,
  tr: (html) => `<tr>${newline}${html}</tr>${newline}`,
  th: (html, cell) => `<th${alignment(cell)}>${html}</th>${newline}`,
  td: (html, cell) => `<td${alignment(cell)}>${html}</td>${newline}`,
  strong: (html) => `<strong>${html}</strong>`,
  emphasis: (html) => `<em>${html}</em>`,
  strikethrough: (html) => `<del>${html}</del>`,
  codespan: (html) => `<code>${html}</code>`,
  link: (html, { href }) => link(fullAddress(href, html), html),
  image: (alt, { src }) => link(src, alt || escaped(src)),
};

function alignment(cell: { align?: string } | undefined): string {
  return cell?.align ? ` align="${cell.align}"` : "";
}

/** The address of a link that the parser made of text without a scheme: `www.acme.test`, `ana@acme.test`. */
function fullAddress(href: string, html: string): string {
  if (html !== escaped(href)) return href;
  if (/^www\./i.test(href)) return `http://${href}`;
  return /^[^@:/\s]+@[^@:/\s]+$/.test(href) ? `mailto:${href}` : href;
}

function link(href: string, html: string): string {
  if (!isSafeAddress(href)) return html;
  return `<a href="${escaped(href)}">${html.replace(/<\/?a\b[^>]*>/g, "")}</a>`;
}

/** Only full addresses: others would lead into the desk itself. */
function isSafeAddress(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href) && URL.canParse(href);
}

/** Marks mentions and links numbers of tickets, except within links and code. */
function withReferences(html: string, mention: RegExp | null): string {
  if (!html.includes("#") && (mention === null || !html.includes("@"))) return html;
  let depth = 0;
  return html.replace(/<(\/?)(\w+)[^>]*>|[^<]+/g, (part, slash: string, tag?: string) => {
    if (tag === undefined) return depth === 0 ? markReferences(part, mention) : part;
    if (tag === "a" || tag === "code") depth += slash === "" ? 1 : -1;
    return part;
  });
}

function markReferences(text: string, mention: RegExp | null): string {
  const named = mention ? text.replace(mention, '<span class="mention">$&</span>') : text;
  return named.replace(ticketNumber, '<a href="/ticket/$1">#$1</a>');
}

// Not within a word, an address or an escaped sign such as &#39;.
const ticketNumber = /(?<![\p{L}\p{N}&#/_-])#([1-9]\d{0,11})(?![\p{L}\p{N}_-])/gu;

/** The longest name first: there may be an Ana next to an Ana Maria. */
function mentionPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = [...new Set(names)].sort((one, other) => other.length - one.length);
  const any = longestFirst.map((name) => RegExp.escape(escaped(name))).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])@(?:${any})(?![\\p{L}\\p{N}])`, "gu");
}

function escaped(text: string): string {
  return Bun.escapeHTML(text);
}

/** Whatever the code above produced, only this leaves. */
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

/** A part of a text that is rendered alone. */
interface Piece {
  kind: "markdown" | "plain" | "code";
  text: string;
}

/**
 * Nested marks cost the square of their depth, so a long text is cut between its paragraphs, or
 * between lines where one paragraph is too long. A line that is too long stays plain.
 */
export function cutPieces(text: string): Piece[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const pieces: Piece[] = [];
  let piece: string[] = [];
  let length = 0;

  const cut = () => {
    if (piece.some((line) => line.trim() !== "")) {
      pieces.push({ kind: "markdown", text: piece.join("\n") });
    }
    piece = [];
    length = 0;
  };
  const add = (line: string) => {
    piece.push(line);
    length += line.length + 1;
  };

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = fenceAt(lines, at);
    if (fence) {
      const { end, inner } = fence;
      if (length + inner.length > pieceLength) cut();
      if (inner.length > pieceLength) pieces.push({ kind: "code", text: inner });
      else for (const fenced of lines.slice(at, end)) add(fenced);
      at = end - 1;
    } else if (line.length > pieceLength) {
      cut();
      pieces.push({ kind: "plain", text: line });
    } else {
      // Prefer a cut between two paragraphs.
      const isBlank = line.trim() === "";
      if (length + line.length > pieceLength || (isBlank && length > pieceLength / 2)) cut();
      add(shallow(line));
    }
  }
  cut();
  return pieces;
}

const pieceLength = 4000;

/** The fenced code that begins in this line: where it ends, and what is inside. */
function fenceAt(lines: readonly string[], at: number): { end: number; inner: string } | null {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(lines[at] ?? "")?.[1];
  if (!mark || (mark.startsWith("`") && lines[at]?.trim().slice(mark.length).includes("`"))) {
    return null;
  }
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? "", mark)) end += 1;
  return { end: Math.min(end + 1, lines.length), inner: lines.slice(at + 1, end).join("\n") };
}

function closes(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return trimmed.startsWith(mark) && trimmed === mark.charAt(0).repeat(trimmed.length);
}

/** Quotes in quotes in lists, up to eight. Deeper marks are shown as they were typed. */
function shallow(line: string): string {
  const [, indent = "", rest = ""] = /^([ \t]*)(.*)$/.exec(line) ?? [];
  const marks = deepMarks.exec(rest)?.[0];
  const cut = marks === undefined ? rest : `${marks}\\${rest.slice(marks.length)}`;
  return `${indent.slice(0, 24)}${cut}`;
}

const deepMarks = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){8}(?=[>*+\-\d])/;
