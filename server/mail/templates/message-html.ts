import { withoutTicketLinks } from "../../markdown/render.ts";

/**
 * The HTML of a message as a mail program can show it: as on a customer's page, with the styles of
 * that page in each tag.
 */
export function styleForMail(rendered: string, body: string): string {
  const html = withoutTicketLinks(rendered).replaceAll(
    opening,
    (_, tag: string, rest) => `<${tag}${rest} style="${styles[tag]}">`,
  );
  return hasRightToLeft(body) ? withDirections(html, isRightToLeft(body)) : html;
}

/** Each paragraph gets the direction of its own text; code is always left to right. */
function withDirections(html: string, turned: boolean): string {
  const own = html
    .replaceAll(/<(p|li)(?=>)/g, `<$1 style="${plaintextDirection}"`)
    .replaceAll(/<((?:h[3-6]|th|td)(?: [^<>]*)? style=")/g, `<$1${plaintextDirection}; `);
  if (!turned) return own;
  return own
    .replaceAll(quoteStyle("left"), quoteStyle("right"))
    .replaceAll(/<pre(?=[ >])/g, '<pre dir="ltr"');
}

// Not `dir="auto"`: for a list it ignores what its items say.
const plaintextDirection = "unicode-bidi: plaintext";

// One colour that is visible on light and on dark backgrounds. Opaque, since Outlook draws no
// transparent borders.
export const grey = "#999999";
const box = `border: 1px solid ${grey}`;

const styles: Record<string, string> = {
  h3: "font-size: 17px; margin: 16px 0 8px",
  h4: "font-size: 16px; margin: 16px 0 8px",
  h5: "font-size: 15px; margin: 16px 0 8px",
  h6: "font-size: 15px; margin: 16px 0 8px",
  a: "overflow-wrap: anywhere",
  blockquote: quoteStyle("left"),
  pre: `${box}; padding: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere`,
  code: "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px",
  table: "border-collapse: collapse",
  th: `${box}; padding: 4px 8px`,
  td: `${box}; padding: 4px 8px`,
};

function quoteStyle(side: "left" | "right"): string {
  return `margin: 16px 0; padding-${side}: 12px; border-${side}: 3px solid ${grey}`;
}

// Typed text holds no tags: it was escaped before.
const opening = new RegExp(`<(${Object.keys(styles).join("|")})((?: [^<>]*)?)>`, "g");

/** By its first letter, as `dir="auto"` does it, which not every mail program supports. */
export function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter !== undefined && hasRightToLeft(letter);
}

function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Isolates a name within a line of the other direction. */
export function isolated(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
