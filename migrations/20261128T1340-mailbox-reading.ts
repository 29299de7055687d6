import { type Kysely, sql } from "kysely";

/** What the reader of a mailbox remembers, and secrets as the other encrypted columns hold them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailboxes
      -- The folder that is read.
      add column folder text not null default 'INBOX' check (char_length(folder) between 1 and 500),
      add column failures integer not null default 0,
      add column next_attempt_at timestamptz,
      -- When the folder was last compared with the stored mails, and when someone asked for that.
      add column compared_at timestamptz,
      add column compare_requested_at timestamptz;

    alter table mailbox_servers drop column secret;
    alter table mailbox_servers
      add column id uuid not null unique default gen_random_uuid(),
      add column secret text check (char_length(secret) <= 10000);

    -- Older mails since backlog_since are stored up to backlog_uid; what the mail server does with a stored
    -- mail is done up to acted_uid.
    alter table mailbox_folders
      add column backlog_uid bigint not null default 0,
      add column acted_uid bigint not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailbox_folders drop column backlog_uid, drop column acted_uid;
    alter table mailbox_servers drop column secret, drop column id;
    alter table mailbox_servers add column secret bytea;
    alter table mailboxes drop column folder, drop column failures, drop column next_attempt_at,
      drop column compared_at, drop column compare_requested_at`.execute(db);
}
