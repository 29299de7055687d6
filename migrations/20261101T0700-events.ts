import { type Kysely, sql } from "kysely";

/** What happened to tickets, requests that were handled, and live events for browsers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_events (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      actor_id uuid references users,
      act_id uuid not null,
      kind text not null,
      audience text not null check (audience in ('staff', 'everyone')),
      data jsonb not null,
      created_at timestamptz not null,
      -- The version of the ticket after the event.
      version integer
    );
    create index ticket_events_by_ticket on ticket_events (ticket_id, created_at, id);

    -- Idempotency keys: a request sent twice is handled once.
    create table acts (
      id uuid primary key,
      actor_id uuid not null references users,
      request_id uuid not null,
      kind text not null,
      input_hash bytea not null check (octet_length(input_hash) = 32),
      made jsonb not null,
      undone_at timestamptz,
      created_at timestamptz not null,
      unique (actor_id, request_id)
    );
    create index acts_by_age on acts (created_at);

    -- What changed and for whom it may matter, never content: every server reads it after each
    -- commit. Sequences do not commit in order; the transaction's number tells what may still
    -- appear.
    create table live_events (
      id uuid primary key,
      tx xid8 not null default pg_current_xact_id(),
      at timestamptz not null default clock_timestamp(),
      topic text not null,
      subject_id uuid,
      number bigint,
      version integer,
      audience text not null check (audience in ('staff', 'everyone', 'person')),
      company_ids uuid[] not null default '{}',
      people_ids uuid[] not null default '{}'
    );
    create index live_events_by_tx on live_events (tx);
    create index live_events_by_age on live_events (at)`.execute(db);
  await createAccessEvents(db);
}

/**
 * However a session ends or a user's rights change, the servers are notified, and streams that were
 * opened before deliver nothing more.
 */
async function createAccessEvents(db: Kysely<unknown>): Promise<void> {
  const notify = (name: string, people: string) =>
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
  await notify("tell_sessions_ended", "select distinct user_id from gone");
  await notify("tell_companies_added", "select distinct user_id from come");
  await notify("tell_companies_removed", "select distinct user_id from gone");
  await notify(
    "tell_rights_changed",
    `select come.id from come join gone using (id)
     where (come.role, come.company_scope, come.state)
       is distinct from (gone.role, gone.company_scope, gone.state)`,
  );
  await sql`
    create trigger sessions_ended after delete on sessions
      referencing old table as gone
      for each statement execute function tell_sessions_ended();
    create trigger companies_added after insert on user_companies
      referencing new table as come
      for each statement execute function tell_companies_added();
    create trigger companies_changed after update on user_companies
      referencing new table as come
      for each statement execute function tell_companies_added();
    create trigger companies_removed after delete on user_companies
      referencing old table as gone
      for each statement execute function tell_companies_removed();
    create trigger rights_changed after update on users
      referencing old table as gone new table as come
      for each statement execute function tell_rights_changed()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger sessions_ended on sessions`.execute(db);
  await sql`drop trigger companies_added on user_companies`.execute(db);
  await sql`drop trigger companies_changed on user_companies`.execute(db);
  await sql`drop trigger companies_removed on user_companies`.execute(db);
  await sql`drop trigger rights_changed on users`.execute(db);
  await sql`
    drop function tell_sessions_ended, tell_companies_added, tell_companies_removed,
      tell_rights_changed`.execute(db);
  await sql`drop table live_events, acts, ticket_events`.execute(db);
}
