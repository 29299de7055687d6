import { type Kysely, sql } from "kysely";

/**
 * Tallies of days are read for less: times lie in a row for each step of them, so that none is read
 * but those of the steps that are asked for; beside them it is counted how many reopened tickets
 * were solved for a while, and of which tags tickets are. The worker tallies all days anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table day_tallies`.execute(db);
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
  // By one of both times the reopenings of an old day are few.
  await sql`create index reopenings_by_solved_at on reopenings (solved_at)`.execute(db);
  // Of such days all is as it was tallied, but for the tags.
  await sql`alter table changed_days add column only_tags boolean not null default false`.execute(
    db,
  );
  await followGaps(db);
  await followTags(db);
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

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger tallies_change_by_tag on tickets`.execute(db);
  await sql`drop function tell_changed_tags`.execute(db);
  await sql`drop trigger tallies_change_by_sight on tickets`.execute(db);
  await sql`drop function tell_gaps_shown`.execute(db);
  await sql`drop trigger tallies_change_by_gap on reopenings`.execute(db);
  await sql`drop function tell_changed_gaps`.execute(db);
  await sql`alter table changed_days drop column only_tags`.execute(db);
  await sql`drop index reopenings_by_solved_at`.execute(db);
  await sql`drop table day_tags`.execute(db);
  await sql`drop table day_times`.execute(db);
  await sql`drop table day_tallies`.execute(db);
  await sql`
    create table day_tallies (
      day date primary key,
      created integer[] not null,
      resolved integer[] not null,
      first_replies bigint[] not null,
      first_reply_steps integer[] not null,
      resolutions bigint[] not null,
      resolution_steps integer[] not null,
      reopened integer not null,
      solved_in_one integer not null
    )`.execute(db);
  await sql`
    alter table day_tallies
      alter column first_replies set storage external, alter column resolutions set storage external
  `.execute(db);
}
