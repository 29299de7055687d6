import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import {
  type DemoTicket,
  type DerivedEvent,
  type DerivedTicket,
  deriveTicket,
  releasedAt,
} from "./derive.ts";
import type { DemoDesk } from "./desk.ts";
import type { DeskIds } from "./insert-desk.ts";

interface Loading {
  now: Date;
  ids: DeskIds;
  progress?: (done: number, total: number) => void;
}

export interface Numbered {
  id: string;
  number: number;
  ticket: DemoTicket;
  derived: DerivedTicket;
  /** The id of what one person did at one moment: a reply and what it changed belong together. */
  actIdAt(by: string | null, at: Date): string;
}

/** Inserts tickets with their people, tags, messages, events and spans, in batches. */
export async function insertTickets(
  tx: Tx,
  { tickets, users }: DemoDesk,
  { now, ids, progress }: Loading,
): Promise<void> {
  const staff = new Set(users.filter(({ role }) => role !== "Customer").map(({ email }) => email));
  const isStaff = (email: string) => staff.has(email);
  const numbers = await takeNumbers(tx, tickets.length);
  for (let done = 0; done < tickets.length; ) {
    const part = tickets.slice(done, done + atOnce).map((ticket, index): Numbered => {
      const id = idAt(ticket.createdAt);
      const derived = deriveTicket(ticket, { now, isStaff });
      const number = numbers[done + index] ?? 0;
      return { id, number, ticket, derived, actIdAt: actIds() };
    });
    await tx
      .insertInto("tickets")
      .values(part.map((one) => ticketRow(one, ids, isStaff)))
      .execute();
    await insertPeople(tx, part, ids);
    await insertTags(tx, part, ids);
    await tx
      .insertInto("messages")
      .values(part.flatMap((one) => messageRows(one, ids, isStaff)))
      .execute();
    await tx
      .insertInto("ticket_events")
      .values(part.flatMap((one) => eventRows(one, ids)))
      .execute();
    await tx.insertInto("status_spans").values(part.flatMap(spanRows)).execute();
    done += part.length;
    progress?.(done, tickets.length);
  }
}

export function actIds(): Numbered["actIdAt"] {
  const known = new Map<string, string>();
  return (by, at) => {
    const moment = `${by} ${at.getTime()}`;
    const id = known.get(moment) ?? idAt(at);
    known.set(moment, id);
    return id;
  };
}

/** Keeps each statement below Postgres' limit of parameters. */
const atOnce = 200;

export function ticketRow(
  { id, number, ticket, derived }: Numbered,
  ids: DeskIds,
  isStaff: (email: string) => boolean,
) {
  return {
    id,
    number,
    subject: ticket.subject,
    status: derived.status,
    priority: derived.priority,
    type: ticket.type,
    channel: ticket.channel,
    company_id: ids.company(ticket.company),
    requester_id: ids.user(ticket.requester),
    assignee_id: derived.assignee === null ? null : ids.user(derived.assignee),
    team_id: ids.team(ticket.team),
    opened_by_staff: isStaff(ticket.openedBy),
    version: derived.version,
    created_at: ticket.createdAt,
    updated_at: derived.updatedAt,
    publicly_updated_at: derived.publiclyUpdatedAt,
    waiting_for: derived.waitingFor,
    waiting_since: derived.waitingSince,
    unassigned_since: derived.unassignedSince,
    first_staff_reply_at: derived.firstStaffReplyAt,
    last_staff_reply_at: derived.lastStaffReplyAt,
    last_customer_message_at: derived.lastCustomerMessageAt,
    staff_reply_count: derived.staffReplyCount,
    first_resolved_at: derived.firstResolvedAt,
    last_resolved_at: derived.lastResolvedAt,
    reopen_count: derived.reopenCount,
    closed_at: derived.closedAt,
    snoozed_until: derived.snoozedUntil,
    rating: derived.rating && (derived.rating.good ? ("good" as const) : ("bad" as const)),
    rating_comment: derived.rating?.comment || null,
    rated_at: derived.rating?.at ?? null,
  };
}

async function insertPeople(tx: Tx, part: readonly Numbered[], ids: DeskIds): Promise<void> {
  const people = part.flatMap(({ id, ticket }) =>
    [...new Set([ticket.requester, ...ticket.followers])].map((email) => ({
      ticket_id: id,
      user_id: ids.user(email),
    })),
  );
  await tx.insertInto("ticket_people").values(people).execute();
}

async function insertTags(tx: Tx, part: readonly Numbered[], ids: DeskIds): Promise<void> {
  const tags = part.flatMap(({ id, derived }) =>
    derived.tags.map((name) => ({ ticket_id: id, tag_id: ids.tag(name) })),
  );
  if (tags.length > 0) await tx.insertInto("ticket_tags").values(tags).execute();
}

export function messageRows(
  { id, ticket, actIdAt }: Numbered,
  ids: DeskIds,
  isStaff: (email: string) => boolean,
) {
  return ticket.acts.flatMap((act) => {
    if (act.kind !== "reply" && act.kind !== "note") return [];
    const released = act.kind === "reply" ? releasedAt(act, isStaff) : null;
    return {
      id: idAt(act.at),
      ticket_id: id,
      home_ticket_id: id,
      author_id: ids.user(act.by),
      kind: act.kind === "reply" ? ("public" as const) : ("note" as const),
      body: act.text,
      act_id: actIdAt(act.by, act.at),
      created_at: act.at,
      release_at: released,
      released_at: released,
    };
  });
}

export function eventRows({ id, derived, actIdAt }: Numbered, ids: DeskIds) {
  return derived.events.map(({ by, at, audience, change }) => {
    const { kind, ...data } = withIds(change, ids);
    return {
      id: idAt(at),
      ticket_id: id,
      actor_id: by === null ? null : ids.user(by),
      act_id: actIdAt(by, at),
      kind,
      audience,
      data,
      created_at: at,
    };
  });
}

function withIds(change: DerivedEvent["change"], ids: DeskIds) {
  if (change.kind !== "assigned") return change;
  const idOf = (email: string | null) => (email === null ? null : ids.user(email));
  return { ...change, from: idOf(change.from), to: idOf(change.to) };
}

export function spanRows({ id, derived }: Numbered) {
  return derived.spans.map(({ status, startedAt, endedAt }) => ({
    ticket_id: id,
    status,
    started_at: startedAt,
    ended_at: endedAt,
  }));
}

export function idAt(time: Date): string {
  return Bun.randomUUIDv7("hex", time.getTime());
}

/** Takes the next `count` ticket numbers in order. */
export async function takeNumbers(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('ticket_numbers')::int as number from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ number }) => number);
}
