import type { SignInFieldName } from "./SignInFields.tsx";

interface TypedEarly extends Record<SignInFieldName, string> {
  focused: SignInFieldName | null;
}

/** What was typed into the page while it was HTML alone; read before it is drawn anew. */
export function readTypedEarly(): TypedEarly {
  const fieldOf = (name: SignInFieldName) =>
    document.querySelector<HTMLInputElement>(`[data-frame] input[name="${name}"]`);
  const [email, password] = [fieldOf("email"), fieldOf("password")];
  return {
    email: email?.value ?? "",
    password: password?.value ?? "",
    focused: password && document.activeElement === password ? "password" : null,
  };
}
