import type { SignInFieldName } from "./SignInFields.tsx";

interface TypedEarly extends Record<SignInFieldName, string> {
  focused: SignInFieldName | null;
  /** Enter, or the button: what was typed is to be sent. */
  pressed: boolean;
}

/** What was typed and pressed while the page was HTML alone; read before it is drawn anew. */
export function readTypedEarly(): TypedEarly {
  const fieldOf = (name: SignInFieldName) =>
    document.querySelector<HTMLInputElement>(`[data-frame] input[name="${name}"]`);
  const [email, password] = [fieldOf("email"), fieldOf("password")];
  return {
    email: email?.value ?? "",
    password: password?.value ?? "",
    focused: password && document.activeElement === password ? "password" : null,
    pressed: document.querySelector("[data-frame] dialog:not([open])") !== null,
  };
}
