import { type Kysely, sql } from "kysely";

/** What is snoozed is listed by when it wakes: of those of one moment the id says which comes first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexed(db, "snoozed_until, id");
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await indexed(db, "snoozed_until");
}

async function indexed(db: Kysely<unknown>, columns: string): Promise<void> {
  // An earlier step of the same upgrade may have changed tickets, and left what follows from it to the end.
  await sql`set constraints all immediate`.execute(db);
  for (const [name, first] of [
    ["tickets_snoozed", ""],
    ["tickets_of_company_snoozed", "company_id, "],
  ] as const) {
    await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`
      create index ${sql.id(name)} on tickets (${sql.raw(first + columns)})
      where snoozed_until is not null`.execute(db);
  }
}
