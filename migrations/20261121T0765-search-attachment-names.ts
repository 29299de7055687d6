import { type Kysely, sql } from "kysely";

/** The names of a message's files are words of its ticket, and follow what becomes of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const trigger = async (name: string, event: string, body: string) => {
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin ${body} return null; end $$`)
      .execute(db);
    await sql.raw(`create trigger ${name} ${event} execute function ${name}()`).execute(db);
  };
  const queue = (among: string) => `
    insert into ticket_search_queue (ticket_id)
    select distinct ticket_id from messages where id in (${among});`;

  await trigger(
    "search_new_files",
    "after insert on files referencing new table as fresh for each statement",
    queue("select message_id from fresh"),
  );
  await trigger(
    "search_changed_file",
    `after update on files for each row
      when (old.message_id is distinct from new.message_id
        or old.name is distinct from new.name
        or old.redacted_at is distinct from new.redacted_at)`,
    queue("old.message_id, new.message_id"),
  );
  await trigger(
    "search_deleted_files",
    "after delete on files referencing old table as gone for each statement",
    queue("select message_id from gone"),
  );

  await sql.raw(queue("select message_id from files where redacted_at is null")).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of ["search_new_files", "search_changed_file", "search_deleted_files"]) {
    await sql.raw(`drop trigger ${name} on files`).execute(db);
    await sql.raw(`drop function ${name}`).execute(db);
  }
}
