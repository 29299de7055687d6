import { CircleAlert } from "lucide-react";
import type { Failure } from "../lib/errors.ts";
import { Field } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { AuthMessage } from "./AuthFrame.tsx";
import { mismatch, type PasswordProblem } from "./password-rules.ts";

interface NewPasswordFieldsProps {
  problem: PasswordProblem | null;
  failure: Failure | null;
  autoFocus?: boolean;
}

/** New Password, Confirm Password, and what is wrong with them by our rules or by the server's. */
export function NewPasswordFields({ problem, failure, autoFocus }: NewPasswordFieldsProps) {
  const aboutPassword = failure?.code === "password_length" || failure?.code === "password_common";
  const newProblem =
    problem?.field === "newPassword" ? problem.message : aboutPassword ? failure.message : null;
  const confirmProblem = problem?.field === "confirmPassword" ? problem.message : null;
  return (
    <>
      <Field label="New Password" error={newProblem} hint="8 to 16 characters">
        {(control) => (
          <PasswordInput
            {...control}
            name="newPassword"
            autoComplete="new-password"
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field label="Confirm Password" error={confirmProblem}>
        {(control) => (
          <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />
        )}
      </Field>
      {(newProblem || confirmProblem || (failure && !aboutPassword && !failure.fields.length)) && (
        <AuthMessage role="alert" tone="bad" icon={<CircleAlert />}>
          {confirmProblem ? mismatch.title : (newProblem ?? failure?.message)}
        </AuthMessage>
      )}
    </>
  );
}
