import { useNavigate } from "react-router-dom";
import { LinkDialog } from "../../components/people/LinkDialog.tsx";
import { useStore } from "../../data/store.ts";
import { BulkCompanyDialog } from "./BulkCompanyDialog.tsx";
import { BulkDisableDialog } from "./BulkDisableDialog.tsx";
import { BulkInviteDialog } from "./BulkInviteDialog.tsx";
import { BulkRoleDialog } from "./BulkRoleDialog.tsx";
import type { BulkDialogProps, BulkQuestion } from "./bulk-dialog.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { ResetDialog } from "./ResetDialog.tsx";
import { UserDialog } from "./UserDialog.tsx";
import { closeUserDialog, showLink, userDialog } from "./user-dialogs.ts";

/** Whatever is asked or told above the list. */
export function UserDialogs({ listAddress }: { listAddress: string }) {
  const open = useStore(userDialog);
  const navigate = useNavigate();
  if (!open) return null;
  const search = listAddress.slice(listAddress.indexOf("?") + 1 || listAddress.length);
  return (
    <>
      {(open.kind === "new" || open.kind === "edit") && (
        <UserDialog
          user={open.kind === "edit" ? open.user : null}
          begun={open.kind === "new" ? open.begun : undefined}
          onClose={closeUserDialog}
          onCreated={(user, link) => {
            navigate(`/user/${user.id}${search && `?${search}`}`);
            if (link) showLink(user, link);
          }}
        />
      )}
      {open.kind === "delete" && (
        <DeleteDialog
          user={open.user}
          onClose={closeUserDialog}
          onDeleted={() => navigate(listAddress)}
        />
      )}
      {(open.kind === "reset" || open.kind === "copy-link") && (
        <ResetDialog
          user={open.user}
          byMail={open.kind === "reset"}
          onClose={closeUserDialog}
          onLink={(link) => showLink(open.user, link)}
        />
      )}
      {open.kind === "link" && (
        <LinkDialog user={open.user} link={open.link} onClose={closeUserDialog} />
      )}
    </>
  );
}

const bulkDialogs = {
  role: BulkRoleDialog,
  company: BulkCompanyDialog,
  disable: BulkDisableDialog,
  invite: BulkInviteDialog,
} satisfies Record<BulkQuestion, unknown>;

/** What is asked before many are changed. */
export function BulkDialogs({ asking, ...props }: BulkDialogProps & { asking: BulkQuestion }) {
  const Dialog = bulkDialogs[asking];
  return <Dialog {...props} />;
}
