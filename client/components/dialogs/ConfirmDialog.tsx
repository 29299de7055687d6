import type { ReactNode } from "react";
import type { Failure } from "../../data/errors.ts";
import { Refusal } from "../Refusal.tsx";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { DialogFooter } from "../ui/dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  /** What the button says that leaves all as it is: `Keep user`. */
  keep: string;
  /** What the button says that does it: `Delete user`. */
  act: string;
  /** It takes something away. */
  destructive?: boolean;
  isPending?: boolean;
  failure?: Failure | null;
  onAct: () => void;
  /** Whatever was answered, and by Escape. */
  onClose: () => void;
  /** What more there is to say or to choose. */
  children?: ReactNode;
}

/** A question before something that is not easily taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, keep, act, destructive = false, isPending = false } = props;
  const { failure = null, onAct, onClose, children } = props;
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent title={title} description={description}>
        {children}
        <Refusal failure={failure} />
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{keep}</Button>
          </AlertDialogCancel>
          <Button
            variant={destructive ? "destructive" : "default"}
            // Not disabled, which would lose the focus.
            aria-disabled={isPending}
            onClick={() => !isPending && onAct()}
          >
            {act}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
