import { type Kysely, sql } from "kysely";

/**
 * What is counted of each day (of UTC) once it is over, for who sees and filters nothing: how many
 * tickets were created and resolved in each of its 96 quarters of an hour, and all times to first
 * reply and to resolve, in their order. The worker in server/dashboard/tallies/tally-days.ts writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table day_tallies (
      day date primary key,
      created integer[] not null,
      resolved integer[] not null,
      -- In microseconds, sorted, and how many of them lie in each step.
      first_replies bigint[] not null,
      first_reply_steps integer[] not null,
      resolutions bigint[] not null,
      resolution_steps integer[] not null,
      reopened integer not null,
      solved_in_one integer not null
    )`.execute(db);
  // Slices of them are read, which packed ones would have to be unpacked for.
  await sql`
    alter table day_tallies
      alter column first_replies set storage external, alter column resolutions set storage external
  `.execute(db);
  // Written by whoever changes something of a day: many rows of one, since none waits for another.
  await sql`create table changed_days (day date not null)`.execute(db);
  await sql`create index changed_days_by_day on changed_days (day)`.execute(db);
  await sql
    .raw(`
    create function time_step(microseconds bigint) returns integer language sql immutable
    return width_bucket(microseconds, array[${timeSteps().join(", ")}]::bigint[])`)
    .execute(db);
  await followTickets(db);
}

/** From a second to a year, each an eighth longer than the one before. */
function timeSteps(): number[] {
  const steps = [1_000_000];
  for (let last = 1_000_000; last < 366 * 86_400_000_000; steps.push(last)) {
    last += Math.ceil(last / 8);
  }
  return steps;
}

/** Of today nothing is told: no day is tallied before it has been over for another one. */
async function followTickets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tallied_as(t tickets)
    returns table (figure text, at timestamptz, took bigint, reopened boolean, in_one boolean)
    language sql immutable as $$
      select figure.* from (values
        ('created', t.created_at, null::bigint, null::boolean, null::boolean),
        ('replied', case when not t.opened_by_staff then t.first_staff_reply_at end,
          t.first_reply_time, null, null),
        ('solved', case when t.status in ('resolved', 'closed') then t.last_resolved_at end,
          t.resolution_time, t.reopen_count > 0, t.staff_reply_count = 1)
      ) as figure (figure, at, took, reopened, in_one)
      where figure.at is not null and t.spam_at is null and t.merged_into_id is null
    $$`.execute(db);
  await sql`
    create function tell_changed_days() returns trigger language plpgsql as $$
    begin
      insert into changed_days (day)
      select distinct (at at time zone 'UTC')::date
      from (
        (select * from tallied_as(old) except select * from tallied_as(new))
        union all
        (select * from tallied_as(new) except select * from tallied_as(old))
      ) moved
      where at < date_trunc('day', now(), 'UTC');
      return null;
    end $$`.execute(db);
  const trigger = (name: string, when: string) =>
    sql
      .raw(
        `create trigger ${name} on tickets for each row ${when} execute function tell_changed_days()`,
      )
      .execute(db);
  await trigger(
    "tallies_begin after insert",
    `when (least(new.created_at, new.first_staff_reply_at, new.last_resolved_at)
      < date_trunc('day', now(), 'UTC'))`,
  );
  await trigger(
    "tallies_change after update",
    `when ((${concerns("old")}) is distinct from (${concerns("new")}))`,
  );
  await trigger("tallies_end after delete", "");
}

/** Most acts change nothing of these: what is not solved yet may be replied to and reopened. */
function concerns(row: "old" | "new"): string {
  const solved = `${row}.status in ('resolved', 'closed')`;
  return `
    ${row}.created_at, ${row}.first_staff_reply_at, ${row}.opened_by_staff,
    ${row}.spam_at is null, ${row}.merged_into_id is null,
    case when ${solved} then ${row}.last_resolved_at end,
    ${solved} and ${row}.reopen_count > 0, ${solved} and ${row}.staff_reply_count = 1`;
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tallies_begin on tickets`.execute(db);
  await sql`drop trigger tallies_change on tickets`.execute(db);
  await sql`drop trigger tallies_end on tickets`.execute(db);
  await sql`drop function tell_changed_days`.execute(db);
  await sql`drop function tallied_as`.execute(db);
  await sql`drop function time_step`.execute(db);
  await sql`drop table changed_days`.execute(db);
  await sql`drop table day_tallies`.execute(db);
}
