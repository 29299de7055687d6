import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";

interface CloseDialogProps {
  count: number;
  /** `#1284` or `3 tickets` */
  what: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before closing, because a closed ticket can't be reopened. */
export function CloseDialog({ count, what, onConfirm, onClose }: CloseDialogProps) {
  return (
    <ConfirmDialog
      title={`Close ${what}?`}
      description={closeEffect(count)}
      keep="Cancel"
      act={count === 1 ? "Close ticket" : `Close ${what}`}
      onAct={onConfirm}
      onClose={onClose}
    />
  );
}

export function closeEffect(count: number): string {
  return count === 1
    ? "Customers can no longer reply to this ticket; a reply starts a new one."
    : "Customers can no longer reply to these tickets; a reply starts a new one. Only resolved tickets will be closed.";
}
