import { type Kysely, sql } from "kysely";

/** The mail server and sender as set on Settings > Email. The environment outranks each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_settings (
      id uuid primary key default gen_random_uuid(),
      -- There is one row.
      is_only boolean not null default true unique check (is_only),
      host text check (char_length(host) between 1 and 253),
      port integer check (port between 1 and 65535),
      security text check (security in ('tls', 'starttls', 'none')),
      login text not null default '' check (char_length(login) <= 320),
      -- Encrypted.
      secret text check (char_length(secret) <= 10000),
      sender text check (char_length(sender) <= 320),
      reply_to text check (char_length(reply_to) <= 320),
      base_url text check (char_length(base_url) <= 300),
      constraint a_server_is_whole check (num_nonnulls(host, port, security) in (0, 3)),
      constraint a_password_has_its_login check (secret is null or login <> '')
    );
    insert into mail_settings default values`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail_settings`.execute(db);
}
