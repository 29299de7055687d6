import { passwordLength } from "../../../../shared/password-length.ts";
import { PasswordField } from "../../../components/ui/text-field.tsx";
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
      <PasswordField
        label="New Password"
        error={newProblem && <span role="alert">{newProblem}</span>}
        // The error already names the length.
        hint={newProblem ? null : `${passwordLength.min} to ${passwordLength.max} characters`}
        name="newPassword"
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <PasswordField
        label="Confirm Password"
        error={problem?.field === "confirmPassword" && <Mismatch message={problem.message} />}
        name="confirmPassword"
        autoComplete="new-password"
      />
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
