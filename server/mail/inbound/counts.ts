import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";

export interface ReceivedCount {
  mailboxId: string;
  /** `2026-11-28`, in the time zone asked for. */
  day: string;
  received: number;
  tickets: number;
  messages: number;
  held: number;
  /** Stored, and not decided yet. */
  waiting: number;
}

/**
 * What became of each day's mail: received = tickets + messages + held + waiting. Rows are never deleted, so
 * the sum always holds.
 */
export async function countReceived(
  db: Db,
  { since, timeZone, mailboxId }: { since: Date; timeZone: string; mailboxId?: string },
): Promise<ReceivedCount[]> {
  const { rows } = await sql<ReceivedCount>`
    select mailbox_id as "mailboxId",
      to_char(stored_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      count(*)::int as received, ${countOf("ticket")} as tickets, ${countOf("message")} as messages,
      ${countOf("held")} as held, ${countOf("stored")} as waiting
    from inbound_mails
    where stored_at >= ${since}::timestamptz
      and ${mailboxId === undefined ? sql`true` : sql`mailbox_id = ${mailboxId}::uuid`}
    group by 1, 2 order by 2 desc, 1`.execute(db);
  return rows;
}

function countOf(state: "ticket" | "message" | "held" | "stored"): RawBuilder<number> {
  return sql<number>`count(*) filter (where state = ${sql.lit(state)})::int`;
}
