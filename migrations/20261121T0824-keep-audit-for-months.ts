import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // One entry may hold values of two people: where the actor was, and what the subject was called.
  await sql`alter table audit_personal drop constraint audit_personal_pkey`.execute(db);
  await sql`
    alter table audit_personal
      add column device text check (char_length(device) <= 200),
      add constraint audit_personal_once unique nulls not distinct (audit_id, person_id)
  `.execute(db);
  await sql`create index audit_personal_by_age on audit_personal (at)`.execute(db);
  await sql`create index audit_log_by_act on audit_log (act, at desc, id desc)`.execute(db);

  // From here on the log is kept; null: for ever.
  await sql`
    create function audit_kept_from() returns timestamptz language sql stable
    return (
      select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => audit_months))
        at time zone 'UTC'
      from desk)`.execute(db);

  // Nothing younger than what the desk keeps is ever deleted, whoever asks; and nothing at all
  // but by the one function that writes down that it did.
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if current_setting('frontdesk.audit', true) = 'forgetting' and old.at < audit_kept_from()
        then
          return old;
        end if;
      end if;
      raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);

  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = sql.id(rows[0]?.name ?? "public");
  // With the owner's rights, which the server's role lacks. It takes no date: how long is a
  // setting that has a least value. The oldest whole month goes, so that each call is short.
  // Only a superuser may name a setting of ours in the head of a function; in its body anybody.
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
    end $$`.execute(db);
  await sql`revoke all on function forget_old_audit(uuid) from public`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function forget_old_audit(uuid)`.execute(db);
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`drop function audit_kept_from()`.execute(db);
  await sql`drop index audit_log_by_act`.execute(db);
  await sql`drop index audit_personal_by_age`.execute(db);
  // The release before has one row an entry: of two, that of whom it was done to.
  await sql`
    delete from audit_personal twin using audit_log
    where audit_log.id = twin.audit_id and twin.person_id = audit_log.actor_id
      and exists (select from audit_personal other
        where other.audit_id = twin.audit_id and other.person_id is distinct from twin.person_id)
  `.execute(db);
  await sql`
    alter table audit_personal drop constraint audit_personal_once, drop column device,
      add primary key (audit_id)`.execute(db);
}
