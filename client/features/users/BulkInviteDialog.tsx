import { useState } from "react";
import { lifetimeInWords } from "../../../shared/link-lifetime.ts";
import { usersInWords } from "../../../shared/user-bulk.ts";
import { deskSendsMail } from "../../app/theme/desk-look.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { useStore } from "../../data/store.ts";
import type { BulkDialogProps } from "./bulk-dialog.ts";

/** Mails to many cannot be taken back. */
export function BulkInviteDialog({ count, leftOut, onClose, onRun }: BulkDialogProps) {
  const [isPending, setPending] = useState(false);
  const sendsMail = useStore(deskSendsMail);
  const run = async () => {
    setPending(true);
    await onRun({ kind: "invite" });
    setPending(false);
  };
  const link = `a link to choose a password, good for ${lifetimeInWords("invitation")}`;
  return (
    <ConfirmDialog
      title={`Invite ${usersInWords(count)}?`}
      description={[
        sendsMail
          ? `Each is mailed ${link}; one from before opens nothing any more. This cannot be taken back.`
          : "This desk sends no mail: the invitations are kept under Settings. Links from before open nothing any more.",
        ...(leftOut > 0 ? [othersInWords(leftOut)] : []),
      ].join(" ")}
      keep="Invite nobody"
      act={`Invite ${usersInWords(count)}`}
      isPending={isPending}
      onAct={() => void run()}
      onClose={onClose}
    />
  );
}

function othersInWords(count: number): string {
  return count === 1
    ? "One of those chosen waits for no invitation and is left out."
    : `${count.toLocaleString("en")} of those chosen wait for no invitation and are left out.`;
}
