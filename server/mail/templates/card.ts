import { accentIn } from "../../../shared/desk-colours.ts";
import {
  asHtml,
  asText,
  direction,
  letterhead,
  type MailText,
  oneLine,
  type Paragraph,
  previewOf,
  type WrittenText,
} from "./write-mail.ts";

/** A mail to a customer: one card with one button. */
interface Card {
  subject: string;
  /** A line above everything else. */
  above: string | null;
  paragraphs: readonly Paragraph[];
  /** `before`: the line above it, which plain text shows instead of its label. */
  button: { before: string | null; label: string; url: string } | null;
  /** What the customer wrote last. */
  quote: { by: string; written: WrittenText } | null;
  /** About the mail itself, below the card. */
  foot: readonly Paragraph[];
  /** The desk's colour as `#rrggbb`; null for the default blue. */
  accent: string | null;
}

/** The same content as plain text and as HTML. */
export function writeCard(card: Card): MailText {
  const subject = oneLine(card.subject);
  return { subject, text: cardText(card), html: cardHtml(card, subject) };
}

function cardText({ above, paragraphs, button, quote, foot }: Card): string {
  const quoted = quote && [
    oneLine(quote.by),
    asText(quote.written)
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n"),
  ];
  const link = button?.before ? `${button.before}\n${button.url}` : button && asText(button);
  const parts = [above, ...paragraphs.map(asText), link, ...(quoted ?? [])].filter(
    (part) => part !== null,
  );
  // Mail programs take this line for the start of a signature and leave the rest out of a reply.
  return `${[...parts, `-- \n${foot.map(asText).join("\n\n")}`].join("\n\n")}\n`;
}

/**
 * Tables and attributes, since Outlook ignores many styles. Mail programs that support neither dark colours nor
 * the `style` element show the light card. Nothing is fetched.
 */
function cardHtml({ above, paragraphs, button, quote, foot, accent }: Card, title: string): string {
  const [light, dark] = [accentIn("light", accent ?? ownBlue), accentIn("dark", accent ?? ownBlue)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
<style>
.card a { color: ${light.primary} }
@media (prefers-color-scheme: dark) {
.page { background: ${darkColours.page} !important }
.card { background: ${darkColours.card} !important; border-color: ${darkColours.border} !important; border-top-color: ${dark.primary} !important; color: ${darkColours.text} !important }
.card a, .foot a { color: ${dark.primary} !important }
.card .button { background: ${dark.primary} !important }
.card .button a { color: ${dark.onPrimary} !important }
.muted, .foot, .foot a { color: ${darkColours.muted} !important }
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: ${lightColours.page}">
${previewOf(paragraphs)}<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background: ${lightColours.page}">
<tr><td align="center" style="padding: 24px 12px">
${above ? `<p class="muted" style="margin: 0 0 12px; ${font}; font-size: 13px; color: ${lightColours.muted}">${Bun.escapeHTML(above)}</p>\n` : ""}<table role="presentation" class="card" width="480" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 480px; table-layout: fixed; background: ${lightColours.card}; border: 1px solid ${lightColours.border}; border-top: 4px solid ${light.primary}; border-radius: 8px; color: ${lightColours.text}">
<tr><td align="left" style="padding: 8px 24px 24px; ${font}; overflow-wrap: break-word">
${letterhead}
${paragraphs.map(asHtml).join("\n")}
${button ? buttonHtml(button, light) : ""}${quote ? quoteHtml(quote, light.primary) : ""}</td></tr>
</table>
<table role="presentation" class="foot" width="480" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 480px; table-layout: fixed; color: ${lightColours.muted}">
<tr><td align="left" style="padding: 12px 24px; ${font}; font-size: 13px; overflow-wrap: break-word">
${foot.map(footHtml).join("\n")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buttonHtml(
  { before, label, url }: NonNullable<Card["button"]>,
  { primary, onPrimary }: { primary: string; onPrimary: string },
): string {
  return `${before === null ? "" : `${asHtml(before)}\n`}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 24px 0 8px">
<tr><td class="button" bgcolor="${primary}" style="background: ${primary}; border-radius: 6px"><a href="${Bun.escapeHTML(url)}" style="display: inline-block; padding: 11px 20px; color: ${onPrimary}; font-weight: 600; text-decoration: none">${Bun.escapeHTML(label)}</a></td></tr>
</table>
`;
}

function quoteHtml({ by, written }: NonNullable<Card["quote"]>, colour: string): string {
  return `<p class="muted" style="margin: 24px 0 0; font-size: 13px; color: ${lightColours.muted}">${Bun.escapeHTML(oneLine(by))}</p>
<div class="muted"${direction(written.markdown)} style="margin: 8px 0 0; padding-inline-start: 12px; border-inline-start: 3px solid ${colour}; color: ${lightColours.muted}">${asHtml(written)}</div>
`;
}

/** A settings link without its address: the text part has it. */
function footHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string" || !("label" in paragraph)) return asHtml(paragraph);
  const { label, url } = paragraph;
  return `<p><a href="${Bun.escapeHTML(url)}" style="color: inherit">${Bun.escapeHTML(oneLine(label))}</a></p>`;
}

const ownBlue = "#275cc4";

const font = "font: 15px/1.5 'Segoe UI', system-ui, -apple-system, sans-serif";

const lightColours = {
  page: "#f3f4f6",
  card: "#ffffff",
  border: "#dfe1e6",
  text: "#1b1d22",
  muted: "#5a5f6b",
};
const darkColours = {
  page: "#101114",
  card: "#1c1f26",
  border: "#363a43",
  text: "#ecedf0",
  muted: "#a6abb7",
};
