import { type Kysely, sql } from "kysely";

/** The dashboard counts tickets by the covering indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tallies_begin on tickets`.execute(db);
  await sql`drop trigger tallies_change on tickets`.execute(db);
  await sql`drop trigger tallies_end on tickets`.execute(db);
  await sql`drop trigger tallies_change_by_sight on tickets`.execute(db);
  await sql`drop trigger tallies_change_by_tag on tickets`.execute(db);
  await sql`drop trigger tallies_change_by_gap on reopenings`.execute(db);
  await sql`drop function tell_changed_days`.execute(db);
  await sql`drop function tell_gaps_shown`.execute(db);
  await sql`drop function tell_changed_tags`.execute(db);
  await sql`drop function tell_changed_gaps`.execute(db);
  await sql`drop function tallied_as`.execute(db);
  await sql`drop function time_step`.execute(db);
  await sql`drop table day_times, day_tags, day_tallies, changed_days`.execute(db);
  await sql`drop index reopenings_by_solved_at`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create table changed_days (day date not null)`.execute(db);
  await sql`create index changed_days_by_day on changed_days (day)`.execute(db);
  await sql
    .raw(`
    create function time_step(microseconds bigint) returns integer language sql immutable
    return width_bucket(microseconds, array[${timeSteps().join(", ")}]::bigint[])`)
    .execute(db);
  await sql`
    create table day_tallies (
      day date primary key,
      -- In each of the day's 96 quarters of an hour.
      created integer[] not null,
      resolved integer[] not null,
      -- How many ended that a reopened ticket had been solved for, less how many began.
      gaps integer[] not null,
      -- How many times to first reply and to resolve lie in each step of time_step().
      replied_steps integer[] not null,
      resolved_steps integer[] not null,
      reopened integer not null,
      solved_in_one integer not null
    )`.execute(db);
  await sql`
    create table day_times (
      day date not null references day_tallies on delete cascade,
      moment text not null,
      step integer not null,
      -- In microseconds.
      times bigint[] not null,
      primary key (day, moment, step)
    )`.execute(db);
  await sql`
    create table day_tags (
      day date not null references day_tallies on delete cascade,
      tag_numbers integer[],
      created integer not null,
      resolved integer not null
    )`.execute(db);
  await sql`create index day_tags_by_day on day_tags (day)`.execute(db);
  await sql`create index reopenings_by_solved_at on reopenings (solved_at)`.execute(db);
  // Of such days all is as it was tallied, but for the tags.
  await sql`alter table changed_days add column only_tags boolean not null default false`.execute(
    db,
  );
  await followTickets(db);
  await followGaps(db);
  await followTags(db);
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

async function followGaps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_changed_gaps() returns trigger language plpgsql as $$
    begin
      insert into changed_days (day)
      select distinct (at at time zone 'UTC')::date
      from (values (old.solved_at), (old.reopened_at), (new.solved_at), (new.reopened_at)) gap (at)
      where at < date_trunc('day', now(), 'UTC');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger tallies_change_by_gap after insert or update or delete on reopenings
    for each row execute function tell_changed_gaps()`.execute(db);
  // Whatever else becomes of a ticket, its gaps stay what they are.
  await sql`
    create function tell_gaps_shown() returns trigger language plpgsql as $$
    begin
      insert into changed_days (day)
      select distinct (at at time zone 'UTC')::date
      from reopenings
        cross join lateral (values (reopenings.solved_at), (reopenings.reopened_at)) gap (at)
      where ticket_id = new.id and at < date_trunc('day', now(), 'UTC');
      return null;
    end $$`.execute(db);
  const shown = (row: string) => `${row}.spam_at is null and ${row}.merged_into_id is null`;
  await sql
    .raw(`
    create trigger tallies_change_by_sight after update on tickets for each row
    when ((${shown("old")}) <> (${shown("new")})) execute function tell_gaps_shown()`)
    .execute(db);
}

async function followTags(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_changed_tags() returns trigger language plpgsql as $$
    begin
      insert into changed_days (day, only_tags)
      select distinct (at at time zone 'UTC')::date, true from tallied_as(new)
      where figure in ('created', 'solved') and at < date_trunc('day', now(), 'UTC');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger tallies_change_by_tag after update of tag_numbers on tickets for each row
    when (old.tag_numbers is distinct from new.tag_numbers) execute function tell_changed_tags()
  `.execute(db);
}
