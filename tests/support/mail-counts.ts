import { sql } from "kysely";
import type { Db, Tx } from "../../server/db/database.ts";

/** Where the stored counts differ from a count of all received mails, and by how much. */
export async function wrongMailCounts(db: Db | Tx): Promise<unknown[]> {
  const { rows } = await sql`
    select mailbox_id, quarter, sum(tickets)::integer as tickets, sum(messages)::integer as messages,
      sum(held)::integer as held, sum(being_read)::integer as being_read
    from (
      select mailbox_id, quarter, tickets, messages, held, being_read from inbound_mail_counts
      union all
      select mailbox_id, date_bin('15 minutes', stored_at, timestamptz 'epoch'),
        -(state = 'ticket')::integer, -(state = 'message')::integer, -(state = 'held')::integer,
        -(state = 'stored')::integer
      from inbound_mails
    ) counted
    group by 1, 2
    having (sum(tickets), sum(messages), sum(held), sum(being_read)) <> (0, 0, 0, 0)`.execute(db);
  return rows;
}
