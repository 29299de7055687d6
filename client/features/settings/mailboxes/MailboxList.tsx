import { Inbox, Plus } from "lucide-react";
import { Link } from "react-router-dom";
import type { MailboxSummary } from "../../../../shared/mailboxes.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { MailboxState } from "./MailboxState.tsx";

/** No live event reports what a reader does. */
export const stateIntervalMs = 3_000;

export function MailboxList() {
  const list = trpc.mailboxes.list.useQuery(undefined, {
    refetchInterval: stateIntervalMs,
    meta: { showsError: true },
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-3 px-4 py-4 pb-12 shell:px-6">
        <div className="flex items-start justify-between gap-3">
          <div>
            <h1 className="font-semibold text-base">Mailboxes</h1>
            <p className="text-muted-foreground">Mail to these addresses becomes tickets.</p>
          </div>
          {list.data && list.data.length > 0 && <ConnectButton />}
        </div>
        {list.isError && !list.data && (
          <ListError failure={readFailure(list.error)} retry={() => void list.refetch()} />
        )}
        {list.isPending && <Waiting />}
        {list.data?.length === 0 && (
          <EmptyState icon={Inbox} title="No mailboxes yet" action={<ConnectButton />}>
            Connect the address your customers write to. Each mail becomes a ticket or a message on
            one.
          </EmptyState>
        )}
        {list.data && list.data.length > 0 && (
          <ul className="overflow-clip rounded-lg border bg-card">
            {list.data.map((mailbox) => (
              <li key={mailbox.id} className="border-b last:border-b-0">
                <MailboxRow mailbox={mailbox} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function MailboxRow({ mailbox }: { mailbox: MailboxSummary }) {
  const { id, name, address, error, sendError } = mailbox;
  return (
    <Link
      to={`/settings/mailboxes/${id}`}
      className="flex flex-col gap-0.5 px-3.5 py-2.5 outline-offset-[-2px] hover:bg-accent"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="wrap-anywhere font-medium">
            {name}
          </span>
          <span className="wrap-anywhere text-muted-foreground">{address}</span>
        </span>
        <MailboxState mailbox={mailbox} />
      </span>
      {error && <span className="wrap-anywhere text-danger-text text-xs">{error}</span>}
      {sendError && (
        <span className="wrap-anywhere text-danger-text text-xs">Can't send: {sendError}</span>
      )}
    </Link>
  );
}

function ConnectButton() {
  return (
    <Button asChild>
      <Link to="/settings/mailboxes/new">
        <Plus />
        Connect mailbox
      </Link>
    </Button>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="rounded-lg border">
      {["a", "b"].map((key) => (
        <div key={key} className="flex h-11 items-center gap-4 border-b px-3.5 last:border-b-0">
          <Skeleton className="w-24" />
          <Skeleton className="w-44" />
        </div>
      ))}
    </div>
  );
}
