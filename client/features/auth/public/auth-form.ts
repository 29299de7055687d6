import {
  type RefObject,
  useEffect,
} from "react"; /** Reads a field when the form is submitted: password managers do not always notify React. */
export function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** Moves the focus to the first invalid field after a form was refused. */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return;
    const wrong = form.current?.querySelector("[aria-invalid=true]");
    if (wrong instanceof HTMLInputElement) wrong.focus();
  }, [form, refusal]);
}
