import { useEffect, useRef } from "react";
import { watchForm } from "../../app/navigation/unsaved-forms.ts";

/** Asks before leaving a page with an unsaved form. */
export function useUnsavedForm(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => watchForm(() => latest.current()), []);
}
