import { sql } from "kysely";
import type { Instant } from "../../shared/tickets/state.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { Tx } from "../db/database.ts";

/**
 * The state that an Undo takes back never was: its span goes, and the one before runs on. Where there
 * is one span only, which began as the ticket did, it gets its state back.
 */
export async function restoreSpan(tx: Tx, ticketId: string, status: TicketStatus): Promise<void> {
  await sql`
    delete from status_spans current
    where current.ticket_id = ${ticketId}::uuid and current.ended_at is null and exists (
      select from status_spans earlier
      where earlier.ticket_id = current.ticket_id and earlier.ended_at = current.started_at
        and earlier.status = ${status}::ticket_status)`.execute(tx);
  await sql`
    update status_spans set ended_at = null, status = ${status}::ticket_status
    where ticket_id = ${ticketId}::uuid and started_at = (
      select max(started_at) from status_spans where ticket_id = ${ticketId}::uuid)`.execute(tx);
}

/**
 * The state before, as its spans have it, was the one that a merge gave it; but it was solved, and a
 * customer reopened it.
 */
export async function tellReopened(tx: Tx, ticketId: string, at: Instant): Promise<void> {
  await sql`
    update reopenings set was = 'resolved'
    where ticket_id = ${ticketId}::uuid and reopened_at = ${at}::text::timestamptz`.execute(tx);
}
