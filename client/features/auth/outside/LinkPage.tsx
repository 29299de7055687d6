import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useTitle } from "../../../app/navigation/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useAnswer } from "../../../data/calls/use-call.ts";
import { AuthCard } from "./AuthCard.tsx";
import { AuthCardSkeleton } from "./AuthCardSkeleton.tsx";
import { AuthFailure } from "./AuthFailure.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { ChoosePasswordForm } from "./ChoosePasswordForm.tsx";
import { FirstAdminForm } from "./FirstAdminForm.tsx";
import { SignOutFirst } from "./SignOutFirst.tsx";

interface LinkPageProps {
  title: string;
  /** Where another link comes from, once this one is spent. */
  renewal: string;
}

/**
 * Where a mailed link leads. Its token stands in the fragment, which browsers send to nobody; the
 * page never asks for the session, so an expired one raises no alert here. What it is told of the
 * link says whether somebody is signed in.
 */
export function LinkPage({ title, renewal }: LinkPageProps) {
  useTitle(title);
  const token = useLocation().hash.slice(1);
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

function OpenLink({ title, token, renewal }: LinkPageProps & { token: string }) {
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
    <AuthCard title="This link does not work any more">
      <p role="alert" className="text-muted-foreground">
        It has been used or has run out. {renewal}
      </p>
      <Button asChild size="lg">
        <Link to="/login">Go to sign-in page</Link>
      </Button>
    </AuthCard>
  );
}
