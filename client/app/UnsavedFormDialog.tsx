import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../components/ui/alert-dialog.tsx";
import { Button } from "../components/ui/button.tsx";
import { DialogFooter } from "../components/ui/dialog.tsx";
import { unsavedFormPrompt } from "./navigation/unsaved-forms.ts";

export function UnsavedFormDialog() {
  return (
    <AlertDialog open onOpenChange={(open) => !open && unsavedFormPrompt.get()?.answer(false)}>
      <AlertDialogContent
        title="Leave without saving?"
        description="Your changes on this page aren't saved yet."
      >
        <DialogFooter>
          <AlertDialogAction asChild>
            <Button
              variant="destructive-outline"
              onClick={() => unsavedFormPrompt.get()?.answer(true)}
            >
              Leave and discard
            </Button>
          </AlertDialogAction>
          <AlertDialogCancel asChild>
            <Button>Keep editing</Button>
          </AlertDialogCancel>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
