import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { queueMail } from "../events/queue-mail.ts";

const noticeMs = 14 * 24 * 60 * 60_000;
const atOnce = 200;

/** Says by mail and bell that a token expires within 14 days, once: to its person, or for an app to its creator. */
export async function notifyExpiringTokens(db: Db, now: Date): Promise<void> {
  while ((await notifySome(db, now)) === atOnce);
}

async function notifySome(db: Db, now: Date): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; readerId: string }>`
      update api_tokens token set expiry_notified_at = ${now}::timestamptz
      from (
        select id from api_tokens
        where revoked_at is null and expiry_notified_at is null
          and expires_at > ${now}::timestamptz
          and expires_at <= ${new Date(now.getTime() + noticeMs)}::timestamptz
        order by expires_at limit ${sql.lit(atOnce)} for update skip locked
      ) due
      where token.id = due.id
      returning token.id, case token.kind when 'app' then token.created_by else token.user_id end
        as "readerId"`.execute(tx);
    const notices: { tokenId: string; userId: string }[] = [];
    for (const { id, readerId } of rows) {
      for (const userId of await readersOf(tx, readerId)) {
        await queueMail(tx, { template: "token-expiring", userId, data: { tokenId: id } }, now);
        notices.push({ tokenId: id, userId });
      }
    }
    if (notices.length > 0) await ringBells(tx, notices, now);
    return rows.length;
  });
}

/** Customers have no bell. */
async function ringBells(
  tx: Tx,
  notices: readonly { tokenId: string; userId: string }[],
  now: Date,
): Promise<void> {
  await sql`
    with rung as (
      insert into notifications (id, user_id, kind, token_id, created_at)
      select uuid_v7(), u.id, 'token-expiring', notice."tokenId", ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb)
        as notice ("tokenId" uuid, "userId" uuid)
      join users u on u.id = notice."userId" and u.role <> 'Customer'
      returning user_id
    )
    insert into live_events (id, topic, audience, people_ids)
    select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', array_agg(distinct user_id)
    from rung having count(*) > 0`.execute(tx);
}

/** All Super Admins, if the person is no longer there. */
async function readersOf(tx: Tx, id: string): Promise<string[]> {
  const active = tx
    .selectFrom("users")
    .select("id")
    .where("state", "=", "active")
    .where("is_app", "=", false);
  const own = await active.where("id", "=", id).execute();
  const readers = own.length > 0 ? own : await active.where("role", "=", "Super Admin").execute();
  return readers.map((reader) => reader.id);
}
