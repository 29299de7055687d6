import { type Kysely, sql } from "kysely";

/** When the owner was notified that the token expires soon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_tokens add column expiry_notified_at timestamptz;
    create index api_tokens_to_notify on api_tokens (expires_at)
      where revoked_at is null and expiry_notified_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index api_tokens_to_notify;
    alter table api_tokens drop column expiry_notified_at`.execute(db);
}
