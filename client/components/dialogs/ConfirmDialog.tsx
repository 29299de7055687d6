import type { ReactNode } from "react";
import { type Failure, readFailure } from "../../data/errors.ts";
import { Refusal } from "../Refusal.tsx";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { DialogFooter } from "../ui/dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  /** The label of the cancelling button: `Keep user`. */
  keep: string;
  /** The label of the confirming button: `Delete user`. */
  act: string;
  /** The action deletes something. */
  destructive?: boolean;
  /** The call that the action makes: while it is sent the button waits, and a refusal is shown. */
  call?: { isPending: boolean; error: unknown };
  /** Where there is no such call, or its refusal is shown in other words or elsewhere. */
  isPending?: boolean;
  failure?: Failure | null;
  onAct: () => void;
  /** After any answer, and on Escape. */
  onClose: () => void;
  /** Further text or fields. */
  children?: ReactNode;
}

/** Asks before an action that is hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, keep, act, destructive = false, call } = props;
  const { isPending = call?.isPending ?? false, onAct, onClose, children } = props;
  const { failure = call?.error ? readFailure(call.error) : null } = props;
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
            // Not `disabled`, which would lose the focus.
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
