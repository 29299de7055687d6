import { useContext, useEffect, useRef } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router-dom";
import { watchForm } from "../../app/navigation/unsaved-forms.ts";
import { holdBack } from "./hold-back.ts";

let held = 0;
let release = () => {};

/** Asks before a page is left on which a form is not saved. */
export function useUnsavedForm(isUnsaved: () => boolean): void {
  const { navigator } = useContext(NavigationContext);
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => {
    const forget = watchForm(() => latest.current());
    if (held === 0) release = holdBack(navigator);
    held += 1;
    return () => {
      held -= 1;
      if (held === 0) release();
      forget();
    };
  }, [navigator]);
}
