import type { Actor } from "../../server/actor.ts";
import type { Db } from "../../server/db/database.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { AppError } from "../../shared/errors.ts";
import type { UpdateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import { actorOf, type UserRow } from "./builders.ts";

/** What commands get when this person acts, at this moment. */
export async function actingAs(db: Db, user: UserRow, now = new Date()): Promise<JobDeps> {
  const actor: Actor = await actorOf(db, user);
  return { db, actor, now, sessionId: null, requestId: "test", handlers: jobHandlers };
}

/** A change as the page sends it: on the version that is on the screen, under a new key. */
export function change(
  ticket: { id: string },
  patch: TicketPatch,
  baseVersion = 1,
): UpdateTicketInput {
  return { requestId: Bun.randomUUIDv7(), id: ticket.id, baseVersion, patch };
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
