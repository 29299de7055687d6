import { type ChildNode, type Document, hasChildren, isTag, isText } from "domhandler";
import EmailReplyParser from "email-reply-parser";
import { DomUtils } from "htmlparser2";
import { textOfHtml } from "./html.ts";

/**
 * Separates what the author wrote from the mail they answer. Where the author writes anything below the
 * first quoted line, nothing is separated: an answer must never be hidden.
 */

/** At the top of our own mails. */
const separator = "Write your reply above this line";

/** Fewer characters are no answer of their own. */
const shortest = 2;

const reply = new EmailReplyParser();

interface SplitText {
  text: string;
  rest: string | null;
}

export function splitText(whole: string): SplitText {
  const text = whole.replace(/\r\n?/g, "\n").trim();
  const all = { text, rest: null };
  const lines = text.split("\n");
  const quote = quoteAtSeparator(lines) ?? quoteByPackage(text, lines);
  if (!quote) return cutSignature(text);
  const kept = lines.slice(0, quote.start).join("\n").trim();
  if (quote.isAnsweredBelow || kept.length < shortest) return all;
  return { text: kept, rest: lines.slice(quote.start).join("\n").trim() };
}

interface TextQuote {
  /** Its first line. */
  start: number;
  isAnsweredBelow: boolean;
}

function quoteAtSeparator(lines: readonly string[]): TextQuote | null {
  const marked = lines.findIndex((line) => line.includes(separator));
  if (marked < 0) return null;
  // Where the mail program does not mark what it quotes, this cannot be known.
  const isMarked = isQuoted(lines[marked] ?? "");
  const isAnsweredBelow = isMarked && hasOwnWords(lines.slice(marked + 1));
  return { start: attributionBefore(lines, marked), isAnsweredBelow };
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line);
}

function hasOwnWords(lines: readonly string[]): boolean {
  const at = lines.findLastIndex(isSignatureMark);
  const own = at < 0 || lines.length - at > longestSignature ? lines : lines.slice(0, at);
  return own.some((line) => line.trim() !== "" && !isQuoted(line));
}

/** "Support wrote:" above our separator belongs to the quote. */
function attributionBefore(lines: readonly string[], marked: number): number {
  let start = marked;
  while (start > 0 && /^\s*>?\s*$/.test(lines[start - 1] ?? "")) start -= 1;
  const isAttribution = start > 0 && /[:：]\s*$/.test(lines[start - 1] ?? "");
  return isAttribution ? start - 1 : start;
}

/** By the rules of the package. */
function quoteByPackage(text: string, lines: readonly string[]): TextQuote | null {
  const fragments = reply
    .read(text)
    .getFragments()
    .map((fragment) => ({ content: fragment.getContent(), isQuote: fragment.isQuoted() }))
    // The package takes Outlook's line of underscores for a signature.
    .map(({ content, isQuote }) => ({ content, isQuote: isQuote || isOutlookRule(content) }));
  const first = fragments.findIndex(({ isQuote }) => isQuote);
  if (first < 0) return null;
  const content = fragments[first]?.content ?? "";
  const start = lineOf(content, lines);
  if (start === null || isAuthorsOwnFrom(lines, start)) return null;
  const isAnsweredBelow = fragments
    .slice(first + 1)
    .some(({ content, isQuote }) => !isQuote && content.trim() !== "" && !isSignature(content));
  return { start, isAnsweredBelow };
}

function isOutlookRule(content: string): boolean {
  return /^_{10,}\s*\n\s*\S+:\s/.test(content);
}

/** The package counts blank lines and wrapped lines in its own way: the quote is found by its words. */
function lineOf(content: string, lines: readonly string[]): number | null {
  const [first = ""] = content.split("\n");
  const wanted = first.replace(/\s+/g, " ").trim();
  const at = (index: number) => (lines[index] ?? "").replace(/\s+/g, " ").trim();
  const found = lines.findIndex((_, index) => {
    const [line, next] = [at(index), at(index + 1)];
    if (line === "") return false;
    return line === wanted || (next !== "" && wanted.startsWith(`${line} ${next}`));
  });
  return found < 0 ? null : found;
}

const fromLine = /^\s*\*?(from|von|de|van|da)\s?:/i;
const otherHeader =
  /^\s*\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|inviato|data|a|oggetto|verzonden|aan|onderwerp)\*?\s?:/iu;

/** "From: Ben <ben@…>" alone is no header of a quoted mail: the author may write of Ben. */
function isAuthorsOwnFrom(lines: readonly string[], start: number): boolean {
  if (!fromLine.test(lines[start] ?? "")) return false;
  const next = lines.slice(start + 1).filter((line) => line.trim() !== "");
  return !next.slice(0, 4).some((line) => otherHeader.test(line));
}

/** The package knows many signatures; below a quote, text after any other one may be an answer. */
function isSignature(content: string): boolean {
  const [first = "", ...others] = content.trim().split("\n");
  return isSignatureMark(first) && others.length < longestSignature;
}

function isSignatureMark(line: string): boolean {
  return line === "-- " || line === "--";
}

const longestSignature = 12;

/** A signature begins at a line that is "-- ", and is short. */
function cutSignature(text: string): SplitText {
  const lines = text.split("\n");
  const at = lines.findLastIndex(isSignatureMark);
  const kept = lines.slice(0, Math.max(at, 0)).join("\n").trim();
  const isWhole = at < 1 || lines.length - at > longestSignature || kept.length < shortest;
  if (isWhole) return { text, rest: null };
  return { text: kept, rest: lines.slice(at).join("\n").trim() };
}

/** Splits the document in place: what is quoted is removed from it and returned. */
export function splitHtml(document: Document): ChildNode[] {
  const start = firstQuote(document);
  if (!start || isAnsweredBelow(start)) return [];
  const before = textOfHtml(nodesBefore(document, start.node));
  if (before.length < shortest) return [];
  return removeFrom(start.node);
}

type QuoteKind =
  /** The quote is an element, and the author can write after it. */
  | "container"
  /** A header of the quoted mail: everything below it is quoted. */
  | "header";

interface Quote {
  node: ChildNode;
  kind: QuoteKind;
}

function firstQuote(document: Document): Quote | null {
  let found: Quote | null = null;
  const walk = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (found) return;
      const kind = kindOf(node);
      if (kind) found = within(node, kind);
      else if (hasChildren(node)) walk(node.children as ChildNode[]);
    }
  };
  walk(document.children);
  return found;
}

/** Our separator within a bare blockquote makes that the quote: the author can write after it. */
function within(node: ChildNode, kind: QuoteKind): Quote {
  let outermost: ChildNode | null = null;
  for (let at = node.parent; at && isTag(at); at = at.parent) {
    if (at.name === "blockquote") outermost = at;
  }
  return outermost ? { node: outermost, kind: "container" } : { node, kind };
}

function kindOf(node: ChildNode): QuoteKind | null {
  if (isText(node)) return node.data.includes(separator) ? "header" : null;
  if (!isTag(node)) return null;
  const { id = "", class: names = "", style = "", type = "" } = node.attribs;
  if (/(^|x_)(divRplyFwdMsg|appendonsend)$/.test(id)) return "header";
  if (/(^|\s)(x_)?OutlookMessageHeader(\s|$)/.test(names)) return "header";
  // Outlook draws a line above the header of the mail that it quotes.
  if (node.name === "div" && isOutlookLine(style) && /:/.test(textOfHtml([node]))) return "header";
  if (quoteClass.test(names)) return "container";
  return node.name === "blockquote" && type.toLowerCase() === "cite" ? "container" : null;
}

const quoteClass =
  /(^|\s)(x_)?(gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|moz-cite-prefix|zmail_extra|tutanota_quote)(\s|$)/;

function isOutlookLine(style: string): boolean {
  const plain = style.replace(/\s+/g, " ").toLowerCase();
  return /border: ?none/.test(plain) && /border-top: ?solid #(e1e1e1|b5c4df) 1(\.0)?pt/.test(plain);
}

const notWritten =
  /(^|\s)(gmail_attr|moz-cite-prefix|gmail_signature|moz-signature|protonmail_signature_block|yahoo_quoted|ydp\w*signature)(\s|$)/;

/** Whether words of the author follow the quote. Below a header this cannot be known. */
function isAnsweredBelow({ node, kind }: Quote): boolean {
  if (kind === "header") return false;
  const hasQuote = isTag(node) && DomUtils.getElementsByTagName("blockquote", node).length;
  const within =
    isTag(node) && node.name !== "blockquote" && hasQuote
      ? afterFirstBlockquote(node.children)
      : [];
  return textOfHtml(withoutQuotes([...within, ...nodesAfter(node)])).trim() !== "";
}

/** The attribution stands before the first blockquote of the container. */
function afterFirstBlockquote(nodes: readonly ChildNode[]): ChildNode[] {
  const at = nodes.findIndex(
    (node) =>
      isTag(node) &&
      (node.name === "blockquote" ||
        DomUtils.getElementsByTagName("blockquote", node.children).length > 0),
  );
  const first = nodes[at];
  if (!first || !isTag(first)) return [];
  const inner = first.name === "blockquote" ? [] : afterFirstBlockquote(first.children);
  return [...inner, ...nodes.slice(at + 1)];
}

function withoutQuotes(nodes: readonly ChildNode[]): ChildNode[] {
  return nodes.flatMap((node): ChildNode[] => {
    if (!isTag(node)) return [node];
    if (node.name === "blockquote" || notWritten.test(node.attribs.class ?? "")) return [];
    if (/(^|\s)(gmail_quote|gmail_quote_container)(\s|$)/.test(node.attribs.class ?? "")) {
      return withoutQuotes(afterFirstBlockquote(node.children));
    }
    return withoutQuotes(node.children);
  });
}

/** Later siblings of the node and of what it is in, in order. */
function nodesAfter(node: ChildNode): ChildNode[] {
  const after: ChildNode[] = [];
  for (let at: ChildNode | null = node; at; at = at.parent as ChildNode | null) {
    for (let next = at.next as ChildNode | null; next; next = next.next as ChildNode | null) {
      after.push(next);
    }
  }
  return after;
}

function nodesBefore(document: Document, node: ChildNode): ChildNode[] {
  const before: ChildNode[] = [];
  for (let at: ChildNode | null = node; at && at !== (document as unknown); ) {
    const level: ChildNode[] = [];
    for (let previous = at.prev as ChildNode | null; previous; ) {
      level.unshift(previous);
      previous = previous.prev as ChildNode | null;
    }
    before.unshift(...level);
    at = at.parent as ChildNode | null;
  }
  return before;
}

function removeFrom(node: ChildNode): ChildNode[] {
  const rest = [node, ...nodesAfter(node)];
  for (const each of rest) DomUtils.removeElement(each);
  return rest;
}
