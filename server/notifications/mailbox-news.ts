import { sql } from "kysely";
import type { MailboxBellKind } from "../../shared/bell.ts";
import { secretWarnedDays } from "../../shared/mailboxes.ts";
import type { Db, Tx } from "../db/database.ts";
import { queueMail } from "../events/queue-mail.ts";

/** Notifies Super Admins, once a day, that too many new people write to the mailbox. */
export async function notifyOfFlood(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  await ringForAdmins(tx, "mail-flood", mailboxId, now);
}

const failingMs = 15 * 60_000;

/**
 * Notifies Super Admins of each mailbox that could not be read for a quarter of an hour, in the bell and by
 * mail, and of each whose mail server takes no mail.
 */
export async function notifyOfFailing(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failing = await tx
      .updateTable("mailboxes")
      .set({ failure_notified_at: now })
      .where("failing_since", "<", new Date(now.getTime() - failingMs))
      .where("failure_notified_at", "is", null)
      .where("paused_at", "is", null)
      .where("removed_at", "is", null)
      .returning("id")
      .execute();
    for (const { id: mailboxId } of failing) {
      const admins = await ringForAdmins(tx, "mailbox-failing", mailboxId, now);
      for (const userId of admins) {
        // It leaves through the mail server of the settings, not through that of the mailbox.
        await queueMail(tx, { template: "mailbox-failing", userId, data: { mailboxId } }, now);
      }
    }
    await notifyOfNotSending(tx, now);
  });
}

/** A mail is tried again within a quarter of an hour after this. */
const sendFailingMs = 10 * 60_000;

/** Notifies Super Admins of each mailbox whose own mail server takes no mail for that long. */
async function notifyOfNotSending(tx: Tx, now: Date): Promise<void> {
  const failing = await tx
    .updateTable("mailboxes")
    .set({ send_failure_notified_at: now })
    // Between two attempts it is not known whether it still fails.
    .where(sql<boolean>`send_failed_at - send_failing_since >= ${sendFailingMs} * interval '1 ms'`)
    .where("send_failure_notified_at", "is", null)
    .where("removed_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of failing) await ringForAdmins(tx, "mailbox-not-sending", id, now);
}

/** Notifies Super Admins once of each client secret that ends within 30 days. */
export async function notifyOfEndingSecrets(db: Db, now: Date): Promise<void> {
  const last = new Date(now.getTime() + secretWarnedDays * dayMs).toISOString().slice(0, 10);
  await db.transaction().execute(async (tx) => {
    const ending = await tx
      .updateTable("mailbox_oauth")
      .set({ end_notified_for: sql`secret_expires_on` })
      .from("mailboxes")
      .whereRef("mailboxes.id", "=", "mailbox_id")
      .where("removed_at", "is", null)
      .where(sql<boolean>`secret_expires_on <= ${last}::date`)
      .where(sql<boolean>`end_notified_for is distinct from secret_expires_on`)
      .returning("mailbox_id")
      .execute();
    for (const { mailbox_id } of ending) {
      await ringForAdmins(tx, "secret-ending", mailbox_id, now);
    }
  });
}

/** Notifies Super Admins, once a day, that mail was held. */
export async function notifyOfHeldMails(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const newest = await db
    .selectFrom("inbound_mails")
    .select("mailbox_id")
    .where("state", "=", "held")
    .where("stored_at", ">", since)
    .where("erased_at", "is", null)
    // These need no one.
    .where("reason", "not in", ["own", "duplicate", "automatic", "bounce"])
    .orderBy("stored_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  await db.transaction().execute((tx) => ringForAdmins(tx, "mail-held", newest.mailbox_id, now));
}

const dayMs = 24 * 60 * 60_000;

/** Once a day for each kind and mailbox; held mail once a day altogether. Returns who was notified. */
async function ringForAdmins(
  tx: Tx,
  kind: MailboxBellKind,
  mailboxId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with line as (
      insert into notifications (id, user_id, kind, mailbox_id, created_at)
      select uuid_v7(), id, ${kind}::text, ${mailboxId}::uuid, ${now}::timestamptz
      from users where role = 'Super Admin' and state = 'active' and not exists (
        select from notifications earlier
        where (earlier.mailbox_id = ${mailboxId}::uuid or ${kind}::text = 'mail-held')
          and earlier.kind = ${kind}::text
          and earlier.created_at > ${now}::timestamptz - interval '1 day')
      returning user_id
    ), told as (
      insert into live_events (id, topic, audience, people_ids)
      select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', array_agg(user_id)
      from line having count(*) > 0
    )
    select user_id as "userId" from line`.execute(tx);
  return rows.map(({ userId }) => userId);
}
