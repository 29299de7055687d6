import { type Kysely, sql } from "kysely";

/**
 * The list sorts by the dates a ticket was resolved and closed; tickets without one come before the oldest. A
 * ticket shows the requester's other open tickets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index tickets_by_resolved
      on tickets (coalesce(last_resolved_at, '-infinity'::timestamptz), id)
      where spam_at is null and merged_into_id is null;
    create index tickets_by_closed
      on tickets (coalesce(closed_at, '-infinity'::timestamptz), id)
      where spam_at is null and merged_into_id is null;
    create index open_tickets_of_requester on tickets (requester_id, created_at, id)
      where spam_at is null and merged_into_id is null
        and status in ('new', 'open', 'pending', 'on-hold')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tickets_by_resolved, tickets_by_closed, open_tickets_of_requester`.execute(
    db,
  );
}
