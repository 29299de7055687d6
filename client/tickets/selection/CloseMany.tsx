import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";

interface CloseManyProps {
  /** `#1284`, or `3 tickets`. */
  what: string;
  onCancel: () => void;
  onClose: () => void;
}

/** Closing ends conversations, so it is asked first. */
export function CloseMany({ what, onCancel, onClose }: CloseManyProps) {
  return (
    <ConfirmDialog
      title={`Close ${what}?`}
      description="Their conversations end here. What a customer writes later opens a new ticket. Only resolved tickets can be closed; the others are named and stay."
      keep="Leave them as they are"
      act={`Close ${what}`}
      onAct={onClose}
      onClose={onCancel}
    />
  );
}
