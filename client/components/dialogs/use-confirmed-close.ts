import { canLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { useUnsavedForm } from "./use-unsaved-form.ts";

/** Closes a dialog, after a question if unsaved input would be lost. */
export function useConfirmedClose(isUnsaved: () => boolean, close: () => void): () => void {
  useUnsavedForm(isUnsaved);
  return () => void canLeaveForms().then((may) => may && close());
}
