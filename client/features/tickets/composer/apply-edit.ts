import type { Edit } from "./markdown-edits.ts";

/**
 * Types the edit into the field as a hand would, so that the browser's own undo takes it back. The
 * command is old, but nothing else reaches that undo; where it is gone, the text changes without.
 */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  const typed =
    from === to && insert === ""
      ? true
      : document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!typed) {
    field.setRangeText(insert, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}
