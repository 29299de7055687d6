import { renderMarkdown } from "../tickets/page/markdown.ts";

/**
 * A message's words as a mail program can show them: as on the page of a customer, where a
 * ticket's number leads nowhere, with what the page's styles would say beside each tag.
 */
export function renderMailMarkdown(body: string): string {
  return renderMarkdown(body, { isStaff: false }).replaceAll(opening, (_, tag: string, rest) => {
    return `<${tag}${rest} style="${styles[tag]}">`;
  });
}

// The one colour is seen on light and on dark: which of the two a mail program shows is not known.
export const grey = "rgba(128, 128, 128, 0.5)";
const box = `border: 1px solid ${grey}`;

const styles: Record<string, string> = {
  h3: "font-size: 17px; margin: 16px 0 8px",
  h4: "font-size: 16px; margin: 16px 0 8px",
  h5: "font-size: 15px; margin: 16px 0 8px",
  h6: "font-size: 15px; margin: 16px 0 8px",
  a: "overflow-wrap: anywhere",
  blockquote: `margin: 16px 0; padding-left: 12px; border-left: 3px solid ${grey}`,
  pre: `${box}; padding: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere`,
  code: "font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px",
  table: "border-collapse: collapse",
  th: `${box}; padding: 4px 8px`,
  td: `${box}; padding: 4px 8px`,
};

// What was typed holds no such sign: it is escaped before it gets here.
const opening = new RegExp(`<(${Object.keys(styles).join("|")})((?: [^<>]*)?)>`, "g");
