import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { errorWords } from "../../../shared/error-words.ts";
import { hasUnsavedForm } from "../../app/navigation/unsaved-forms.ts";
import { rememberWayBack } from "../../app/navigation/way-back.ts";
import { AlertDialog, AlertDialogContent } from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { begunHere } from "../../data/drafts/begun-here.ts";
import { unsavedTextsOf } from "../../data/drafts/unsaved-texts.ts";
import { forgetShell } from "../../data/session/forget.ts";
import { lastPerson } from "../../data/session/last-person.ts";
import { askSession } from "./ask-session.ts";

/** Once, however many calls were refused: says that the session is over and leads to /login. */
export function SessionAlert({
  person,
}: {
  person: { id: string; email: string } | null | undefined;
}) {
  const navigate = useNavigate();
  const wrote = useUnsentText(person?.id);
  const [hasForm] = useState(hasUnsavedForm);
  useEffect(forgetSession, []);
  const button = useRef<HTMLButtonElement>(null);
  const goToLogin = () => {
    rememberWayBack(location, person?.id ?? lastPerson());
    navigate("/login", { state: { email: person?.email } });
    forgetShell();
  };
  return (
    <AlertDialog open>
      <AlertDialogContent
        title={errorWords.session_expired}
        description={
          hasForm
            ? "The form on this page is not saved. Sign in in another tab, and it will still be here; on the sign-in page it is lost."
            : `${wrote ? "What you wrote is kept. " : ""}After signing in you will be back where you were.`
        }
        onEscapeKeyDown={(event) => event.preventDefault()}
        // Above another dialog too, which holds the focus until this one has come.
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
 * By this call alone is the cookie of a session that is over taken away, so that no page finds it again.
 * A tab that nobody sees leaves it: its late answer would take the cookie of a sign-in in another tab.
 */
function forgetSession(): void {
  if (document.hidden) return;
  void askSession().catch(() => {});
}

/** Whether something they wrote waits until they are back, in this browser or as a draft at the desk. */
function useUnsentText(personId: string | undefined): boolean {
  const [wrote, setWrote] = useState(() =>
    [...begunHere.get().values()].some(({ begun }) => begun),
  );
  useEffect(() => {
    if (!personId) return;
    void unsavedTextsOf(personId).then((texts) => setWrote((wrote) => wrote || texts.length > 0));
  }, [personId]);
  return wrote;
}
