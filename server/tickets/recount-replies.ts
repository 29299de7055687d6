import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { isOfStaff } from "./messages.ts";

/** After messages came or went: what a ticket's row says of its conversation. */
export async function recount(tx: Tx, ticketId: string): Promise<void> {
  await sql`
    update tickets t set
      staff_reply_count = counted.staff,
      first_staff_reply_at = counted.first_staff,
      last_staff_reply_at = counted.last_staff,
      last_customer_message_at = counted.last_customer
    from (
      select count(*) filter (where by_staff)::int as staff,
        min(released_at) filter (where by_staff and released_at >= created) as first_staff,
        max(released_at) filter (where by_staff) as last_staff,
        max(released_at) filter (where not by_staff) as last_customer
      from (
        select m.released_at, ${isOfStaff} as by_staff, own.created_at as created
        from messages m join tickets own on own.id = m.ticket_id
        where m.ticket_id = ${ticketId} and m.released_at is not null
      ) message
    ) counted
    where t.id = ${ticketId}`.execute(tx);
}
