import { type Kysely, sql } from "kysely";

/** The audit log. It is append-only; only whole months older than the retention are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Ids and names of fields only. Actor and subject are no foreign keys: entries stay when the
    -- person is deleted.
    create table audit_log (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid,
      act text not null,
      subject_kind text not null,
      subject_id uuid,
      fields text[] not null default '{}',
      request_id text,
      -- The order of entries about one subject: times come from the clocks of several servers.
      place bigint
    );
    create sequence audit_places owned by audit_log.place;
    alter table audit_log alter column place set default nextval('audit_places');
    create index audit_log_newest on audit_log (at desc, id desc);
    create index audit_log_by_actor on audit_log (actor_id, at desc);
    create index audit_log_by_subject on audit_log (subject_id, at desc);
    create index audit_log_by_act on audit_log (act, at desc, id desc);

    -- Personal values of an entry, by person, so that deleting a person can delete theirs. One
    -- entry can hold values of two people: the actor's network and the subject's name.
    create table audit_personal (
      audit_id uuid not null,
      person_id uuid,
      at timestamptz not null,
      before jsonb,
      after jsonb,
      network text,
      typed_address text,
      device text check (char_length(device) <= 200),
      constraint audit_personal_once unique nulls not distinct (audit_id, person_id)
    );
    create index audit_personal_by_person on audit_personal (person_id);
    create index audit_personal_by_age on audit_personal (at);
    -- Most values of staff are where they were; this index has what was done to a person.
    create index audit_personal_about on audit_personal (person_id, audit_id)
      where network is null;

    -- Entries since then are stored; null: forever.
    create function audit_kept_from() returns timestamptz language sql stable
    return (
      select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => audit_months))
        at time zone 'UTC'
      from desk)`.execute(db);
  await refuseChanges(db);
  await forgetOldMonths(db);
}

/** A server whose role owns the tables cannot be held back by privileges, but by these triggers. */
async function refuseChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if current_setting('frontdesk.audit', true) = 'forgetting' and old.at < audit_kept_from()
        then
          return old;
        end if;
      end if;
      raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
    end $$;
    create trigger audit_log_is_append_only before update or delete on audit_log
      for each row execute function refuse_audit_change();
    create trigger audit_log_is_never_emptied before truncate on audit_log
      for each statement execute function refuse_audit_change();
    -- Personal values are deleted with the person, but never changed.
    create trigger audit_personal_is_never_rewritten before update or truncate on audit_personal
      for each statement execute function refuse_audit_change()`.execute(db);
}

async function forgetOldMonths(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = sql.id(rows[0]?.name ?? "public");
  // With the owner's rights, which the server's role lacks. It takes no date: the retention is a
  // setting with a minimum. One call deletes the oldest whole month, so that each call is short.
  // Only a superuser can set frontdesk.audit in the head of a function; in its body anyone can.
  await sql`
    create function forget_old_audit(entry uuid) returns integer
    language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
    declare
      oldest timestamptz;
      next_month timestamptz;
      forgotten integer;
    begin
      if not pg_try_advisory_xact_lock(7368645224) then
        return 0;
      end if;
      select min(at) into oldest from audit_log;
      if (oldest >= audit_kept_from()) is not false then
        return 0;
      end if;
      next_month := (date_trunc('month', oldest at time zone 'UTC') + interval '1 month')
        at time zone 'UTC';
      perform set_config('frontdesk.audit', 'forgetting', true);
      delete from audit_personal where at < next_month;
      delete from audit_log where at < next_month;
      get diagnostics forgotten = row_count;
      perform set_config('frontdesk.audit', '', true);
      insert into audit_log (id, at, act, subject_kind, fields)
      values (entry, clock_timestamp(), 'audit.forgotten', 'audit', '{month,entries}');
      insert into audit_personal (audit_id, at, before)
      values (entry, clock_timestamp(), jsonb_build_object(
        'month', to_char(oldest at time zone 'UTC', 'YYYY-MM'), 'entries', forgotten));
      return forgotten;
    end $$;
    revoke all on function forget_old_audit(uuid) from public`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_personal, audit_log`.execute(db);
  await sql`drop function forget_old_audit, refuse_audit_change, audit_kept_from`.execute(db);
}
