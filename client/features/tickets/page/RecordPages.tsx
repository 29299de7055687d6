import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import { printName } from "../../../../shared/search/print.ts";
import type { RecordTickets } from "../../../../shared/tickets/page.ts";
import { NotFoundPage } from "../../../app/NotFoundPage.tsx";
import { usePage } from "../../../app/navigation/page.ts";
import { formatClock } from "../../../components/format/format.ts";
import { ListError } from "../../../components/table/ListError.tsx";
import { writeSearch } from "../../../components/table/list-address.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { trpc } from "../../../data/trpc.ts";
import { TicketRefs } from "../properties/TicketRefs.tsx";

/** A customer, read-only, for agents. */
export function PersonPage() {
  const { place = "" } = useParams();
  const person = trpc.tickets.person.useQuery({ id: place }, { meta: { showsError: true } });
  const now = useNow();
  usePage({ label: "Tickets", to: "/ticket/log" }, person.data?.name ?? "Person");
  if (!person.data) {
    return (
      <Waiting
        failure={person.isError ? readFailure(person.error) : null}
        retry={() => void person.refetch()}
      />
    );
  }
  const { id, name, email, phone, timeZone, companies } = person.data;
  return (
    <Page
      head={
        <>
          <Avatar id={id} name={name} size="lg" />
          <h1 dir="auto" className="wrap-anywhere min-w-0 text-left font-semibold text-xl">
            {name}
          </h1>
        </>
      }
      facts={[
        {
          label: "Email",
          value: email && (
            <a href={`mailto:${email}`} className="hover:underline">
              {email}
            </a>
          ),
        },
        { label: "Phone", value: phone },
        { label: "Local time", value: timeZone && formatClock(now, timeZone) },
        {
          label: companies.length > 1 ? "Companies" : "Company",
          value:
            companies.length > 0 &&
            companies.map((company, at) => (
              <span key={company.id}>
                {at > 0 && ", "}
                <Link to={`/company/${company.id}`} className="hover:underline">
                  <bdi>{company.name}</bdi>
                </Link>
              </span>
            )),
        },
      ]}
      notes={companies
        .filter(({ notes }) => notes !== "")
        .map(({ id, name, notes }) => ({ id, name, notes }))}
      record={person.data}
      allTickets={`requester:${printName(name)}`}
    />
  );
}

/** A company, read-only, for agents. */
export function CompanyPage() {
  const { place = "" } = useParams();
  const company = trpc.tickets.company.useQuery({ id: place }, { meta: { showsError: true } });
  usePage({ label: "Tickets", to: "/ticket/log" }, company.data?.name ?? "Company");
  if (!company.data) {
    return (
      <Waiting
        failure={company.isError ? readFailure(company.error) : null}
        retry={() => void company.refetch()}
      />
    );
  }
  const { id, name, domains, notes, people } = company.data;
  return (
    <Page
      head={
        <h1 dir="auto" className="wrap-anywhere min-w-0 text-left font-semibold text-xl">
          {name}
        </h1>
      }
      facts={[{ label: "Email domains", value: domains.join(", ") }]}
      notes={notes === "" ? [] : [{ id, name, notes }]}
      record={company.data}
      allTickets={`company:${printName(name)}`}
    >
      <Part title={`People (${people.length})`}>
        {people.length === 0 ? (
          <p className="text-muted-foreground">No members yet.</p>
        ) : (
          <ul className="flex flex-col">
            {people.map((person) => (
              <li key={person.id} className="flex min-w-0 gap-2 py-1">
                <Link to={`/user/${person.id}`} className="shrink-0 hover:underline">
                  <bdi>{person.name}</bdi>
                </Link>
                <span className="min-w-0 truncate text-muted-foreground">{person.email}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
    </Page>
  );
}

interface PageProps {
  head: ReactNode;
  facts: { label: string; value: ReactNode }[];
  notes: { id: string; name: string; notes: string }[];
  record: RecordTickets;
  /** The query of all its tickets. */
  allTickets: string;
  children?: ReactNode;
}

function Page({ head, facts, notes, record, allTickets, children }: PageProps) {
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
        <Part
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
        </Part>
        {children}
      </article>
    </div>
  );
}

function Part({
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

function Waiting({ failure, retry }: { failure: Failure | null; retry: () => void }) {
  if (failure?.code === "not_found") return <NotFoundPage />;
  if (failure) return <ListError failure={failure} retry={retry} />;
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex max-w-190 flex-col gap-3 p-6">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-24" />
    </div>
  );
}
