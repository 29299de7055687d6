import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { closeQuestion } from "../selection/bulk-changes.ts";

interface CloseManyProps {
  count: number;
  /** `#1284`, or `3 tickets`. */
  what: string;
  onCancel: () => void;
  onClose: () => void;
}

/** Closing ends conversations, so it is asked first. */
export function CloseMany({ count, what, onCancel, onClose }: CloseManyProps) {
  return (
    <ConfirmDialog
      title={`Close ${what}?`}
      {...closeQuestion(count)}
      act={`Close ${what}`}
      onAct={onClose}
      onClose={onCancel}
    />
  );
}
