import { type Kysely, sql } from "kysely";

/** Whose remote images a person always wants to see, and whether a mail says that it is signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table image_choices (
      user_id uuid not null references users on delete cascade,
      sender text not null check (char_length(sender) <= 320 and sender = lower(sender)),
      created_at timestamptz not null,
      primary key (user_id, sender)
    );
    alter table message_mails add column is_signed boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message_mails drop column is_signed;
    drop table image_choices`.execute(db);
}
