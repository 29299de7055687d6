import { Link } from "react-router-dom";
import { Button } from "../../../components/ui/button.tsx";
import { logout } from "../../../data/calls/api.ts";
import { useAct } from "../../../data/calls/use-call.ts";
import { whenLineIsBack } from "../../../data/offline/online.ts";
import { clearBrowserStores, forgetShell } from "../../../data/session/forget.ts";
import { lastPerson } from "../../../data/session/last-person.ts";
import { bringAllHome } from "../leaving.ts";
import { tellOtherTabs } from "../tabs.ts";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFailure } from "./AuthFailure.tsx";

/** A link may be meant for somebody else than the person who works in this browser. */
export function SignOutFirst({ onSignedOut }: { onSignedOut: () => void }) {
  const leave = useAct<void>(async () => {
    const person = lastPerson();
    // Their session may be over, and then nothing can be saved: it waits here for them alone.
    const saved = person === null || (await bringAllHome(person).catch(() => false));
    // An act that nobody answered has told of a line that is lost: is it, signing out waits as well.
    await whenLineIsBack();
    await logout();
    forgetShell();
    if (saved) await clearBrowserStores();
    tellOtherTabs("signed-out");
    onSignedOut();
  });
  return (
    <AuthCard title="Sign out and go on?">
      <p className="text-muted-foreground">
        Somebody is signed in in this browser. To open the link, they are signed out here first.
      </p>
      {leave.failure && <AuthFailure failure={leave.failure} />}
      <Button size="lg" autoFocus aria-disabled={leave.pending} onClick={() => void leave.run()}>
        Sign out and go on
      </Button>
      <Button asChild variant="ghost">
        <Link to="/">Stay signed in</Link>
      </Button>
    </AuthCard>
  );
}
