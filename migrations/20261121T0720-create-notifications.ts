import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What stands in somebody's bell. What they may no longer see is left out when it is read.
  await sql`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed')),
      ticket_id uuid not null references tickets on delete cascade,
      message_id uuid references messages on delete cascade,
      actor_id uuid references users,
      created_at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index notifications_by_user on notifications (user_id, created_at, id)`.execute(
    db,
  );
  await sql`
    create index unread_notifications on notifications (user_id, ticket_id) where read_at is null
  `.execute(db);
  await sql`create index notifications_by_age on notifications (created_at)`.execute(db);
  await sql`create index notifications_by_ticket on notifications (ticket_id)`.execute(db);
  await sql`create index notifications_by_message on notifications (message_id)`.execute(db);

  // Up to when somebody has seen a ticket; and whether a note there has named them.
  await sql`
    create table ticket_reads (
      user_id uuid not null references users on delete cascade,
      ticket_id uuid not null references tickets on delete cascade,
      seen_at timestamptz,
      mentioned boolean not null default false,
      primary key (user_id, ticket_id)
    )`.execute(db);
  await sql`create index ticket_reads_by_ticket on ticket_reads (ticket_id)`.execute(db);

  // Who looks at which ticket just now: worth nothing after a restart, so it need not be safe.
  await sql`
    create unlogged table presence (
      ticket_id uuid not null,
      user_id uuid not null,
      typing boolean not null,
      seen_at timestamptz not null,
      primary key (ticket_id, user_id)
    )`.execute(db);
  await sql`create index presence_by_age on presence (seen_at)`.execute(db);

  await createAccessEvents(db);
}

/**
 * However a session ends or somebody's rights change, the servers hear of it, and whoever is
 * concerned gets nothing more over a stream that was opened before.
 */
async function createAccessEvents(db: Kysely<unknown>): Promise<void> {
  const tell = (name: string, people: string) =>
    sql
      .raw(`
        create function ${name}() returns trigger language plpgsql as $$
        declare concerned uuid[];
        begin
          concerned := array(${people});
          if cardinality(concerned) > 0 then
            insert into live_events (id, topic, audience, people_ids)
            values (gen_random_uuid(), 'access', 'person', concerned);
          end if;
          return null;
        end $$`)
      .execute(db);
  await tell("tell_sessions_ended", "select distinct user_id from gone");
  await tell("tell_companies_added", "select distinct user_id from come");
  await tell("tell_companies_removed", "select distinct user_id from gone");
  await tell(
    "tell_rights_changed",
    `select come.id from come join gone using (id)
     where (come.role, come.company_scope, come.state)
       is distinct from (gone.role, gone.company_scope, gone.state)`,
  );
  for (const [name, table, tables, told] of accessTriggers) {
    await sql
      .raw(
        `create trigger ${name} ${table} ${tables} for each statement execute function ${told}()`,
      )
      .execute(db);
  }
}

const accessTriggers = [
  [
    "sessions_ended",
    "after delete on sessions",
    "referencing old table as gone",
    "tell_sessions_ended",
  ],
  [
    "companies_added",
    "after insert on user_companies",
    "referencing new table as come",
    "tell_companies_added",
  ],
  [
    "companies_changed",
    "after update on user_companies",
    "referencing new table as come",
    "tell_companies_added",
  ],
  [
    "companies_removed",
    "after delete on user_companies",
    "referencing old table as gone",
    "tell_companies_removed",
  ],
  [
    "rights_changed",
    "after update on users",
    "referencing old table as gone new table as come",
    "tell_rights_changed",
  ],
] as const;

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [name, table] of accessTriggers) {
    await sql.raw(`drop trigger ${name} on ${table.split(" ").at(-1)}`).execute(db);
  }
  for (const name of new Set(accessTriggers.map(([, , , told]) => told))) {
    await sql.raw(`drop function ${name}()`).execute(db);
  }
  for (const table of ["presence", "ticket_reads", "notifications"]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
