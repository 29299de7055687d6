import { type RefObject, useEffect } from "react";

/** After a form was refused, the focus is on the first field that another look is asked for. */
export function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return;
    const wrong = form.current?.querySelector("[aria-invalid=true]");
    if (wrong instanceof HTMLInputElement) wrong.focus();
  }, [form, refusal]);
}
