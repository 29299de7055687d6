import { grey, isRightToLeft, styleForMail } from "./message-html.ts";

/** Plain text, a title, a link on its own line, or a message as its author wrote it. */
export type Paragraph = string | { title: string } | { label: string; url: string } | WrittenText;

/** A message as its author typed it, and its HTML. */
export interface WrittenText {
  markdown: string;
  html: string;
}

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The same content as plain text and as HTML. */
export function writeMail(
  subject: string,
  paragraphs: readonly Paragraph[],
  /** About the mail itself, separate from the message. */
  foot: readonly Paragraph[] = [],
): MailText {
  const title = oneLine(subject);
  const [text, html] = [paragraphs.map(asText), paragraphs.map(asHtml)];
  if (foot.length > 0) {
    // Mail programs take this line for the start of a signature and leave the rest out of a reply.
    text.push(`-- \n${foot.map(asText).join("\n\n")}`);
    html.push(`<div style="${footStyle}">\n${foot.map(asHtml).join("\n")}\n</div>`);
  }
  return {
    subject: title,
    text: `${text.join("\n\n")}\n`,
    html: page(title, preview(paragraphs), html.join("\n")),
  };
}

const footStyle = `margin-top: 24px; border-top: 1px solid ${grey}; font-size: 13px`;

export const logoId = "desk-logo";

interface Sides {
  width: number;
  height: number;
}

/** The sender at the top: the logo, which is part of the mail, or the name. It is no link. */
export function withLetterhead(html: string, deskName: string, logo: Sides | null): string {
  const name = Bun.escapeHTML(oneLine(deskName));
  const head = logo
    ? `<p><img src="cid:${logoId}" alt="${name}" ${sidesWithin(logoRoom, logo)}></p>`
    : `<p style="font-weight: 600">${name}</p>`;
  return html.replace(letterhead, () => head);
}

const logoRoom: Sides = { width: 240, height: 40 };

/** As attributes, since Outlook ignores a maximum in a style. */
function sidesWithin(room: Sides, { width, height }: Sides): string {
  const scale = Math.min(1, room.width / width, room.height / height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return `width="${side(width)}" height="${side(height)}"`;
}

export const letterhead = "<!-- letterhead -->";

export function asText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return oneLine(paragraph);
  if ("title" in paragraph) return oneLine(paragraph.title);
  if ("markdown" in paragraph) return lines(paragraph.markdown);
  return `${oneLine(paragraph.label)}:\n${paragraph.url}`;
}

export function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return `<p>${Bun.escapeHTML(oneLine(paragraph))}</p>`;
  if ("title" in paragraph) {
    const title = oneLine(paragraph.title);
    return `<p${direction(title)} style="font-weight: 600">${Bun.escapeHTML(title)}</p>`;
  }
  if ("markdown" in paragraph) {
    const words = lines(paragraph.markdown);
    const html = styleForMail(paragraph.html, words);
    return `<div${direction(words)} style="margin: 16px 0">${html}</div>`;
  }
  const url = Bun.escapeHTML(paragraph.url);
  const label = Bun.escapeHTML(oneLine(paragraph.label));
  // The full address as well, for people to check and copy.
  return `<p><a href="${url}" style="font-weight: 600">${label}</a><br>
<span style="font-size: 13px; overflow-wrap: anywhere">${url}</span></p>`;
}

export function direction(words: string): string {
  return isRightToLeft(words) ? ' dir="rtl"' : "";
}

const previewLength = 140;

/** What a list of mails shows next to the subject, when a mail begins with a link. */
function preview([first, ...rest]: readonly Paragraph[]): string {
  return typeof first === "object" && "label" in first ? previewOf(rest) : "";
}

/** The first words of a mail's message, or else of its own text, hidden in the mail itself. */
export function previewOf(rest: readonly Paragraph[]): string {
  const said = rest.filter((paragraph) => typeof paragraph === "string" || "title" in paragraph);
  const written = rest.filter(
    (paragraph) => typeof paragraph === "object" && "markdown" in paragraph,
  );
  const words = (written.length > 0 ? written : said)
    .map((paragraph) => asHtml(paragraph).replaceAll(/<[^>]*>/g, " "))
    .join(" ")
    .split(/\s+/);
  let shown = "";
  for (const word of words) {
    if (shown.length + word.length >= previewLength) break;
    shown += `${word} `;
  }
  return `<div style="${hidden}">${shown.trim()}</div>\n`;
}

const hidden = "display: none; max-height: 0; overflow: hidden; mso-hide: all";

/** Without text colours, since mail programs have light and dark ones. Nothing is fetched. */
function page(title: string, preview: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
</head>
<body style="margin: 0; padding: 24px">
${preview}<div style="max-width: 560px; margin: 0 auto; font: 15px/1.5 'Segoe UI', system-ui, -apple-system, sans-serif; overflow-wrap: break-word">
${letterhead}
${body}
</div>
</body>
</html>
`;
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

/** A line break in a name must not add a line to the mail. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
