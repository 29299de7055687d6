import { passwordLength } from "../../../../shared/password-length.ts";
import { Field } from "../../../components/ui/field.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import type { Failure } from "../../../data/errors.ts";
import { mismatch, type PasswordProblem } from "../password-rules.ts";
import { AuthFailure } from "./AuthMessage.tsx";

interface NewPasswordFieldsProps {
  problem: PasswordProblem | null;
  failure: Failure | null;
  autoFocus?: boolean;
}

/** New Password and Confirm Password, with their errors from the form or the server. */
export function NewPasswordFields({ problem, failure, autoFocus }: NewPasswordFieldsProps) {
  const aboutPassword = failure?.code === "password_length" || failure?.code === "password_common";
  const newProblem =
    problem?.field === "newPassword" ? problem.message : aboutPassword ? failure.message : null;
  return (
    <>
      <Field
        label="New Password"
        error={newProblem && <span role="alert">{newProblem}</span>}
        // The error already names the length.
        hint={newProblem ? null : `${passwordLength.min} to ${passwordLength.max} characters`}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="newPassword"
            autoComplete="new-password"
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field
        label="Confirm Password"
        error={problem?.field === "confirmPassword" && <Mismatch message={problem.message} />}
      >
        {(control) => (
          <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />
        )}
      </Field>
      {failure && !aboutPassword && !failure.fields.length && <AuthFailure failure={failure} />}
    </>
  );
}

function Mismatch({ message }: { message: string }) {
  return (
    <span role="alert">
      <strong className="block font-semibold">{mismatch.title}</strong> {message}
    </span>
  );
}
