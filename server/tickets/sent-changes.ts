import { refuseInput } from "../../shared/errors.ts";
import type { NoteInput, ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { SentWith } from "../../shared/tickets/replies-and-notes.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import type { LockedTicket } from "./lock.ts";
import { checkPatch } from "./check-patch.ts";
import { assertNoConflict } from "./conflicts.ts";

type Sent = Pick<ReplyInput | NoteInput, "status" | "changes" | "from">;

/** The state and the changes that go with a message of staff, in its act. */
export function sentWith({ status, changes }: Sent): SentWith {
  return { ...changes, ...(status !== undefined && { status }) };
}

/** Refuses conflicts, and people who cannot take part. */
export async function checkSentWith(
  tx: Tx,
  { actor }: Pick<ActorDeps, "actor">,
  ticket: LockedTicket,
  { from }: Sent,
  wanted: SentWith,
): Promise<void> {
  if (Object.keys(wanted).length === 0) return;
  await assertNoConflict(tx, ticket, wanted, from);
  await checkPatch(tx, actor, ticket.state, wanted);
}

export function refuseSentWith({ status, changes }: Sent): void {
  if (status !== undefined) throw refuseInput("status", "Only staff can set this.");
  if (changes !== undefined) throw refuseInput("changes", "Only staff can set this.");
}
