import type { Role } from "../../shared/access.ts";
import type { AccountTemplate } from "../../shared/mails.ts";
import type { Db, Tx } from "../db/database.ts";

export interface NewMail {
  template: AccountTemplate;
  userId: string;
  data: MailData;
  /** Sent when no mail is due that a person waits for. */
  oneOfMany?: boolean;
}

/** Mostly ids: names, addresses and tokens are looked up or made at the moment of sending. */
interface MailData {
  /** Whose action this mail reports; absent if the recipient asked for it. */
  askedBy?: string;
  /** The address before, which the person no longer has. */
  to?: string;
  role?: Role;
  webhookId?: string;
  tokenId?: string;
  mailboxId?: string;
  commands?: { unknown: string[]; ticketNumber: number };
}

/** In the transaction of the action: the mail is sent if, and only if, the action happened. */
export async function queueMail(
  tx: Db | Tx,
  { template, userId, data, oneOfMany = false }: NewMail,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("outgoing_mails")
    .values({
      id: Bun.randomUUIDv7(),
      template,
      user_id: userId,
      one_of_many: oneOfMany,
      data,
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}
