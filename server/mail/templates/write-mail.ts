import { grey, renderMailMarkdown } from "../message-html.ts";

/** A paragraph of words, a link on a line of its own, or what somebody wrote, as they wrote it. */
export type Paragraph = string | { label: string; url: string } | { markdown: string };

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The same words as plain text and as HTML, for programs of either kind. */
export function writeMail(
  subject: string,
  paragraphs: readonly Paragraph[],
  /** Said of the mail itself, apart from what somebody wrote. */
  foot: readonly Paragraph[] = [],
): MailText {
  const title = oneLine(subject);
  const [text, html] = [paragraphs.map(asText), paragraphs.map(asHtml)];
  if (foot.length > 0) {
    // By this line mail programs know that nobody's words follow, and leave out what does in an answer.
    text.push(`-- \n${foot.map(asText).join("\n\n")}`);
    html.push(`<div style="${footStyle}">\n${foot.map(asHtml).join("\n")}\n</div>`);
  }
  return { subject: title, text: `${text.join("\n\n")}\n`, html: page(title, html.join("\n")) };
}

const footStyle = `margin-top: 24px; border-top: 1px solid ${grey}; font-size: 13px`;

export const logoId = "desk-logo";

/** Who writes, at the top: as a picture that comes with the mail, or by name. It leads nowhere. */
export function withLetterhead(html: string, deskName: string, hasLogo: boolean): string {
  const name = Bun.escapeHTML(oneLine(deskName));
  const head = hasLogo
    ? `<p><img src="cid:${logoId}" alt="${name}" style="max-height: 40px; max-width: 240px"></p>`
    : `<p style="font-weight: 600">${name}</p>`;
  return html.replace(letterhead, () => head);
}

/** Where it goes in. */
const letterhead = "<!-- letterhead -->";

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return oneLine(paragraph);
  if ("markdown" in paragraph) return lines(paragraph.markdown);
  return `${oneLine(paragraph.label)}:\n${paragraph.url}`;
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return `<p>${Bun.escapeHTML(oneLine(paragraph))}</p>`;
  if ("markdown" in paragraph) {
    return `<div style="margin: 16px 0">${renderMailMarkdown(lines(paragraph.markdown))}</div>`;
  }
  const url = Bun.escapeHTML(paragraph.url);
  const label = Bun.escapeHTML(oneLine(paragraph.label));
  // The address in full as well, so that people see where it leads and can copy it.
  return `<p><a href="${url}" style="font-weight: 600">${label}</a><br>
<span style="font-size: 13px; overflow-wrap: anywhere">${url}</span></p>`;
}

/** Its words have no colour: each mail program shows them in its own, light or dark. Nothing is fetched. */
function page(title: string, body: string): string {
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
<div style="max-width: 560px; margin: 0 auto; font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif">
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

/** A name with a line break in it adds no line to a mail. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
