import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { RecordTickets } from "../../../shared/tickets/page.ts";
import { NotFoundPage } from "../../app/NotFoundPage.tsx";
import { ListError } from "../../components/table/ListError.tsx";
import { writeSearch } from "../../components/table/list-address.ts";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import type { Failure } from "../../data/errors.ts";
import { TicketRefs } from "./properties/TicketRefs.tsx";

interface PageProps {
  head: ReactNode;
  facts: { label: string; value: ReactNode }[];
  notes: { id: string; name: string; notes: string }[];
  record: RecordTickets;
  /** The query of all its tickets. */
  allTickets: string;
  children?: ReactNode;
}

/** What agents read of a person or a company. */
export function RecordPage({ head, facts, notes, record, allTickets, children }: PageProps) {
  const { count, openCount, lastContactAt, tickets } = record;
  const shown: PageProps["facts"] = [
    ...facts,
    {
      label: "Last contact",
      value: lastContactAt ? <TimeAgo at={lastContactAt} /> : "None yet",
    },
    { label: "Tickets", value: `${openCount} open, ${count} in total` },
  ];
  return (
    <div className="h-full overflow-y-auto">
      <article className="mx-auto flex max-w-190 flex-col gap-6 p-4 pb-12 shell:px-6">
        <header className="flex items-center gap-3 pt-2">{head}</header>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {shown.map(
            ({ label, value }) =>
              value && (
                <div key={label} className="contents">
                  <dt className="text-muted-foreground">{label}</dt>
                  <dd className="wrap-anywhere min-w-0">{value}</dd>
                </div>
              ),
          )}
        </dl>
        {notes.map(({ id, name, notes }) => (
          <div
            key={id}
            role="note"
            aria-label={`Notes on ${name}`}
            dir="auto"
            className="wrap-anywhere whitespace-pre-wrap rounded-md border border-note-border bg-note px-3 py-2 text-left text-note-foreground text-sm"
          >
            {notes}
          </div>
        ))}
        <RecordPart
          title="Tickets"
          aside={
            count > tickets.length && (
              <Link
                to={`/ticket/log${writeSearch({ view: "all", q: allTickets })}`}
                className="text-selected-foreground text-sm hover:underline"
              >
                Show all
              </Link>
            )
          }
        >
          {tickets.length > 0 ? (
            <TicketRefs tickets={tickets} />
          ) : (
            <p className="text-muted-foreground">No tickets yet.</p>
          )}
        </RecordPart>
        {children}
      </article>
    </div>
  );
}

export function RecordPart({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between pb-1.5">
        <h2 className="font-semibold text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function RecordWaiting({ failure, retry }: { failure: Failure | null; retry: () => void }) {
  if (failure?.code === "not_found") return <NotFoundPage />;
  if (failure) return <ListError failure={failure} retry={retry} />;
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex max-w-190 flex-col gap-3 p-6">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-24" />
    </div>
  );
}
