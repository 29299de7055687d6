import { mayLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { useUnsavedForm } from "./use-unsaved-form.ts";

/** Closes a dialog, after a question where what was typed into it would be lost. */
export function useAskedClose(isUnsaved: () => boolean, close: () => void): () => void {
  useUnsavedForm(isUnsaved);
  return () => void mayLeaveForms().then((may) => may && close());
}
