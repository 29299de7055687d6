import type { MessageFile } from "../../../shared/tickets/page.ts";
import type { DraftText } from "./unsaved-texts.ts";

export const emptyText: DraftText = { body: "", form: null };

/** Separates two joined texts. */
export const seam = "\n\n";

export function isBlank({ body, form }: DraftText): boolean {
  return body.trim() === "" && form === null;
}

/** Joins two texts with the files of both; other form fields come from the upper text if it has them. */
export function joinTexts(above: DraftText, below: DraftText): DraftText {
  const bodies = [above.body, below.body].filter((body) => body.trim() !== "");
  const form = withFiles(above.form, []) ?? withFiles(below.form, []);
  const files = [...namedFiles(above.form), ...namedFiles(below.form)];
  const once = new Map(files.map((file) => [file.id, file]));
  return { body: bodies.join(seam), form: withFiles(form, [...once.values()]) };
}

/** The uploaded files named in a form. */
export function namedFiles(form: DraftText["form"]): MessageFile[] {
  const files = form?.files;
  return Array.isArray(files) ? files.filter(isFile) : [];
}

export function withFiles(form: DraftText["form"], files: readonly MessageFile[]) {
  const { files: _before, ...rest } = form ?? {};
  const next = files.length > 0 ? { ...rest, files } : rest;
  return Object.keys(next).length > 0 ? next : null;
}

/** Another release's page may have written it. */
function isFile(value: Partial<MessageFile> | null): value is MessageFile {
  return (
    typeof value?.id === "string" &&
    typeof value.name === "string" &&
    typeof value.size === "number"
  );
}

export function sameText(a: DraftText, b: DraftText): boolean {
  return a.body === b.body && inOrder(a.form) === inOrder(b.form);
}

/** The database returns a form's fields in its own order. */
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
