import { useNavigate } from "react-router-dom";
import { errorCatalogue } from "../../shared/errors.ts";
import { forgetShell } from "../lib/forget.ts";
import { rememberWayBack } from "../lib/way-back.ts";
import { AlertDialog, AlertDialogContent } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { DialogFooter } from "../ui/dialog.tsx";

/** Once, however many calls were refused: says that the session is over and leads to /login. */
export function SessionAlert({ email }: { email: string | undefined }) {
  const navigate = useNavigate();
  const goToLogin = () => {
    rememberWayBack(location);
    navigate("/login", { state: { email } });
    forgetShell();
  };
  return (
    <AlertDialog open>
      <AlertDialogContent
        title={errorCatalogue.session_expired.message}
        description="After signing in you will be back where you were."
        onEscapeKeyDown={(event) => event.preventDefault()}
      >
        <DialogFooter>
          <Button autoFocus onClick={goToLogin}>
            Go to login
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
