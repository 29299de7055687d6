import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useTitle } from "../../../app/navigation/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { logout } from "../../../data/calls/api.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useAnswer, useSubmit } from "../../../data/calls/use-call.ts";
import { whenOnline } from "../../../data/connection.ts";
import { clearBrowserStores, forgetShell } from "../../../data/session/forget.ts";
import { lastPerson } from "../../../data/session/last-person.ts";
import { notifyOtherTabs } from "../tabs.ts";
import { AuthCard, AuthCardSkeleton, AuthFrame } from "./AuthFrame.tsx";
import { AuthFailure } from "./AuthMessage.tsx";
import { ChoosePasswordForm } from "./ChoosePasswordForm.tsx";
import { ConfirmAddressForm } from "./ConfirmAddressForm.tsx";
import { FirstAdminForm } from "./FirstAdminForm.tsx";

interface LinkTexts {
  title: string;
  /** How to get another link if this one has expired. */
  renewal: string;
}

const textsOf: Record<string, LinkTexts> = {
  "/invitation": {
    title: "Set your password",
    renewal:
      "Ask the person who invited you for a new one, or choose “Forgot password?” on the sign-in page.",
  },
  "/reset-password": {
    title: "Choose a new password",
    renewal: "To get a new one, choose “Forgot password?” on the sign-in page.",
  },
  "/confirm-address": {
    title: "Change of address",
    renewal: "To get a new one, request the change again.",
  },
  "/setup": {
    title: "Set up your desk",
    renewal: "Until the first user is created, each start of the server prints a new one.",
  },
};

/**
 * The page of an emailed link: an invitation, a password reset or the set-up. The token is in the fragment, which browsers do not send to servers.
 * The page never asks for the session, so an expired one raises no alert here. The answer about the
 * link says whether someone is signed in.
 */
export function LinkPage() {
  const { pathname, hash } = useLocation();
  const { title, renewal } = textsOf[pathname] ?? { title: "Link", renewal: "" };
  useTitle(title);
  const token = hash.slice(1);
  return (
    <AuthFrame>
      {token ? (
        <OpenLink key={token} token={token} title={title} renewal={renewal} />
      ) : (
        <SpentLink renewal={renewal} />
      )}
    </AuthFrame>
  );
}

function OpenLink({ title, token, renewal }: LinkTexts & { token: string }) {
  const link = useAnswer(() => trpcClient.account.readLink.mutate({ token }));
  const [spent, setSpent] = useState(false);
  const [signedOut, setSignedOut] = useState(false);
  if (spent || link.failure?.code === "link_spent") return <SpentLink renewal={renewal} />;
  if (link.failure) {
    return (
      <AuthCard title={title}>
        <AuthFailure failure={link.failure} />
        <Button variant="outline" size="lg" onClick={link.again}>
          Try again
        </Button>
      </AuthCard>
    );
  }
  if (!link.data) return <AuthCardSkeleton />;
  const { kind } = link.data;
  if (kind === "address-new" || kind === "address-old") {
    return (
      <AuthCard title={title}>
        <ConfirmAddressForm token={token} link={link.data} onSpent={() => setSpent(true)} />
      </AuthCard>
    );
  }
  if (link.data.isSignedIn && !signedOut) {
    return <SignOutFirst onSignedOut={() => setSignedOut(true)} />;
  }
  return (
    <AuthCard title={title}>
      {link.data.kind === "first-admin" ? (
        <FirstAdminForm token={token} onSpent={() => setSpent(true)} />
      ) : (
        <ChoosePasswordForm token={token} link={link.data} onSpent={() => setSpent(true)} />
      )}
    </AuthCard>
  );
}

function SpentLink({ renewal }: { renewal: string }) {
  return (
    <AuthCard title="This link no longer works">
      <p role="alert" className="text-muted-foreground">
        It has expired or was already used. {renewal}
      </p>
      <Button asChild size="lg">
        <Link to="/login">Go to sign-in page</Link>
      </Button>
    </AuthCard>
  );
}

/** Its code is that of the pages behind the sign-in, which hardly any link needs. */
async function saveFor(personId: string): Promise<boolean> {
  const { saveEverything } = await import("../../../app/lazy/overlays.ts");
  return saveEverything(personId);
}

/** The link may belong to another person than the one who is signed in. */
function SignOutFirst({ onSignedOut }: { onSignedOut: () => void }) {
  const leave = useSubmit<void>(async () => {
    const person = lastPerson();
    // If their session has expired, unsaved text stays in this browser for them only.
    const saved = person === null || (await saveFor(person).catch(() => false));
    // A failed request may have set us offline. Then signing out waits for the connection.
    await whenOnline();
    await logout();
    forgetShell();
    if (saved) await clearBrowserStores();
    notifyOtherTabs("signed-out");
    onSignedOut();
  });
  return (
    <AuthCard title="Sign out and continue?">
      <p className="text-muted-foreground">
        Someone is signed in in this browser. Opening the link signs them out.
      </p>
      {leave.failure && <AuthFailure failure={leave.failure} />}
      <Button size="lg" autoFocus aria-disabled={leave.pending} onClick={() => void leave.run()}>
        Sign out and continue
      </Button>
      <Button asChild variant="ghost">
        <Link to="/">Stay signed in</Link>
      </Button>
    </AuthCard>
  );
}
