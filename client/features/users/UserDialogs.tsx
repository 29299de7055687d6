import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { type CopyableLink, fullName, type User, type UserRecord } from "../../../shared/users.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { LinkDialog, linkConsequence } from "../../components/dialogs/LinkDialog.tsx";
import { notify } from "../../components/notices.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { type Failure, notifyError, readFailure } from "../../data/errors.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { UserDialog } from "./UserDialog.tsx";
import { useUserCache } from "./user-cache.ts";
import { closeUserDialog, showLink, userDialog } from "./user-dialogs.ts";

/** The one dialog that is open above the list. */
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
          preset={open.kind === "new" ? open.preset : undefined}
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

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deleting cannot be undone, so the dialog lists what is deleted and what stays. */
function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const name = fullName(user);
  const cache = useUserCache();
  const mounted = useMounted();
  // The callbacks also run when the dialog is closed by then.
  const call = trpc.users.delete.useMutation({
    meta: { showsError: true },
    onSuccess: () => {
      if (mounted.current) {
        onClose();
        onDeleted();
      }
      cache.refresh();
      notify({ kind: "success", message: `${name} was deleted` });
    },
    onError: (error) =>
      mounted.current || notifyError(`${name} was not deleted`, readFailure(error)),
  });
  const remove = useKeyed(call);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description="You can't undo this. To only block access, disable the user instead."
      keep="Keep user"
      act="Delete user"
      destructive
      call={remove}
      onAct={() => remove.mutate({ id: user.id })}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>Tickets and messages stay and show “Deleted user” as the name.</li>
        <li>Name, email, phone, drafts, sessions and notifications are deleted.</li>
        {user.role !== "Customer" && <li>Their open tickets become unassigned.</li>}
      </ul>
    </ConfirmDialog>
  );
}

interface ResetDialogProps {
  user: UserRecord;
  /** False: the link is shown here, to be copied. */
  byMail: boolean;
  onClose: () => void;
  onLink: (link: CopyableLink) => void;
}

/** Asks first, because a reset ends every session of the user. */
function ResetDialog({ user, byMail, onClose, onLink }: ResetDialogProps) {
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
      else notifyError(`Couldn't create a link for ${name}`, failed);
    }
  };
  return (
    <ConfirmDialog
      title={byMail ? `Email ${name} a reset link?` : `Create a reset link for ${name}?`}
      description={linkConsequence}
      keep="Cancel"
      act={byMail ? "Email reset link" : "Create link"}
      isPending={mail.isPending || make.isPending}
      failure={failure}
      onAct={() => void run()}
      onClose={onClose}
    >
      {byMail && (user.canCopyLink || user.linkOnServer) && (
        <p>Email isn't set up, so the email is stored under Settings and not sent.</p>
      )}
    </ConfirmDialog>
  );
}
