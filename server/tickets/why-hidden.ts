import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { isSeen, scopeOf } from "./scope.ts";

/** Of a ticket that was hidden meanwhile it is not said that it is gone, but why. */
export async function tellingWhyHidden<Done>(
  tx: Tx,
  actor: Actor,
  ticketId: string,
  run: () => Promise<Done>,
): Promise<Done> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const why = await whyHidden(tx, actor, ticketId);
    throw why ? new AppError(why) : error;
  }
}

/** Of a ticket that stands only in a list that asks for such; null where it is hidden for nothing of that. */
async function whyHidden(
  tx: Tx,
  actor: Actor,
  ticketId: string,
): Promise<"is_spam" | "is_merged" | null> {
  const whole = { ...scopeOf(actor), with: { spam: true, merged: true } };
  const { rows } = await sql<{ spam: boolean; merged: boolean }>`
    select t.spam_at is not null as spam, t.merged_into_id is not null as merged
    from tickets t where t.id = ${ticketId}::uuid and ${isSeen(whole)}`.execute(tx);
  if (rows[0]?.merged) return "is_merged";
  return rows[0]?.spam ? "is_spam" : null;
}
