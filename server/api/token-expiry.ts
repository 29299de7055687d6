import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { queueMail } from "../events/queue-mail.ts";

const noticeMs = 14 * 24 * 60 * 60_000;
const atOnce = 200;

/** Mails that a token expires within 14 days, once: to its person, or for an app to its creator. */
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
    for (const { id, readerId } of rows) {
      for (const userId of await readersOf(tx, readerId)) {
        await queueMail(tx, { template: "token-expiring", userId, data: { tokenId: id } }, now);
      }
    }
    return rows.length;
  });
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
