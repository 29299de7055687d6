import { type Kysely, sql } from "kysely";

/** The languages whose endings Postgres 15 and newer know. */
const languages = [
  ...["arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish"],
  ...["french", "german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian"],
  ...["lithuanian", "nepali", "norwegian", "portuguese", "romanian", "russian", "serbian"],
  ...["spanish", "swedish", "tamil", "turkish", "yiddish"],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const known = sql.join(languages.map((language) => sql.lit(language)));
  await sql`
    alter table desk
      add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
      add column logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$'),
      add column overdue_hours integer not null default 24
        check (overdue_hours between 1 and 720),
      add column auto_close_days integer not null default 7
        check (auto_close_days between 1 and 365),
      add column language text not null default 'english' check (language in (${known})),
      add column audit_months integer check (audit_months between 3 and 600)`.execute(db);

  // Apart from the settings, which are read far more often.
  await sql`
    create table desk_logos (
      hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      bytes bytea not null check (octet_length(bytes) between 1 and 204800),
      created_at timestamptz not null
    )`.execute(db);

  // What a change of the desk's tags took away, for as long as it can be taken back.
  await sql`
    create table tag_changes (
      id uuid primary key,
      actor_id uuid not null references users on delete cascade,
      made jsonb not null,
      created_at timestamptz not null,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index tag_changes_by_age on tag_changes (created_at)`.execute(db);
  await sql`create index tickets_by_team on tickets (team_id) where team_id is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tickets_by_team`.execute(db);
  await sql`drop table tag_changes`.execute(db);
  await sql`drop table desk_logos`.execute(db);
  await sql`
    alter table desk drop column accent, drop column logo_hash, drop column overdue_hours,
      drop column auto_close_days, drop column language, drop column audit_months`.execute(db);
}
