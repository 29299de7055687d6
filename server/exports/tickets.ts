import { sql } from "kysely";
import { csvList } from "../../shared/csv.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportTicketsQuery } from "../../shared/schemas/exports.ts";
import { parseQuery } from "../../shared/search/query.ts";
import { fieldOf, staffFieldKeys, type ticketFields } from "../../shared/tickets/fields.ts";
import type { TicketRow } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { listTickets } from "../tickets/list.ts";
import { type Column, type ExportDeps, exportList } from "./export-list.ts";

/** Columns that the list does not show. They contain no message text. */
interface Details {
  id: string;
  channel: string;
  email: string | null;
  firstReplyAt: Date | null;
  resolvedAt: Date | null;
  closedAt: Date | null;
  reopened: number;
  rating: string | null;
  ratingComment: string | null;
}

type Line = TicketRow & { details: Details | undefined };

const columns: readonly Column<Line>[] = [
  ["Number", ({ number }) => String(number)],
  ...columnsOf("subject", "status", ...staffFieldKeys),
  ["Channel", ({ details }) => details?.channel ?? ""],
  ...columnsOf("companyId", "requesterId"),
  ["Requester's email", ({ details }) => details?.email ?? ""],
  ...columnsOf("assigneeId", "teamId", "tags"),
  ["Created (UTC)", ({ createdAt }) => createdAt],
  ["Updated (UTC)", ({ updatedAt }) => updatedAt],
  ["First reply (UTC)", ({ details }) => timeOf(details?.firstReplyAt)],
  ["Resolved (UTC)", ({ details }) => timeOf(details?.resolvedAt)],
  ["Closed (UTC)", ({ details }) => timeOf(details?.closedAt)],
  ["Snoozed until (UTC)", ({ snoozedUntil }) => snoozedUntil ?? ""],
  ["Times reopened", ({ details }) => String(details?.reopened ?? 0)],
  ["Rating", ({ details }) => details?.rating ?? ""],
  ["Rating comment", ({ details }) => details?.ratingComment ?? ""],
];

function columnsOf(...keys: (keyof typeof ticketFields)[]): Column<Line>[] {
  return keys.map(fieldOf).map(({ label, text }) => [
    label,
    (row) => {
      const value = text?.(row) ?? "";
      return typeof value === "string" ? value : csvList(value);
    },
  ]);
}

function timeOf(at: Date | null | undefined): string {
  return at?.toISOString() ?? "";
}

/**
 * For staff, within their scope. A ticket that changes during the export moves in many orders, ahead of or
 * behind the current position: none is exported twice, and those that would have been missed come last.
 */
export function exportTickets(
  deps: ExportDeps,
  query: ExportTicketsQuery,
): Promise<AsyncGenerator<string>> {
  const { sort: _, descending: __, ...filter } = query;
  let { q } = query;
  let isLate = false;
  const isOut = createMarks();
  const read = (deps: ActorDeps, cursor: string | null) =>
    listTickets(deps, {
      ...(isLate ? { ...query, q: changedLately(q), ...oldestFirst } : { ...query, q }),
      cursor: cursor || null,
      limit: pageLimit.max,
    });
  return exportList<Line>(deps, {
    act: "ticket.exported",
    subject: "ticket",
    filter,
    columns,
    async page(deps, cursor) {
      let page = await read(deps, cursor);
      // As on screen, which shows the results of a suggested spelling.
      if (page.instead !== undefined && !isLate) {
        q = page.instead;
        page = await read(deps, cursor);
      }
      const details = await readDetails(deps.db, page.tickets);
      const tickets = page.tickets.filter(({ number }) => isOut.add(number));
      const rows = tickets.map((ticket) => ({ ...ticket, details: details.get(ticket.id) }));
      // A single page is a consistent snapshot.
      const isWhole = isLate || cursor === null || !canAskMore(q);
      if (page.nextCursor !== null || isWhole) return { rows, nextCursor: page.nextCursor };
      isLate = true;
      return { rows, nextCursor: fromTheBeginning };
    },
  });
}

/** In this order, a ticket that changes again is found again. */
const oldestFirst = { sort: "updated", descending: false } as const;
const fromTheBeginning = "";

/** Changed since the export began, minus some minutes for clocks that are behind. */
function changedLately(q = ""): string {
  return `updated:>-5m ${q}`;
}

/** A query has a maximum number of terms. */
function canAskMore(q: string | undefined): boolean {
  return parseQuery(changedLately(q), "staff").problems.length === 0;
}

/** Which ticket numbers were exported: a bit for each, since there may be millions. */
function createMarks(): { add(number: number): boolean } {
  const bits = new Map<number, Uint8Array>();
  return {
    add(number) {
      const part = Math.floor(number / marksTogether);
      const marks = bits.get(part) ?? new Uint8Array(marksTogether / 8);
      bits.set(part, marks);
      const [place, bit] = [(number % marksTogether) >> 3, 1 << (number & 7)];
      const before = marks[place] ?? 0;
      marks[place] = before | bit;
      return (before & bit) === 0;
    },
  };
}

const marksTogether = 8192;

async function readDetails(db: Db, tickets: readonly TicketRow[]): Promise<Map<string, Details>> {
  if (tickets.length === 0) return new Map();
  const ids = tickets.map(({ id }) => id);
  const { rows } = await sql<Details>`
    select t.id, t.channel, requester.email, t.first_staff_reply_at as "firstReplyAt",
      t.last_resolved_at as "resolvedAt", t.closed_at as "closedAt",
      t.reopen_count as reopened, t.rating, t.rating_comment as "ratingComment"
    from tickets t join users requester on requester.id = t.requester_id
    where t.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
