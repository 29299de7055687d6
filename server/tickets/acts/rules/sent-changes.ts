import { refuseInput } from "../../../../shared/errors.ts";
import type { NoteInput, ReplyInput } from "../../../../shared/schemas/ticket-acts.ts";
import type { SentWith } from "../../../../shared/tickets/replies-and-notes.ts";
import type { ActorDeps } from "../../../actor.ts";
import type { Tx } from "../../../db/database.ts";
import type { LockedTicket } from "../shape/find-for-update.ts";
import { checkPatch } from "./check-patch.ts";
import { assertNotOvertaken } from "./conflicts.ts";

type Sent = Pick<ReplyInput | NoteInput, "status" | "changes" | "baseVersion">;

/** The state and the changes that go with a message of staff, in its act. */
export function sentWith({ status, changes, baseVersion }: Sent): SentWith {
  const wanted = { ...changes, ...(status !== undefined && { status }) };
  if (Object.keys(wanted).length > 0 && baseVersion === undefined) {
    throw refuseInput("baseVersion", "With a change comes the version that it was chosen on.");
  }
  return wanted;
}

/** Whether nobody overtook them, and everything that they name may take part. */
export async function checkSentWith(
  tx: Tx,
  { actor }: Pick<ActorDeps, "actor">,
  ticket: LockedTicket,
  { baseVersion }: Sent,
  wanted: SentWith,
): Promise<void> {
  if (baseVersion === undefined || Object.keys(wanted).length === 0) return;
  await assertNotOvertaken(tx, actor, ticket, baseVersion, wanted);
  await checkPatch(tx, actor, ticket.state, wanted);
}

export function refuseSentWith({ status, changes }: Sent): void {
  if (status !== undefined) throw refuseInput("status", "Only staff can set this.");
  if (changes !== undefined) throw refuseInput("changes", "Only staff can set this.");
}
