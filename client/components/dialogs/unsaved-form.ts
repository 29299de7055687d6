import { useEffect, useRef } from "react";
import { canLeaveForms, watchForm } from "../../app/navigation/unsaved-forms.ts";

/** Asks before leaving a page with an unsaved form. */
export function useUnsavedForm(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => watchForm(() => latest.current()), []);
}

/** Closes a dialog, after a question if unsaved input would be lost. */
export function useConfirmedClose(isUnsaved: () => boolean, close: () => void): () => void {
  useUnsavedForm(isUnsaved);
  return () => void canLeaveForms().then((may) => may && close());
}
