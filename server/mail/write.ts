/** A paragraph of words, or a link on a line of its own. */
export type Paragraph = string | { label: string; url: string };

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The same words as plain text and as HTML, for programs of either kind. */
export function writeMail(subject: string, paragraphs: readonly Paragraph[]): MailText {
  const title = oneLine(subject);
  return {
    subject: title,
    text: `${paragraphs.map(asText).join("\n\n")}\n`,
    html: page(title, paragraphs.map(asHtml).join("\n")),
  };
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return oneLine(paragraph);
  return `${paragraph.label}:\n${paragraph.url}`;
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return `<p>${Bun.escapeHTML(oneLine(paragraph))}</p>`;
  const url = Bun.escapeHTML(paragraph.url);
  const label = Bun.escapeHTML(paragraph.label);
  // The address in full as well, so that people see where it leads and can copy it.
  return `<p><a href="${url}" style="font-weight: 600">${label}</a><br>
<span style="font-size: 13px; overflow-wrap: anywhere">${url}</span></p>`;
}

/** No colour is set: each mail program shows it in its own, light or dark. Nothing is fetched. */
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
${body}
</div>
</body>
</html>
`;
}

/** A name with a line break in it adds no line to a mail. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
