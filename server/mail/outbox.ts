import type { QueryCreator } from "kysely";
import { type AccountTemplate, linkTemplates } from "../../shared/mails.ts";
import type { Database, Tx } from "../db/database.ts";

export interface NewMail {
  template: AccountTemplate;
  userId: string;
  data: MailData;
}

/** Ids alone. Names, addresses and tokens are looked up or made at the moment of sending. */
export interface MailData {
  /** Whose act this mail is; nobody where the person themselves asked for it. */
  askedBy?: string;
}

/** In the transaction of the act itself: a mail goes out if, and only if, the act happened. */
export async function enqueueMail(
  tx: Tx,
  { template, userId, data }: NewMail,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values({
      id: Bun.randomUUIDv7(),
      template,
      user_id: userId,
      data,
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}

/**
 * Where a person's links are void, what still waits to be sent must not bring a new one. A part of the
 * statement that voids them, which holds the person: who is making a link holds them, too.
 */
export function withdrawLinkMails(part: QueryCreator<Database>, userId: string) {
  return part
    .updateTable("outgoing_mails")
    .set({ state: "skipped", error: "Its link was voided before it was sent." })
    .where("user_id", "=", userId)
    .where("template", "in", linkTemplates)
    .where("state", "=", "queued");
}

/** For a person who is deleted: their address and name stand in what was sent to them. */
export async function eraseMailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("outgoing_mails").where("user_id", "=", userId).execute();
}
