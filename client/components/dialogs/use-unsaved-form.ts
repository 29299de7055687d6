import { useEffect, useRef } from "react";
import { watchForm } from "../../app/navigation/unsaved-forms.ts";

/** Asks before a page is left while a form on it is not saved. */
export function useUnsavedForm(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => watchForm(() => latest.current()), []);
}
