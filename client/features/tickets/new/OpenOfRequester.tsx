import { Link } from "react-router-dom";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { PartTrouble } from "../../../components/list/ListTrouble.tsx";
import { writeSearch } from "../../../components/list/list-address.ts";
import { RecordTickets } from "../../../components/record/RecordTickets.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { ofRequester, openTicketsQuery } from "./open-of-requester.ts";

const shown = 3;

/** Who calls again often means a ticket that is open already: it is a click away, the draft stays. */
export function OpenOfRequester({ requester }: { requester: PersonRef }) {
  const q = openTicketsQuery(requester);
  const found = trpc.tickets.list.useQuery({ q, limit: 20 }, { meta: { showsError: true } });
  const tickets = ofRequester(found.data?.tickets ?? [], requester);
  return (
    <section aria-label={`Open tickets of ${requester.name}`} className="min-h-14">
      <div className="flex items-center gap-2 text-muted-foreground text-xs">
        <h2 className="min-w-0 flex-1 truncate">
          Open tickets of <bdi>{requester.name}</bdi>
        </h2>
        {tickets.length > shown && (
          <Link
            to={`/ticket/log${writeSearch({ view: "all", q })}`}
            className="rounded-sm py-0.5 text-selected-foreground underline-offset-4 hover:underline"
          >
            Show all
          </Link>
        )}
      </div>
      {found.isError ? (
        <PartTrouble failure={readFailure(found.error)} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <div role="status" aria-label="Loading" className="flex min-h-8 items-center">
          <Skeleton className="w-3/5" />
        </div>
      ) : tickets.length === 0 ? (
        <p className="flex min-h-8 items-center text-muted-foreground">No ticket is open.</p>
      ) : (
        <RecordTickets tickets={tickets.slice(0, shown)} />
      )}
    </section>
  );
}
