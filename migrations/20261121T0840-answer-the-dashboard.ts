import { type Kysely, sql } from "kysely";

const shown = "spam_at is null and merged_into_id is null";
const open = `${shown} and status in ('new', 'open', 'pending', 'on-hold')`;
const solved = `${shown} and status in ('resolved', 'closed')`;

/** What the dashboard counts by, so that each of its blocks is read from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In microseconds: whole numbers are sorted several times as fast as intervals.
  await sql`
    alter table tickets
      add column first_reply_time bigint generated always as
        ((extract(epoch from first_staff_reply_at - created_at) * 1000000)::bigint) stored,
      add column resolution_time bigint generated always as
        ((extract(epoch from last_resolved_at - created_at) * 1000000)::bigint) stored
  `.execute(db);

  const index = (name: string, columns: string, where: string) =>
    sql.raw(`create index ${name} on tickets ${columns} where ${where}`).execute(db);
  const whose = "company_id, team_id, assignee_id, id";
  const what = "status, priority, type";
  await sql`drop index solved_tickets`.execute(db);
  await sql`drop index first_staff_replies`.execute(db);
  await index("created_tickets", `(created_at) include (${whose}, ${what})`, shown);
  await index(
    "solved_tickets",
    `(last_resolved_at) include
      (resolution_time, reopen_count, staff_reply_count, ${whose}, ${what})`,
    solved,
  );
  await index(
    "first_staff_replies",
    `(first_staff_reply_at) include (first_reply_time, ${whose})`,
    `${shown} and not opened_by_staff`,
  );
  // The same of each agent: times lie together that are sorted together.
  const agents = "company_id, team_id, id";
  await index(
    "solved_tickets_of_agent",
    `(assignee_id, last_resolved_at) include
      (resolution_time, reopen_count, staff_reply_count, ${agents})`,
    solved,
  );
  await index(
    "first_staff_replies_of_agent",
    `(assignee_id, first_staff_reply_at) include (first_reply_time, ${agents})`,
    `${shown} and not opened_by_staff`,
  );
  const waiting = "waiting_for, waiting_since, unassigned_since, staff_reply_count, snoozed_until";
  await index("open_tickets", `(status) include (${whose}, priority, type, ${waiting})`, open);
  // What lies beside an index is only believed of pages that were vacuumed since they changed.
  await sql`
    alter table tickets set
      (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)
  `.execute(db);

  await keepReopenings(db);
}

/**
 * From when to when a ticket was solved before it was open again. A ticket that never was reopened
 * was open from its creation to its last resolve; with these, so is told of all of them when they
 * were open, without reading the spans of every state.
 */
async function keepReopenings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reopenings (
      ticket_id uuid not null references tickets on delete cascade,
      solved_at timestamptz not null,
      reopened_at timestamptz not null,
      -- Closed where a merge was taken back, by which nobody reopened anything.
      was ticket_status not null,
      primary key (ticket_id, reopened_at),
      check (solved_at <= reopened_at)
    )`.execute(db);
  await sql`
    create index reopenings_by_time on reopenings (reopened_at) include (solved_at, ticket_id, was)
  `.execute(db);

  await sql`
    create function keep_reopening() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from reopenings
        where ticket_id = old.ticket_id and reopened_at = old.started_at;
      end if;
      if tg_op <> 'DELETE' then
        insert into reopenings (ticket_id, solved_at, reopened_at, was)
        select new.ticket_id, coalesce(
          (select max(ended_at) from status_spans
            where ticket_id = new.ticket_id and started_at < new.started_at
              and status not in ('resolved', 'closed')),
          (select min(started_at) from status_spans where ticket_id = new.ticket_id)
        ), new.started_at, before.status
        from status_spans before
        where before.ticket_id = new.ticket_id and before.ended_at = new.started_at
          and before.started_at < new.started_at and before.status in ('resolved', 'closed')
          and new.status not in ('resolved', 'closed')
        on conflict (ticket_id, reopened_at) do update
          set solved_at = excluded.solved_at, was = excluded.was;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger reopenings_begin after insert on status_spans for each row
    when (new.status not in ('resolved', 'closed')) execute function keep_reopening()
  `.execute(db);
  await sql`
    create trigger reopenings_change after update of status on status_spans for each row
    when (new.status <> old.status) execute function keep_reopening()`.execute(db);
  await sql`
    create trigger reopenings_end after delete on status_spans for each row
    when (old.status not in ('resolved', 'closed')) execute function keep_reopening()
  `.execute(db);

  // For all tickets that have none: at first, and where very many came at once.
  await sql`
    create function gather_reopenings() returns void language sql as $$
      insert into reopenings (ticket_id, solved_at, reopened_at, was)
      select ticket_id, coalesce(open_until, began), started_at, before
      from (
        select ticket_id, status, started_at,
          lag(status) over earlier as before,
          max(ended_at) filter (where status not in ('resolved', 'closed')) over earlier as open_until,
          min(started_at) over earlier as began
        from status_spans
        window earlier as (partition by ticket_id order by started_at
          rows between unbounded preceding and 1 preceding)
      ) span
      where before in ('resolved', 'closed') and status not in ('resolved', 'closed')
      on conflict (ticket_id, reopened_at) do nothing
    $$`.execute(db);
  await sql`select gather_reopenings()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger reopenings_begin on status_spans`.execute(db);
  await sql`drop trigger reopenings_change on status_spans`.execute(db);
  await sql`drop trigger reopenings_end on status_spans`.execute(db);
  await sql`drop function gather_reopenings`.execute(db);
  await sql`drop function keep_reopening`.execute(db);
  await sql`drop table reopenings`.execute(db);
  await sql`
    alter table tickets reset
      (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)`.execute(db);
  await sql`
    drop index created_tickets, solved_tickets, first_staff_replies, open_tickets,
      solved_tickets_of_agent, first_staff_replies_of_agent`.execute(db);
  await sql`alter table tickets drop column first_reply_time, drop column resolution_time`.execute(
    db,
  );
  await sql
    .raw(`
    create index solved_tickets on tickets (last_resolved_at)
    include (created_at, company_id, reopen_count, staff_reply_count) where ${solved}`)
    .execute(db);
  await sql
    .raw(`
    create index first_staff_replies on tickets (first_staff_reply_at)
    include (created_at, company_id) where ${shown} and not opened_by_staff`)
    .execute(db);
}
