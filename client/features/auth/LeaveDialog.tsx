import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { useStore } from "../../data/store.ts";
import { leavePrompt } from "./sign-out.ts";

/** Asks before unsaved text is discarded by signing out. */
export function LeaveDialog() {
  const question = useStore(leavePrompt);
  if (!question) return null;
  return (
    <AlertDialog open onOpenChange={(open) => !open && question.answer(false)}>
      <AlertDialogContent
        title="You have unsaved changes"
        description="They are stored in this browser only, and signing out deletes them. If you stay, they are saved once the server can be reached. If you edited a draft in two places, choose one version first."
      >
        <DialogFooter>
          <AlertDialogAction asChild>
            <Button variant="destructive-outline" onClick={() => question.answer(true)}>
              Sign out and discard
            </Button>
          </AlertDialogAction>
          <AlertDialogCancel asChild>
            <Button>Stay signed in</Button>
          </AlertDialogCancel>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
