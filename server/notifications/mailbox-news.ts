import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** Notifies Super Admins, once a day, that too many new people write to the mailbox. */
export async function notifyOfFlood(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  await sql`
    with line as (
      insert into notifications (id, user_id, kind, mailbox_id, created_at)
      select uuid_v7(), id, 'mail-flood', ${mailboxId}::uuid, ${now}::timestamptz
      from users where role = 'Super Admin' and state = 'active' and not exists (
        select from notifications earlier
        where earlier.mailbox_id = ${mailboxId}::uuid and earlier.kind = 'mail-flood'
          and earlier.created_at > ${now}::timestamptz - interval '1 day')
      returning user_id
    )
    insert into live_events (id, topic, audience, people_ids)
    select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', array_agg(user_id)
    from line having count(*) > 0`.execute(tx);
}
