import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { useStore } from "../../data/store.ts";
import { leaveQuestion } from "./leaving.ts";

/** What was written is thrown away only by whoever wrote it. */
export function LeaveDialog() {
  const question = useStore(leaveQuestion);
  if (!question) return null;
  return (
    <AlertDialog open onOpenChange={(open) => !open && question.answer(false)}>
      <AlertDialogContent
        title="Something of yours has not reached the desk"
        description="It is in this browser only, and leaving removes it here. Stay, and it is saved as soon as the desk can be reached; where you wrote in two places, choose one of the texts first."
      >
        <DialogFooter>
          <AlertDialogAction asChild>
            <Button variant="destructive-outline" onClick={() => question.answer(true)}>
              Leave and lose it
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
