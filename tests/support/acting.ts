import type { Actor } from "../../server/access/actor.ts";
import type { Db } from "../../server/db/database.ts";
import { ticketColumns } from "../../server/db/ticket-columns.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { AppError } from "../../shared/errors.ts";
import type { UpdateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import { type SeenTicket, staffFieldKeys } from "../../shared/tickets/fields.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import { actorOf, type TicketRow, type UserRow } from "./builders.ts";

/** What commands get when this person acts, at this moment. */
export async function actingAs(db: Db, user: UserRow, now = new Date()): Promise<JobDeps> {
  const actor: Actor = await actorOf(db, user);
  return { db, actor, now, credential: null, requestId: "test", handlers: jobHandlers };
}

type Shown = Pick<TicketRow, "id"> & Partial<TicketRow>;

/** A change as the page sends it: with the values that are on the screen, under a new key. */
export function change(
  ticket: Shown,
  patch: TicketPatch,
  shown: Partial<TicketRow> = {},
): UpdateTicketInput {
  const from = seenInRow({ ...ticket, ...shown }, patch);
  return { requestId: Bun.randomUUIDv7(), id: ticket.id, patch, from };
}

/** What a person sees of a stored ticket in the fields that they change. */
export function seenInRow(row: Partial<TicketRow>, patch: TicketPatch): SeenTicket {
  const seen = {
    ...{ subject: row.subject, status: row.status },
    ...Object.fromEntries(staffFieldKeys.map((field) => [field, row[ticketColumns[field]]])),
    ...{ companyId: row.company_id, requesterId: row.requester_id },
    ...{ assigneeId: row.assignee_id, teamId: row.team_id },
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
  } satisfies SeenTicket;
  return Object.fromEntries(Object.entries(seen).filter(([field]) => field in patch));
}

/** The refusal that a call ends in. */
export async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("It was not refused");
}
