import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { trpcClient } from "../lib/trpc-client.ts";
import { useAct } from "../lib/use-call.ts";
import { Button } from "../ui/button.tsx";
import { readText } from "./form-text.ts";
import { loginWith, passwordChangedWords, passwordSetWords } from "./login-message.ts";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { checkNewPassword, type PasswordProblem } from "./password-rules.ts";
import { UsernameHint } from "./UsernameHint.tsx";

interface ChoosePasswordFormProps {
  token: string;
  link: { kind: string; email: string | null; firstName: string | null };
  onSpent: () => void;
}

export function ChoosePasswordForm({ token, link, onSpent }: ChoosePasswordFormProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const choose = useAct(async (newPassword: string) => {
    await trpcClient.account.choosePassword.mutate({ token, newPassword });
    const words = link.kind === "invitation" ? passwordSetWords : passwordChangedWords;
    navigate(loginWith(words), { replace: true, state: { email: link.email } });
  }, onSpent);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newPassword = readText(event.currentTarget, "newPassword");
    const found = checkNewPassword(newPassword, readText(event.currentTarget, "confirmPassword"));
    setProblem(found);
    if (!found) void choose.run(newPassword);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3.5">
      {link.email && (
        <p className="text-muted-foreground">
          {link.kind === "invitation" && link.firstName ? `Welcome, ${link.firstName}. ` : ""}
          For <span className="font-medium text-foreground">{link.email}</span>
        </p>
      )}
      <UsernameHint email={link.email ?? ""} />
      <NewPasswordFields problem={problem} failure={choose.failure} autoFocus />
      <Button type="submit" size="lg" disabled={choose.pending}>
        Set password
      </Button>
    </form>
  );
}
