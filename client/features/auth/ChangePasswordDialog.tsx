import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogCancel, DialogContent, DialogFooter } from "../../components/ui/dialog.tsx";
import { PasswordField } from "../../components/ui/text-field.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { type Failure, isSessionOver, notifyFailure, readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { passwordChangedMessage } from "./login-message.ts";
import { checkNewPassword, mismatch } from "./password-rules.ts";
import { leaveForLogin, readyToLeave } from "./sign-out.ts";
import { UsernameHint } from "./UsernameHint.tsx";

const fields = [
  { name: "oldPassword", label: "Previous Password", autoComplete: "current-password" },
  { name: "newPassword", label: "New Password", autoComplete: "new-password" },
  { name: "confirmPassword", label: "Confirm Password", autoComplete: "new-password" },
] as const;
type FieldName = (typeof fields)[number]["name"];

const empty: Record<FieldName, string> = { oldPassword: "", newPassword: "", confirmPassword: "" };

interface ChangePasswordDialogProps {
  onClose: () => void;
  /** Returns the focus to where it was before the dialog. */
  returnFocus: () => void;
}

export function ChangePasswordDialog({ onClose, returnFocus }: ChangePasswordDialogProps) {
  const { id, email } = useViewer();
  const [values, setValues] = useState(empty);
  const [problem, setProblem] = useState<{ field: FieldName; message: string } | null>(null);
  const mounted = useMounted();
  const change = useChangePassword((problem) => {
    if (!mounted.current) return false;
    setProblem(problem);
    return true;
  });
  const [isLeaving, setLeaving] = useState(false);
  const isBusy = isLeaving || change.isPending;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = problem && form.current?.querySelector(`input[name="${problem.field}"]`);
    if (wrong instanceof HTMLInputElement) wrong.focus();
  }, [problem]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = checkNewPassword(values.newPassword, values.confirmPassword);
    setProblem(found);
    if (found?.field === "confirmPassword") notify({ kind: "error", ...mismatch });
    if (found) return;
    // Changing the password ends this session too.
    setLeaving(true);
    const isReady = await readyToLeave(id).finally(() => setLeaving(false));
    // Closing the dialog in the meantime cancels the change.
    if (!isReady || !mounted.current) return;
    change.mutate({ oldPassword: values.oldPassword, newPassword: values.newPassword });
  };

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title="Change Password"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus();
        }}
      >
        <form ref={form} onSubmit={submit} className="flex flex-col gap-3">
          <UsernameHint email={email} />
          {fields.map(({ name, label, autoComplete }) => (
            <PasswordField
              key={name}
              label={label}
              error={problem?.field === name ? problem.message : undefined}
              name={name}
              autoComplete={autoComplete}
              value={values[name]}
              onType={(typed) => {
                setValues({ ...values, [name]: typed });
                if (problem?.field === name) setProblem(null);
              }}
            />
          ))}
          <DialogFooter>
            <DialogCancel />
            <Button
              type="submit"
              disabled={isBusy || Object.values(values).some((value) => value === "")}
            >
              Change Password
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** `show` returns whether the dialog is still open. */
function useChangePassword(show: (problem: { field: FieldName; message: string }) => boolean) {
  const navigate = useNavigate();
  const { email } = useViewer();
  return trpc.account.changePassword.useMutation({
    meta: { showsError: true },
    onSuccess: () => leaveForLogin(navigate, passwordChangedMessage, email),
    onError: (error) => {
      const failure = readFailure(error);
      const field = fieldOf(failure);
      if (field && show({ field, message: failure.message })) return;
      if (!isSessionOver(failure)) notifyFailure(failure);
    },
  });
}

function fieldOf({ code }: Failure): FieldName | null {
  if (code === "password_wrong") return "oldPassword";
  return code === "password_length" || code === "password_common" ? "newPassword" : null;
}
