import { type AddressChange, fullName, type User } from "../../../shared/users.ts";
import { deskSendsMail } from "../../app/theme/desk-theme.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { ShellCommand } from "../../components/ui/shell-command.tsx";
import { ShortDay } from "../../components/ui/time-ago.tsx";
import { notifyError, readFailure } from "../../data/errors.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";

interface PendingAddressProps {
  user: User;
  change: AddressChange;
}

/** A new address that waits to be confirmed, and the button that cancels it. */
export function PendingAddress({ user, change }: PendingAddressProps) {
  const sendsMail = useStore(deskSendsMail);
  const cache = useUserCache();
  const { mutateAsync, isPending } = trpc.users.cancelAddressChange.useMutation({
    meta: { showsError: true },
  });
  const cancel = async () => {
    try {
      await mutateAsync({ id: user.id });
      notify({
        kind: "success",
        message: `The change of ${fullName(user)}’s address was cancelled`,
      });
    } catch (error) {
      notifyError("Couldn't cancel the change", readFailure(error));
    } finally {
      cache.refresh();
    }
  };
  return (
    <div className="flex flex-col items-start gap-1 py-1.5">
      <p>
        <bdi>{change.email}</bdi>, waiting to be confirmed {waitsFor(change)} until{" "}
        <ShortDay at={change.expiresAt} />
      </p>
      {!sendsMail && (
        <p className="text-muted-foreground text-xs">
          This desk sends no mail. Confirm it on the server:{" "}
          <ShellCommand>npx -y bun run user:address --email {user.email}</ShellCommand>
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-disabled={isPending}
        onClick={() => !isPending && void cancel()}
      >
        Cancel address change
      </Button>
    </div>
  );
}

function waitsFor({ confirmedByNew, confirmedByOld }: AddressChange): string {
  if (confirmedByNew) return "from the current address";
  if (confirmedByOld) return "from the new address";
  return "from the new and the current address";
}
