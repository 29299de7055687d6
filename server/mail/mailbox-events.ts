import type { Db, Tx } from "../db/database.ts";

type MailboxEventKind =
  | "connected"
  | "failed"
  | "folder"
  | "mail"
  | "paused"
  | "resumed"
  | "changed";

export async function addEvent(
  db: Db | Tx,
  mailboxId: string,
  kind: MailboxEventKind,
  text: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("mailbox_events")
    .values({
      id: Bun.randomUUIDv7(),
      mailbox_id: mailboxId,
      at: now,
      kind,
      text: text.slice(0, 1000),
    })
    .execute();
}

const eventDays = 30;

export async function sweepMailboxEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - eventDays * 24 * 60 * 60_000);
  await db.deleteFrom("mailbox_events").where("at", "<", before).execute();
}
