import { type Kysely, sql } from "kysely";

/**
 * Up to when somebody has seen a ticket was told by the clock of a server: where that was ahead, what
 * came next counted as read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update ticket_reads mark set seen_at = ticket.updated_at
    from tickets ticket
    where ticket.id = mark.ticket_id and mark.seen_at > ticket.updated_at`.execute(db);
}

export async function down(): Promise<void> {}
