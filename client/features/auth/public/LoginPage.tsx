import { CircleCheck, DoorOpen, Info } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import type { Role } from "../../../../shared/access.ts";
import { useTitle } from "../../../app/navigation/page.ts";
import { takeReturnUrl } from "../../../app/navigation/return-url.ts";
import { applyDeskTheme, deskSendsMail } from "../../../app/theme/desk-theme.ts";
import { ShellCommand } from "../../../components/ui/shell-command.tsx";
import { useAnswer } from "../../../data/calls/use-call.ts";
import { canRetry, type Failure, readFailure } from "../../../data/errors.ts";
import { forgetShell } from "../../../data/session/forget.ts";
import { welcome } from "../../../data/session/last-person.ts";
import { useStore } from "../../../data/store.ts";
import { askSession } from "../ask-session.ts";
import { isOwnMessage, readLoginMessage } from "../login-message.ts";
import { listenToTabs } from "../tabs.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { AuthMessage } from "./AuthMessage.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { SignInForm } from "./SignInForm.tsx";

export function LoginPage() {
  useTitle("Sign in");
  const { search, state } = useLocation();
  const session = useAnswer(askSession, canAskAgain);
  const [forgotten, setForgotten] = useState<string | null>(null);
  const [email, setEmail] = useState(() => knownEmail(state));
  const sendsMail = useStore(deskSendsMail);
  const message = useLoginMessage(search, state);
  const desk = session.data?.desk;
  useEffect(forgetShell, []);
  // If the person signs in in another tab, this one follows.
  useEffect(() =>
    listenToTabs((news) => {
      if (news === "signed-in") session.again();
    }),
  );
  useEffect(() => {
    if (desk) applyDeskTheme(desk);
  }, [desk]);

  const user = session.data?.user;
  if (user) return <ReturnTo user={user} />;
  return (
    <AuthFrame>
      {message && forgotten === null && (
        <AuthMessage
          role="status"
          {...(isOwnMessage(message)
            ? { tone: "good", icon: <CircleCheck /> }
            : { tone: "plain", icon: <Info /> })}
        >
          {message}
        </AuthMessage>
      )}
      {forgotten === null ? (
        <>
          {desk?.awaitsFirstAdmin && <DeskNotSetUp />}
          <SignInForm
            knownEmail={email}
            demoAccounts={desk?.demoAccounts ?? []}
            onForgot={setForgotten}
          />
        </>
      ) : (
        <ForgotPasswordForm
          email={forgotten}
          sendsMail={sendsMail}
          onBack={(typed) => {
            setEmail(typed);
            setForgotten(null);
          }}
        />
      )}
    </AuthFrame>
  );
}

/** Already signed in: goes to the return URL of this tab. */
function ReturnTo({ user }: { user: { id: string; role: Role } }) {
  const [returnUrl] = useState(() => {
    welcome(user.id);
    return takeReturnUrl(user);
  });
  return <Navigate to={returnUrl} replace />;
}

/** The message is removed from the address at the first key press or click. */
function useLoginMessage(search: string, state: unknown): string | null {
  const navigate = useNavigate();
  const inAddress = readLoginMessage(search);
  const [message, setMessage] = useState(inAddress);
  useEffect(() => {
    if (!inAddress) return undefined;
    setMessage(inAddress);
    const read = new AbortController();
    const clear = () => navigate("/login", { replace: true, state });
    for (const act of ["keydown", "pointerdown"]) {
      addEventListener(act, clear, { once: true, signal: read.signal });
    }
    return () => read.abort();
  }, [inAddress, navigate, state]);
  return message;
}

/** The 401 for an expired cookie deletes it, so a second request succeeds. */
function canAskAgain(failureCount: number, error: unknown): boolean {
  const { status }: Failure = readFailure(error);
  return status === 401 ? failureCount < 1 : canRetry(failureCount, error);
}

function knownEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state && state.email;
  return typeof known === "string" ? known : "";
}

/** Shown while there are no users: explains how to create the first one. */
function DeskNotSetUp() {
  return (
    <AuthMessage tone="plain" icon={<DoorOpen />}>
      <h2 className="font-medium">This desk isn't set up yet</h2>
      <p className="mt-1 text-muted-foreground">
        Open the one-time link printed in the server's terminal (valid for 1 hour). Restart the
        server to get a new one.
      </p>
      <p className="mt-2 text-muted-foreground">
        Or create the first Super Admin on the server with{" "}
        <ShellCommand>npx -y bun run user:create --email</ShellCommand> and your email address, then
        sign in here.
      </p>
    </AuthMessage>
  );
}
