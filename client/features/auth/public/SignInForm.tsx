import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Role } from "../../../../shared/access.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { PasswordInput } from "../../../components/ui/password-input.tsx";
import { useSubmit } from "../../../data/calls/use-call.ts";
import type { Failure } from "../../../data/errors.ts";
import { AuthCard } from "./AuthFrame.tsx";
import { AuthFailure } from "./AuthMessage.tsx";
import { readText } from "./auth-form.ts";
import { EmailInput } from "./EmailInput.tsx";
import { useEnter } from "./use-enter.ts";

interface SignInFormProps {
  knownEmail: string;
  demoAccounts: readonly { role: Role; email: string; password: string }[];
  onForgot: (email: string) => void;
}

export function SignInForm({ knownEmail, demoAccounts, onForgot }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<SignInFieldName | null>(null);
  const signIn = useSubmit(useEnter());
  const wait = useWait(signIn.failure);
  const focus = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = readText(event.currentTarget, "email").trim();
    const password = readText(event.currentTarget, "password");
    const gap = email === "" ? "email" : password === "" ? "password" : null;
    setMissing(gap);
    if (gap) return focus(gap);
    await signIn.run({ email, password });
    focus("password");
  };

  return (
    <>
      <AuthCard title="Sign in">
        <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
          <SignInFields
            known={{ email: knownEmail, password: "" }}
            focused={knownEmail ? "password" : "email"}
            missing={missing}
            onForgot={() => onForgot(form.current ? readText(form.current, "email") : "")}
          />
          {signIn.failure && <AuthFailure failure={signIn.failure} />}
          <Button
            type="submit"
            size="lg"
            disabled={signIn.pending || wait > 0}
            aria-busy={signIn.pending}
          >
            {wait > 0 ? `Try again in ${wait} s` : "Sign in"}
          </Button>
        </form>
      </AuthCard>
      {demoAccounts.length > 0 && (
        <section aria-labelledby="demo-accounts" className="flex flex-col gap-1.5">
          <h2 id="demo-accounts" className="text-muted-foreground text-xs">
            This is a demo desk. Sign in as
          </h2>
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {demoAccounts.map(({ role, email, password }) => (
              <Button
                key={email}
                variant="outline"
                data-hint={email}
                disabled={signIn.pending}
                onClick={() => void signIn.run({ email, password })}
              >
                {role}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

/** The remaining seconds to wait after too many attempts. */
function useWait(failure: Failure | null): number {
  const [left, setLeft] = useState(0);
  const seconds = failure?.retryAfterSeconds ?? 0;
  useEffect(() => {
    if (!failure || seconds <= 0) return setLeft(0);
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [failure, seconds]);
  return left;
}

type SignInFieldName = "email" | "password";

interface SignInFieldsProps {
  known: Record<SignInFieldName, string>;
  focused: SignInFieldName;
  missing?: SignInFieldName | null;
  onForgot: () => void;
}

function SignInFields({ known, focused, missing, onForgot }: SignInFieldsProps) {
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
          <Button variant="link" size="inline" className="font-normal" onClick={onForgot}>
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
