import type { UserTickets as Tickets, UserRecord } from "../../../shared/users.ts";
import { formatNumber } from "../../components/format/format.ts";
import { PartTrouble } from "../../components/list/ListTrouble.tsx";
import { RecordSection } from "../../components/record/RecordSection.tsx";
import { RecordTickets } from "../../components/record/RecordTickets.tsx";
import { ShowAll } from "../../components/record/ShowAll.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** What is theirs to work on, and what they asked; the rest is a list of tickets away. */
export function UserTickets({ user }: { user: UserRecord }) {
  const { id, email, role } = user;
  const answer = trpc.users.tickets.useQuery({ id }, { meta: { showsError: true } });
  if (!answer.data) {
    return (
      <RecordSection title={role === "Customer" ? "Requested tickets" : "Assigned tickets"}>
        {answer.isError ? (
          <PartTrouble failure={readFailure(answer.error)} retry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        )}
      </RecordSection>
    );
  }
  const { assigned, requested } = answer.data;
  return (
    <>
      {assigned && (
        <Section
          title="Assigned tickets"
          words={`${formatNumber(assigned.count)} open`}
          none="No open ticket is assigned to them."
          query={`assignee:${email} is:open`}
          {...assigned}
        />
      )}
      {(requested.count > 0 || role === "Customer") && (
        <Section
          title="Requested tickets"
          words={formatNumber(requested.count)}
          none="They have asked nothing yet."
          query={`requester:${email}`}
          {...requested}
        />
      )}
    </>
  );
}

interface SectionProps extends Tickets {
  title: string;
  /** How many, in a few words. */
  words: string;
  none: string;
  /** Finds the same tickets in their list. */
  query: string;
}

function Section({ title, words, none, query, tickets, count }: SectionProps) {
  const all = `/ticket/log?${new URLSearchParams({ view: "all", q: query })}`;
  return (
    <RecordSection title={title} count={words} aside={count > 0 && <ShowAll of={title} to={all} />}>
      {count === 0 ? <p className="text-faint">{none}</p> : <RecordTickets tickets={tickets} />}
    </RecordSection>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-1">
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
    </div>
  );
}
