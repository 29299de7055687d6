import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { EmailInput } from "./EmailInput.tsx";

export type SignInFieldName = "email" | "password";

interface SignInFieldsProps {
  known: Record<SignInFieldName, string>;
  focused: SignInFieldName;
  missing?: SignInFieldName | null;
  onForgot: () => void;
}

export function SignInFields({ known, focused, missing, onForgot }: SignInFieldsProps) {
  return (
    <>
      <Field label="Email" error={missing === "email" ? "Enter your email address." : null}>
        {(control) => (
          <EmailInput {...control} defaultValue={known.email} autoFocus={focused === "email"} />
        )}
      </Field>
      <Field
        label="Password"
        error={missing === "password" ? "Enter your password." : null}
        aside={
          <Button
            variant="link"
            size="inline"
            className="font-normal"
            onClick={onForgot}
          >
            Forgot password?
          </Button>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            defaultValue={known.password}
            autoFocus={focused === "password"}
            maxLength={1024}
          />
        )}
      </Field>
    </>
  );
}
