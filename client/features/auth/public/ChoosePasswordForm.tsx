import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../../components/ui/button.tsx";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useSubmit } from "../../../data/calls/use-call.ts";
import { useKeyOf } from "../../../data/calls/use-keyed.ts";
import { loginWith, passwordChangedMessage, passwordSetMessage } from "../login-message.ts";
import { checkNewPassword, type PasswordProblem } from "../password-rules.ts";
import { UsernameHint } from "../UsernameHint.tsx";
import { readText, useFocusInvalid } from "./auth-form.ts";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { useEnter } from "./use-enter.ts";

interface ChoosePasswordFormProps {
  token: string;
  link: { kind: string; email: string | null; firstName: string | null };
  onSpent: () => void;
}

/** An invited person is signed in right away. After a reset the person signs in with the new password. */
export function ChoosePasswordForm({ token, link, onSpent }: ChoosePasswordFormProps) {
  const navigate = useNavigate();
  const enter = useEnter();
  const keyOf = useKeyOf();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const invited = link.kind === "invitation";
  const toLogin = (words: string) =>
    navigate(loginWith(words), { replace: true, state: { email: link.email } });
  const choose = useSubmit(async (newPassword: string) => {
    const chosen = { token, newPassword };
    await trpcClient.account.choosePassword.mutate({ ...chosen, requestId: keyOf(chosen) });
    if (!invited || !link.email) return toLogin(passwordChangedMessage);
    // The password is set even if signing in fails.
    await enter({ email: link.email, password: newPassword }).catch(() =>
      toLogin(passwordSetMessage),
    );
  }, onSpent);
  useFocusInvalid(form, problem ?? choose.failure);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newPassword = readText(event.currentTarget, "newPassword");
    const found = checkNewPassword(newPassword, readText(event.currentTarget, "confirmPassword"));
    setProblem(found);
    if (!found) void choose.run(newPassword);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      {link.email && (
        <p className="text-muted-foreground">
          {invited && link.firstName ? `Welcome, ${link.firstName}. ` : ""}
          Set a password for <span className="font-medium text-foreground">{link.email}</span>.
        </p>
      )}
      <UsernameHint email={link.email ?? ""} />
      <NewPasswordFields problem={problem} failure={choose.failure} autoFocus />
      <Button type="submit" size="lg" aria-disabled={choose.pending}>
        {invited ? "Set password and sign in" : "Set password"}
      </Button>
    </form>
  );
}
