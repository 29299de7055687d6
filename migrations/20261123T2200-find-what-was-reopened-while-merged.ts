import { type Kysely, sql } from "kysely";

/**
 * A ticket that was solved, was merged, and that a customer wrote to meanwhile is open again once the merge
 * is taken back. An earlier release kept of it only that it had been closed, by the merge, as of one that
 * nobody reopened; its timeline has it all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update reopenings gap set was = 'resolved'
    from ticket_events unmerged join ticket_events reopened
      on reopened.ticket_id = unmerged.ticket_id and reopened.act_id = unmerged.act_id
    where gap.was = 'closed'
      and unmerged.ticket_id = gap.ticket_id and unmerged.created_at = gap.reopened_at
      and unmerged.kind = 'unmerged' and reopened.kind = 'status'
      and reopened.data ->> 'from' = 'resolved'`.execute(db);
}

export async function down(): Promise<void> {}
