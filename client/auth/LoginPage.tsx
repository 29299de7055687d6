import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { homeOf } from "../lib/areas.ts";
import { wearDesk } from "../lib/desk-look.ts";
import { type Failure, mayRetry, readFailure } from "../lib/errors.ts";
import { forgetShell } from "../lib/forget.ts";
import { useTitle } from "../lib/page.tsx";
import { trpcClient } from "../lib/trpc-client.ts";
import { useAnswer } from "../lib/use-call.ts";
import { AuthFrame, AuthMessage } from "./AuthFrame.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { readLoginMessage } from "./login-message.ts";
import { SignInForm } from "./SignInForm.tsx";

interface LoginPageProps {
  /** Fetches the code of the page at a path. */
  preload: (path: string) => Promise<void>;
}

export function LoginPage({ preload }: LoginPageProps) {
  useTitle("Sign in");
  const { search, state } = useLocation();
  const session = useAnswer(() => trpcClient.session.current.query(), mayAskAgain);
  const [forgotten, setForgotten] = useState<string | null>(null);
  const message = readLoginMessage(search);
  const desk = session.data?.desk;
  useEffect(forgetShell, []);
  useEffect(() => {
    if (desk) wearDesk(desk);
  }, [desk]);

  if (session.data?.user) return <Navigate to={homeOf(session.data.user)} replace />;
  return (
    <AuthFrame>
      {message && forgotten === null && (
        <AuthMessage role="status" tone="good" icon={<CircleCheck />}>
          {message}
        </AuthMessage>
      )}
      {forgotten === null ? (
        <SignInForm
          knownEmail={knownEmail(state)}
          preload={preload}
          demoAccounts={desk?.demoAccounts ?? []}
          onForgot={setForgotten}
        />
      ) : (
        <ForgotPasswordForm email={forgotten} onBack={() => setForgotten(null)} />
      )}
    </AuthFrame>
  );
}

/** A dead cookie is answered with 401 and taken away: asked once more, the server tells. */
function mayAskAgain(failureCount: number, error: unknown): boolean {
  const { status }: Failure = readFailure(error);
  return status === 401 ? failureCount < 1 : mayRetry(failureCount, error);
}

function knownEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state && state.email;
  return typeof known === "string" ? known : "";
}
