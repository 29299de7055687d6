import { type Kysely, sql } from "kysely";

/**
 * As people look for a name: `Ärzte` stands among those with an A, and `Dock 2` before `Dock 10`,
 * whatever order of letters the database was made with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function in_order(name text) returns text language sql immutable parallel safe
    return case when name ~ '[0-9]' then regexp_replace(
        regexp_replace(folded(name), '([0-9]+)', '00000000000000\\1', 'g'),
        '[0-9]*([0-9]{15})', '\\1', 'g')
      else folded(name) end`.execute(db);
  await indexNames(db, (name) => `in_order(${name})`);
  await sql`create index tags_in_order on tags (in_order(name), name)`.execute(db);
}

async function indexNames(db: Kysely<unknown>, key: (name: string) => string): Promise<void> {
  const person = `${key("first_name")}, ${key("last_name")}, id`;
  const indexes: [name: string, of: string][] = [
    ["companies_by_name", `companies (${key("name")}, id)`],
    ["users_by_name", `users (${person}) where deleted_at is null`],
    ["users_by_role", `users (role, ${person}) where deleted_at is null`],
    ["users_by_company", `users (left(company_names, 100), ${person}) where deleted_at is null`],
  ];
  for (const [name, of] of indexes) {
    await sql.raw(`drop index ${name}`).execute(db);
    await sql.raw(`create index ${name} on ${of}`).execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tags_in_order`.execute(db);
  await indexNames(db, (name) => `lower(${name})`);
  await sql`drop function in_order`.execute(db);
}
