import { CircleAlert, MailCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { fieldMessage } from "../lib/errors.ts";
import { trpcClient } from "../lib/trpc-client.ts";
import { useAct } from "../lib/use-call.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { AuthCard } from "./AuthColumn.tsx";
import { AuthMessage } from "./AuthFrame.tsx";
import { readText } from "./form-text.ts";

interface ForgotPasswordFormProps {
  email: string;
  onBack: () => void;
}

/** Asks for a reset link. The answer is the same for every address. */
export function ForgotPasswordForm({ email, onBack }: ForgotPasswordFormProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const request = useAct(async (address: string) => {
    const { message } = await trpcClient.account.requestReset.mutate({ email: address });
    setAnswer(message);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void request.run(readText(event.currentTarget, "email").trim());
  };
  const wrongAddress = fieldMessage(request.failure, "email");

  return (
    <AuthCard title="Reset your password">
      {answer ? (
        <>
          <AuthMessage role="status" tone="good" icon={<MailCheck />}>
            {answer}
          </AuthMessage>
          <Button variant="outline" size="lg" autoFocus onClick={onBack}>
            Back to sign in
          </Button>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-3.5">
          <p className="text-muted-foreground">
            We mail you a link with which you choose a new password.
          </p>
          <Field label="Email" error={wrongAddress}>
            {(control) => (
              <Input
                {...control}
                type="email"
                name="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={email}
                autoFocus
                maxLength={254}
              />
            )}
          </Field>
          {request.failure && !wrongAddress && (
            <AuthMessage role="alert" tone="bad" icon={<CircleAlert />}>
              {request.failure.message}
            </AuthMessage>
          )}
          <Button type="submit" size="lg" disabled={request.pending}>
            Send link
          </Button>
          <Button variant="ghost" onClick={onBack}>
            Back to sign in
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
