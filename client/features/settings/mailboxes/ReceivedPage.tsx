import { Inbox } from "lucide-react";
import { Fragment } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { ReceivedDay } from "../../../../shared/mailboxes.ts";
import { formatDayName, formatNumber } from "../../../components/format/format.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { ReceivedMails } from "./ReceivedMails.tsx";

const intervalMs = 10_000;

/** What became of each received mail, in numbers that add up; each opens its list. */
export function ReceivedPage() {
  const [params] = useSearchParams();
  return params.has("day") ? <ReceivedMails /> : <ReceivedDays />;
}

function ReceivedDays() {
  const timeZone = useTimeZone();
  const days = trpc.mailboxes.receivedDays.useQuery(
    { timeZone },
    { refetchInterval: intervalMs, meta: { showsError: true } },
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-3 px-4 py-4 pb-12 shell:px-6">
        <div>
          <h1 className="font-semibold text-base">Received</h1>
          <p className="text-muted-foreground">
            What became of each mail of the last 30 days. Nothing is left out.
          </p>
        </div>
        {days.isError && !days.data && (
          <ListError failure={readFailure(days.error)} retry={() => void days.refetch()} />
        )}
        {days.isPending && <Waiting />}
        {days.data?.length === 0 && (
          <EmptyState
            icon={Inbox}
            title="No mail received yet"
            action={
              <Button asChild variant="outline">
                <Link to="/settings/mailboxes">Show mailboxes</Link>
              </Button>
            }
          >
            Mail that arrives in a connected mailbox is counted here.
          </EmptyState>
        )}
        {days.data?.map((row, at) => (
          <Fragment key={`${row.day} ${row.mailbox.id}`}>
            {row.day !== days.data[at - 1]?.day && (
              <h2 className="pt-2 font-medium">{formatDayName(row.day)}</h2>
            )}
            <Sum row={row} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** `Received 1,204 = 310 tickets + 871 messages + 23 held` */
function Sum({ row }: { row: ReceivedDay }) {
  const { mailbox, received, tickets, messages, held, beingRead } = row;
  const to = (outcome?: string) => {
    const params = new URLSearchParams({ mailbox: mailbox.id, day: row.day });
    if (outcome) params.set("outcome", outcome);
    return `/settings/mailboxes/received?${params}`;
  };
  return (
    <div className="rounded-lg border bg-card px-3.5 py-2.5">
      <p dir="auto" className="wrap-anywhere text-muted-foreground">
        {mailbox.name}
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5 tabular-nums">
        <Count to={to()} words={`Received ${formatNumber(received)}`} />
        <span>=</span>
        <Count to={to("ticket")} words={counted(tickets, "ticket")} />
        <span>+</span>
        <Count to={to("message")} words={counted(messages, "message")} />
        <span>+</span>
        <Count to={to("held")} words={`${formatNumber(held)} held`} />
        {beingRead > 0 && (
          <span className="text-muted-foreground">
            · <Count to={to("stored")} words={`${formatNumber(beingRead)} being read`} />
          </span>
        )}
      </p>
    </div>
  );
}

function Count({ to, words }: { to: string; words: string }) {
  return (
    <Link
      to={to}
      className="inline-flex items-center hover:text-selected-foreground hover:underline pointer-coarse:min-h-11"
    >
      {words}
    </Link>
  );
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} className="h-16 rounded-lg" />
      ))}
    </div>
  );
}
