import { Inbox, MailCheck } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { useSubmit } from "../../../data/calls/use-call.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { AuthCard } from "./AuthFrame.tsx";
import { AuthFailure, AuthMessage } from "./AuthMessage.tsx";
import { readText, useFocusInvalid } from "./auth-form.ts";
import { EmailInput } from "./EmailInput.tsx";

interface ForgotPasswordFormProps {
  email: string;
  /** False: an admin has to hand the link over. */
  sendsMail: boolean;
  /** Called with the address as typed. */
  onBack: (email: string) => void;
}

/** Requests a reset link. The answer is the same for every address. */
export function ForgotPasswordForm({ email, sendsMail, onBack }: ForgotPasswordFormProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [typed, setTyped] = useState(email);
  const request = useSubmit(async (address: string) => {
    // Loaded when it is needed, so that the sign-in page opens without it.
    const { trpcClient } = await import("../../../data/calls/trpc-client.ts");
    const { message } = await trpcClient.account.requestReset.mutate({ email: address });
    setAnswer(message);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void request.run(readText(event.currentTarget, "email").trim());
  };
  const form = useRef<HTMLFormElement>(null);
  useFocusInvalid(form, request.failure);
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
              ? "We'll email you a link to set a new password."
              : "Email isn't set up here. Request a link to set a new password, and an administrator will send it to you."}
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
            {sendsMail ? "Send link" : "Request link"}
          </Button>
          <Button variant="ghost" onClick={() => onBack(typed)}>
            Back to sign-in page
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
