import { fullName, type User } from "../../../shared/users.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { notify } from "../../components/notices.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
  onDeleted: () => void;
}

/** It cannot be taken back, so it says first what goes and what stays. */
export function DeleteDialog({ user, onClose, onDeleted }: DeleteDialogProps) {
  const name = fullName(user);
  const cache = useUserCache();
  const mounted = useMounted();
  // Also where the question is closed by then.
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
      mounted.current || tellRefused(`${name} was not deleted`, readFailure(error)),
  });
  const remove = useKeyed(call);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description="This cannot be undone. To keep the person and only shut them out, disable them instead."
      keep="Keep user"
      act="Delete user"
      destructive
      isPending={remove.isPending}
      failure={remove.isError ? readFailure(remove.error) : null}
      onAct={() => remove.mutate({ id: user.id })}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>Tickets and messages stay, under the name “Deleted user”.</li>
        <li>Name, address, phone, drafts, sessions and notifications are gone.</li>
        {user.role !== "Customer" && <li>Their open tickets are unassigned.</li>}
      </ul>
    </ConfirmDialog>
  );
}
