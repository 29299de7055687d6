import { sql } from "kysely";
import { AppError } from "../../../../shared/errors.ts";
import {
  type Conflict,
  type ConflictField,
  conflictsOf,
  stoodBefore,
} from "../../../../shared/tickets/conflicts.ts";
import type { TicketConflict, TicketPatch } from "../../../../shared/tickets/page.ts";
import type { TicketChange, TicketState } from "../../../../shared/tickets/state.ts";
import { kindsIn } from "../../../../shared/tickets/undo.ts";
import {
  priorityNames,
  statusNames,
  type TicketPriority,
  type TicketStatus,
  type TicketType,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import type { Actor } from "../../../actor.ts";
import type { Tx } from "../../../db/database.ts";
import { presentTime } from "../../../db/iso-time.ts";
import { changeOf } from "../../../events/ticket-events.ts";
import type { LockedTicket } from "../shape/find-for-update.ts";

/** Refuses what somebody else overtook, with both values of each field in words. */
export async function assertNotOvertaken(
  tx: Tx,
  actor: Actor,
  ticket: LockedTicket,
  baseVersion: number,
  patch: TicketPatch,
): Promise<void> {
  if (baseVersion >= ticket.state.version) return;
  const events = await eventsSince(tx, ticket.id, baseVersion);
  const since = events.map(({ actorId, change }) => ({ actorId, kinds: kindsIn(change) }));
  const stood = stoodBefore(events.map(({ change }) => change));
  const conflicts = conflictsOf(ticket.state, patch, actor.id, since, stood);
  if (conflicts.length === 0) return;
  throw new AppError("ticket_conflict", {
    conflicts: await inWords(tx, ticket.state, patch, conflicts),
  });
}

interface Event {
  actorId: string | null;
  change: TicketChange;
}

async function eventsSince(tx: Tx, ticketId: string, version: number): Promise<Event[]> {
  const events = await tx
    .selectFrom("ticket_events")
    .select(["actor_id", "kind", "data"])
    .where("ticket_id", "=", ticketId)
    .where("version", ">", version)
    .orderBy("version")
    .orderBy("id")
    .execute();
  return events.map((event) => ({ actorId: event.actor_id, change: changeOf(event) }));
}

async function inWords(
  tx: Tx,
  ticket: TicketState,
  patch: TicketPatch,
  conflicts: readonly Conflict[],
): Promise<TicketConflict[]> {
  const values = conflicts.map(({ field }) => ({ theirs: ticket[field], yours: patch[field] }));
  const ids = [
    ...conflicts.map(({ by }) => by),
    ...values.flatMap(({ theirs, yours }) => [theirs, yours]),
  ].filter((value) => typeof value === "string" && isId(value));
  const names = await readNames(tx, ids as string[]);
  return conflicts.map(({ field, by }, index) => ({
    field,
    theirs: wordsOf(field, values[index]?.theirs, names),
    yours: wordsOf(field, values[index]?.yours, names),
    by: by === null ? null : { id: by, name: names.get(by) ?? "" },
  }));
}

function isId(value: string): boolean {
  return /^[0-9a-f]{8}-/i.test(value);
}

/** Of people, companies and teams alike: an id of ours is one thing only. */
async function readNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, btrim(first_name || ' ' || last_name) as name from users
      where id = any(${[...ids]}::uuid[])
    union all select id, name from companies where id = any(${[...ids]}::uuid[])
    union all select id, name from teams where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const nobody: Partial<Record<ConflictField, string>> = {
  assigneeId: "Unassigned",
  companyId: "No company",
  teamId: "No team",
  snoozedUntil: "Not snoozed",
};

function wordsOf(
  field: ConflictField,
  value: string | null | undefined,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined) return nobody[field] ?? "";
  switch (field) {
    case "status":
      return statusNames[value as TicketStatus];
    case "priority":
      return priorityNames[value as TicketPriority];
    case "type":
      return typeNames[value as TicketType];
    case "snoozedUntil":
      return presentTime(value);
    case "subject":
      return value;
    case "companyId":
    case "requesterId":
    case "assigneeId":
    case "teamId":
      return names.get(value) ?? "";
  }
}
