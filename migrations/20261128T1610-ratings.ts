import { type Kysely, sql } from "kysely";

/** The dashboard reads ratings, and the latest comments on them, from an index each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index rated_tickets on tickets (rated_at)
      include (rating, company_id, team_id, assignee_id, id, tag_numbers)
      where spam_at is null and merged_into_id is null and rated_at is not null;
    create index rated_tickets_with_comment on tickets (rated_at, id)
      include (company_id, team_id, assignee_id, tag_numbers)
      where spam_at is null and merged_into_id is null and rating_comment <> ''`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index rated_tickets, rated_tickets_with_comment`.execute(db);
}
