import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../../../components/ui/alert-dialog.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogFooter } from "../../../components/ui/dialog.tsx";

interface CloseDialogProps {
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClose: () => void;
}

/** Closing ends the conversation, so it is asked first. */
export function CloseDialog({ number, open, onOpenChange, onClose }: CloseDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent
        title={`Close #${number}?`}
        description="Its conversation ends here. What the customer writes later opens a new ticket that is linked to this one."
      >
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Leave it as it is</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button onClick={onClose}>Close ticket</Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
