import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A row names a template and ids, never a token: the worker makes the token as it sends.
  await sql`
    create table outgoing_mails (
      id uuid primary key,
      template text not null,
      user_id uuid references users on delete cascade,
      data jsonb not null,
      state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      leased_until timestamptz,
      error text check (char_length(error) <= 1000),
      address text check (char_length(address) <= 254),
      subject text,
      body text,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`
    create index outgoing_mails_to_send on outgoing_mails (next_attempt_at, id)
    where state = 'queued'`.execute(db);
  await sql`create index outgoing_mails_newest on outgoing_mails (created_at desc, id desc)`.execute(
    db,
  );

  await sql`create index outgoing_mails_of_user on outgoing_mails (user_id, created_at)`.execute(
    db,
  );

  // Ids and names of fields only. Actor and subject are no foreign keys: what happened stays
  // written when the person is gone.
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid,
      act text not null,
      subject_kind text not null,
      subject_id uuid,
      fields text[] not null default '{}',
      request_id text
    )`.execute(db);
  await sql`create index audit_log_newest on audit_log (at desc, id desc)`.execute(db);
  await sql`create index audit_log_by_actor on audit_log (actor_id, at desc)`.execute(db);
  await sql`create index audit_log_by_subject on audit_log (subject_id, at desc)`.execute(db);

  // The personal values beside it, keyed by person, so that deleting a person can empty theirs.
  await sql`
    create table audit_personal (
      audit_id uuid primary key,
      person_id uuid,
      at timestamptz not null,
      before jsonb,
      after jsonb,
      network text,
      typed_address text
    )`.execute(db);
  await sql`create index audit_personal_by_person on audit_personal (person_id)`.execute(db);

  // Where the server's role owns the tables, privileges cannot hold it back: this does.
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger audit_log_is_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_log_is_never_emptied before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ["audit_personal", "audit_log", "outgoing_mails"]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  await sql`drop function refuse_audit_change()`.execute(db);
}
