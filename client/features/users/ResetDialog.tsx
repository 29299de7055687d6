import { useState } from "react";
import { type CopyableLink, fullName, type UserRecord } from "../../../shared/users.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { notify } from "../../components/notices.ts";
import { linkConsequence } from "../../components/people/LinkDialog.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { type Failure, readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";

interface ResetDialogProps {
  user: UserRecord;
  /** Else the link is shown here, to be copied. */
  byMail: boolean;
  onClose: () => void;
  onLink: (link: CopyableLink) => void;
}

/** It signs somebody out wherever they are, so it is asked first. */
export function ResetDialog({ user, byMail, onClose, onLink }: ResetDialogProps) {
  const name = fullName(user);
  const cache = useUserCache();
  const mounted = useMounted();
  const [failure, setFailure] = useState<Failure | null>(null);
  const quiet = { meta: { showsError: true } };
  const mail = trpc.users.resetByAdmin.useMutation(quiet);
  const make = trpc.users.makeLink.useMutation(quiet);
  const run = async () => {
    try {
      if (byMail) {
        const { message } = await mail.mutateAsync({ email: user.email });
        notify({ kind: "success", message });
      } else {
        onLink(await make.mutateAsync({ id: user.id }));
      }
      cache.refresh();
      if (mounted.current) onClose();
    } catch (error) {
      const failed = readFailure(error);
      if (mounted.current) setFailure(failed);
      else tellRefused(`Nothing was done for ${name}`, failed);
    }
  };
  return (
    <ConfirmDialog
      title={byMail ? `Mail ${name} a reset link?` : `Make a reset link for ${name}?`}
      description={linkConsequence}
      keep="Leave it as it is"
      act={byMail ? "Mail reset link" : "Make link"}
      isPending={mail.isPending || make.isPending}
      failure={failure}
      onAct={() => void run()}
      onClose={onClose}
    >
      {byMail && user.mayCopyLink && (
        <p>No mail server is set up: the mail is kept under Settings and reaches nobody.</p>
      )}
    </ConfirmDialog>
  );
}
