import { type Kysely, sql } from "kysely";

/** The HTML of a message, with a hash of the text and the renderer that it was made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_html (
      message_id uuid primary key references messages on delete cascade,
      source bigint not null,
      html text not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table message_html`.execute(db);
}
