import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { clientErrorMessages } from "../../../shared/client-error-messages.ts";
import { saveReturnUrl } from "../../app/navigation/return-url.ts";
import { hasUnsavedForm } from "../../app/navigation/unsaved-forms.ts";
import { AlertDialog, AlertDialogContent } from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { startedHere } from "../../data/drafts/started-here.ts";
import { unsavedTextsOf } from "../../data/drafts/unsaved-texts.ts";
import { forgetShell } from "../../data/session/forget.ts";
import { lastPerson } from "../../data/session/last-person.ts";
import { askSession } from "./ask-session.ts";

/** Says that the session expired and leads to /login. Shown once, however many calls failed. */
export function SessionAlert({
  person,
}: {
  person: { id: string; email: string } | null | undefined;
}) {
  const navigate = useNavigate();
  const wrote = useUnsentText(person?.id);
  const [hasForm] = useState(hasUnsavedForm);
  useEffect(deleteExpiredCookie, []);
  const button = useRef<HTMLButtonElement>(null);
  const goToLogin = () => {
    saveReturnUrl(location, person?.id ?? lastPerson());
    navigate("/login", { state: { email: person?.email } });
    forgetShell();
  };
  return (
    <AlertDialog open>
      <AlertDialogContent
        title={clientErrorMessages.session_expired}
        description={
          hasForm
            ? "The form on this page isn't saved. To keep it, sign in in another tab. Going to the sign-in page discards it."
            : `${wrote ? "Your text is saved. " : ""}After signing in you'll return to this page.`
        }
        onEscapeKeyDown={(event) => event.preventDefault()}
        // Another open dialog would keep the focus otherwise.
        onOpenAutoFocus={() => button.current?.focus()}
      >
        <DialogFooter>
          {hasForm && (
            <Button asChild variant="outline">
              <a href="/login" target="_blank" rel="noreferrer">
                Sign in in another tab
              </a>
            </Button>
          )}
          <Button ref={button} onClick={goToLogin}>
            Go to sign-in page
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/**
 * This call deletes the cookie of the expired session. A hidden tab does not make it: its late answer
 * could delete the cookie of a sign-in in another tab.
 */
function deleteExpiredCookie(): void {
  if (document.hidden) return;
  void askSession().catch(() => {});
}

/** Whether unsent text is saved, in this browser or as a draft on the server. */
function useUnsentText(personId: string | undefined): boolean {
  const [wrote, setWrote] = useState(() =>
    [...startedHere.get().values()].some(({ begun }) => begun),
  );
  useEffect(() => {
    if (!personId) return;
    void unsavedTextsOf(personId).then((texts) => setWrote((wrote) => wrote || texts.length > 0));
  }, [personId]);
  return wrote;
}
