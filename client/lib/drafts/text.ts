import type { DraftText } from "./unsaved-texts.ts";

export const emptyText: DraftText = { body: "", form: null };
export function isBlank({ body, form }: DraftText): boolean {
  return body.trim() === "" && form === null;
}

/** One above the other; what a form holds beside the text is the upper one's where it has any. */
export function joinTexts(above: DraftText, below: DraftText): DraftText {
  const bodies = [above.body, below.body].filter((body) => body.trim() !== "");
  return { body: bodies.join("\n\n"), form: above.form ?? below.form };
}

export function sameText(a: DraftText, b: DraftText): boolean {
  return a.body === b.body && inOrder(a.form) === inOrder(b.form);
}

/** The database keeps a form's fields in an order of its own. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function textOf({ body, form }: DraftText): DraftText {
  return { body, form };
}
