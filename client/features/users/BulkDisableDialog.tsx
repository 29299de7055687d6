import { useState } from "react";
import { usersInWords } from "../../../shared/user-bulk.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import type { BulkDialogProps } from "./bulk-dialog.ts";

export function BulkDisableDialog({ count, onClose, onRun }: BulkDialogProps) {
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    await onRun({ kind: "state", state: "disabled" });
    setPending(false);
  };
  return (
    <ConfirmDialog
      title={`Disable ${usersInWords(count)}?`}
      description="Their sessions end at once and open tickets of theirs are unassigned. Each can be enabled again, and for ten minutes Undo gives the tickets back too."
      keep="Leave them as they are"
      act={`Disable ${usersInWords(count)}`}
      destructive
      isPending={isPending}
      onAct={() => void run()}
      onClose={onClose}
    />
  );
}
