import { type QueryCreator, sql } from "kysely";
import { linkTemplates } from "../../shared/mails.ts";
import type { Database, Tx } from "../db/database.ts";

/**
 * Where people's links are void, what still waits to be sent must not bring a new one. A part of the
 * statement that voids them, which locks these people: who is making a link locks them, too.
 */
export function withdrawLinkMails(part: QueryCreator<Database>, userIds: readonly string[]) {
  return part
    .updateTable("outgoing_mails")
    .set({ state: "skipped", error: "Its link was voided before it was sent." })
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .where("template", "in", linkTemplates)
    .where("state", "=", "queued");
}

/** For a person who is deleted: their address and name stand in what was sent to them. */
export async function eraseMailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("outgoing_mails").where("user_id", "=", userId).execute();
}
