import { type Kysely, sql } from "kysely";

/**
 * What a list shows of a ticket's latest message stands in the ticket's own row. Everybody's is the
 * one that was released last; `staff_latest_…` is there only where staff see another one last: a
 * note, or a reply that is still being sent. So whoever reads for a Customer reads no column in
 * which a note could stand.
 *
 * Written by triggers, in the transaction that writes the message, whoever writes it: a server of
 * the release before too. A ticket with nothing in these columns has no message, or none came since
 * this migration: then it is looked up among the messages, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tickets
      add column latest_author_id uuid,
      add column latest_text text,
      add column staff_latest_kind text,
      add column staff_latest_author_id uuid,
      add column staff_latest_text text`.execute(db);
  await sql`
    create function latest_of(ticket uuid) returns table (
      author_id uuid, text text, staff_kind text, staff_author_id uuid, staff_text text
    ) language sql stable as $$
      select everybodys.author_id, left(everybodys.body, 240),
        staffs.kind, staffs.author_id, left(staffs.body, 240)
      from (select) one
      left join lateral (
        select id, author_id, body from messages
        where ticket_id = ticket and released_at is not null and redacted_at is null
        order by released_at desc, id desc limit 1
      ) everybodys on true
      left join lateral (
        select newest.* from (
          select id, kind, author_id, body from messages
          where ticket_id = ticket and redacted_at is null
          order by created_at desc, id desc limit 1
        ) newest
        where newest.id is distinct from everybodys.id
      ) staffs on true
    $$`.execute(db);
  await followMessages(db);
  await fillNewest(db);
}

async function followMessages(db: Kysely<unknown>): Promise<void> {
  // The lock first: whoever else writes into the ticket is then seen.
  await sql`
    create function keep_latest(concerned uuid[]) returns void language plpgsql as $$
    begin
      perform from tickets where id = any(concerned) order by id for no key update;
      update tickets t set latest_author_id = l.author_id, latest_text = l.text,
        staff_latest_kind = l.staff_kind, staff_latest_author_id = l.staff_author_id,
        staff_latest_text = l.staff_text
      from unnest(concerned) as ticket (id), latest_of(ticket.id) l
      where t.id = ticket.id and (
          t.latest_author_id, t.latest_text,
          t.staff_latest_kind, t.staff_latest_author_id, t.staff_latest_text
        ) is distinct from (l.author_id, l.text, l.staff_kind, l.staff_author_id, l.staff_text);
    end $$`.execute(db);
  const trigger = (name: string, when: string, tables: string, concerned: string) =>
    sql
      .raw(`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        perform keep_latest(array(${concerned}));
        return null;
      end $$;
      create trigger ${name} after ${when} on messages
      referencing ${tables} for each statement execute function ${name}()`)
      .execute(db);
  await trigger(
    "latest_written",
    "insert",
    "new table as fresh",
    "select ticket_id from fresh group by 1",
  );
  await trigger(
    "latest_gone",
    "delete",
    "old table as gone",
    "select ticket_id from gone group by 1",
  );
  await trigger(
    "latest_changed",
    "update",
    "old table as gone new table as fresh",
    "select ticket_id from gone union select ticket_id from fresh",
  );
}

/** Those that lists begin with. All at once would write every ticket anew, with its forty indexes. */
async function fillNewest(db: Kysely<unknown>): Promise<void> {
  await sql`
    select keep_latest(array(
      select id from tickets where spam_at is null and merged_into_id is null
      order by updated_at desc limit 10000))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of ["latest_written", "latest_gone", "latest_changed"]) {
    await sql`drop trigger ${sql.id(name)} on messages`.execute(db);
    await sql`drop function ${sql.id(name)}`.execute(db);
  }
  await sql`drop function keep_latest`.execute(db);
  await sql`drop function latest_of`.execute(db);
  await sql`
    alter table tickets drop column latest_author_id, drop column latest_text,
      drop column staff_latest_kind, drop column staff_latest_author_id,
      drop column staff_latest_text`.execute(db);
}
