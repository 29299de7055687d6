import { useState } from "react";
import { lifetimeInWords } from "../../shared/link-lifetime.ts";
import { usersInWords } from "../../shared/user-bulk.ts";
import { deskSendsMail } from "../lib/look/desk-look.ts";
import { useStore } from "../lib/store.ts";
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx";
import type { BulkDialogProps } from "./bulk-dialog.ts";

/** Mails to many cannot be taken back. */
export function BulkInviteDialog({ count, onClose, onRun }: BulkDialogProps) {
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
      description={
        sendsMail
          ? `Each is mailed ${link}; one from before opens nothing any more. This cannot be taken back.`
          : "This desk sends no mail: the invitations are kept under Settings. Links from before open nothing any more."
      }
      keep="Invite nobody"
      act={`Invite ${usersInWords(count)}`}
      isPending={isPending}
      onAct={() => void run()}
      onClose={onClose}
    />
  );
}
