import { Inbox, MailCheck } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { ShellCommand } from "../../../components/ui/shell-command.tsx";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useAct } from "../../../data/calls/use-call.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFailure } from "./AuthFailure.tsx";
import { AuthMessage } from "./AuthMessage.tsx";
import { EmailInput } from "./EmailInput.tsx";
import { readText } from "./form-text.ts";
import { useFocusOnWrong } from "./use-focus-on-wrong.ts";

interface ForgotPasswordFormProps {
  email: string;
  /** Else somebody has to hand the link over. */
  sendsMail: boolean;
  /** With the address as it was typed last. */
  onBack: (email: string) => void;
}

/** Asks for a reset link. The answer is the same for every address. */
export function ForgotPasswordForm({ email, sendsMail, onBack }: ForgotPasswordFormProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [typed, setTyped] = useState(email);
  const request = useAct(async (address: string) => {
    const { message } = await trpcClient.account.requestReset.mutate({ email: address });
    setAnswer(message);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void request.run(readText(event.currentTarget, "email").trim());
  };
  const form = useRef<HTMLFormElement>(null);
  useFocusOnWrong(form, request.failure);
  const wrongAddress = fieldMessage(request.failure, "email");

  return (
    <AuthCard title="Reset your password">
      {answer ? (
        <>
          <AuthMessage
            role="status"
            {...(sendsMail
              ? { tone: "good", icon: <MailCheck /> }
              : { tone: "plain", icon: <Inbox /> })}
          >
            {answer}
          </AuthMessage>
          <Button variant="outline" size="lg" autoFocus onClick={() => onBack(typed)}>
            Back to sign-in page
          </Button>
        </>
      ) : (
        <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
          <p className="text-muted-foreground">
            {sendsMail
              ? "We mail you a link with which you choose a new password."
              : "This desk sends no mail. Ask here for a link with which you choose a new password, and a Super Admin gives it to you."}
          </p>
          <Field label="Email" error={wrongAddress}>
            {(control) => (
              <EmailInput
                {...control}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          {request.failure && !wrongAddress && <AuthFailure failure={request.failure} />}
          <Button type="submit" size="lg" aria-disabled={request.pending}>
            {sendsMail ? "Send link" : "Ask for a link"}
          </Button>
          <Button variant="ghost" onClick={() => onBack(typed)}>
            Back to sign-in page
          </Button>
          {!sendsMail && (
            <p className="border-t pt-3.5 text-muted-foreground text-xs">
              Are you the Super Admin? On the server,{" "}
              <ShellCommand>npx -y bun run user:link --email</ShellCommand> with your address prints
              a link.
            </p>
          )}
        </form>
      )}
    </AuthCard>
  );
}
