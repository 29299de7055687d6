import { withoutTicketLinks } from "../markdown/render.ts";
import { hasRightToLeft, isRightToLeft } from "./direction.ts";

/**
 * The HTML of a message as a mail program can show it: as on a customer's page, with the styles of
 * that page in each tag.
 */
export function styleForMail(rendered: string, body: string): string {
  const html = withoutTicketLinks(rendered).replaceAll(
    opening,
    (_, tag: string, rest) => `<${tag}${rest} style="${styles[tag]}">`,
  );
  return hasRightToLeft(body) ? eachItsOwnWay(html, isRightToLeft(body)) : html;
}

/** Each paragraph reads as its own words do; code never runs from the right. */
function eachItsOwnWay(html: string, turned: boolean): string {
  const own = html
    .replaceAll(/<(p|li)(?=>)/g, `<$1 style="${itsOwnWay}"`)
    .replaceAll(/<((?:h[3-6]|th|td)(?: [^<>]*)? style=")/g, `<$1${itsOwnWay}; `);
  if (!turned) return own;
  return own
    .replaceAll(quoteStyle("left"), quoteStyle("right"))
    .replaceAll(/<pre(?=[ >])/g, '<pre dir="ltr"');
}

// No `dir="auto"`: of a list it takes no account of what its points say.
const itsOwnWay = "unicode-bidi: plaintext";

// The one colour is seen on light and on dark: which of the two a mail program shows is not known.
// No share of it is let through: Outlook draws no line then.
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

// What was typed holds no such sign: it is escaped before it gets here.
const opening = new RegExp(`<(${Object.keys(styles).join("|")})((?: [^<>]*)?)>`, "g");
