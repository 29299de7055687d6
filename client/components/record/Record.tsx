import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { StatusMark } from "../ticket/StatusMark.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

interface RecordProps {
  /** The accessible name. */
  label: string;
  /** Stays visible while the rest scrolls. */
  header: ReactNode;
  children: ReactNode;
}

/** A record with a fixed header and a scrolling body. */
export function Record({ label, header, children }: RecordProps) {
  return (
    <section data-slot="record" aria-label={label} className="flex min-h-0 flex-1 flex-col">
      {header}
      <div className="min-h-0 flex-1 overflow-y-auto px-4.5 pb-6">{children}</div>
    </section>
  );
}

interface RecordSectionProps {
  title: string;
  /** A short count. */
  count?: ReactNode;
  /** Shown at the end of the heading: `Show all`, or an add button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a record with its own heading. */
export function RecordSection({ title, count, aside, children }: RecordSectionProps) {
  return (
    <section aria-label={title} className="border-t py-3">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        <span className="min-w-0 flex-1 truncate text-muted-foreground tabular-nums">{count}</span>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface ShowAllProps {
  /** The section's title, for the accessible name. */
  of: string;
  to: string;
}

/** A link at the end of a section's heading. */
export function ShowAll({ of, to }: ShowAllProps) {
  return (
    <Link
      to={to}
      aria-label={`Show all: ${of}`}
      className="rounded-sm text-selected-foreground underline-offset-4 hover:underline print:hidden"
    >
      Show all
    </Link>
  );
}

/** Rows of labels and values. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-0.5 pb-3">{children}</dl>;
}

export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[6.5rem_minmax(0,1fr)] items-start">
      <dt className="py-1.5 text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere flex min-h-8 min-w-0 flex-col justify-center">{children}</dd>
    </div>
  );
}

interface RecordTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
}

/** A few tickets of a record, each a link to its page. */
export function RecordTickets({ tickets }: { tickets: readonly RecordTicket[] }) {
  return (
    <ul className="-mx-1.5">
      {tickets.map(({ id, number, subject, status, updatedAt }) => (
        <li key={id}>
          <Link
            to={`/ticket/${number}`}
            data-hint={subject}
            data-hint-cut=""
            className="flex min-h-8 min-w-0 items-center gap-2 rounded-md px-1.5 hover:bg-accent pointer-coarse:min-h-11"
          >
            <StatusMark status={status} />
            <span className="shrink-0 text-muted-foreground tabular-nums">#{number}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {subject}
            </span>
            <TimeAgo at={updatedAt} className="text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
