import { sql } from "kysely";
import type { Tx } from "../../server/db/database.ts";
import { demoTeams, stories } from "../../server/demo/content.ts";
import type { DeskIds } from "../../server/demo/insert-desk.ts";
import { type Population, peopleOf } from "./crowd.ts";

/** The ids by name or address. */
export type CrowdIds = Record<keyof DeskIds, ReadonlyMap<string, string>>;

/** Inserts companies, people and missing teams and tags. */
export async function insertCrowd(
  tx: Tx,
  population: Population,
  { passwordHash, now }: { passwordHash: string | null; now: Date },
): Promise<CrowdIds> {
  const { companies } = population;
  const people = peopleOf(population);
  const teamIds = await namedIds(tx, "teams", demoTeams);
  const tags = [...new Set(stories.flatMap(({ tags }) => tags))];
  const tagIds = await namedIds(tx, "tags", tags);
  const ids: CrowdIds = {
    company: new Map(companies.map(({ name, id }) => [name, id])),
    user: new Map(people.map(({ email, id }) => [email, id])),
    team: teamIds,
    tag: tagIds,
  };

  const since = new Date(Math.min(now.getTime(), ...people.slice(0, 1).map(({ since }) => since)));
  await insertRows(
    tx,
    "companies",
    companies.map(({ id, name, state }) => ({ id, name, state, created_at: since })),
  );
  await insertRows(
    tx,
    "company_domains",
    companies.flatMap(({ id, domains }) => domains.map((domain) => ({ domain, company_id: id }))),
  );
  await insertRows(
    tx,
    "users",
    people.map((person) => ({
      id: person.id,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      role: person.role,
      state: person.state,
      company_scope: person.companyScope,
      password_hash: passwordHash,
      password_set_at: passwordHash === null ? null : since,
      time_zone: person.timeZone,
      created_at: since,
    })),
  );
  await insertRows(
    tx,
    "user_companies",
    people.flatMap((person) =>
      person.companies.map((name) => ({
        user_id: person.id,
        company_id: ids.company.get(name),
        sees_all_tickets: person.seesAllTickets,
      })),
    ),
  );
  await insertRows(
    tx,
    "team_members",
    people.flatMap(({ id, teams }) =>
      teams.map((team) => ({ team_id: ids.team.get(team), user_id: id })),
    ),
  );
  return ids;
}

async function namedIds(
  tx: Tx,
  table: "teams" | "tags",
  names: readonly string[],
): Promise<Map<string, string>> {
  const into = sql.table(table);
  for (const name of names) {
    await sql`
      insert into ${into} (id, name) select ${Bun.randomUUIDv7()}::uuid, ${name}::text
      where not exists (select from ${into} where lower(name) = lower(${name}::text))`.execute(tx);
  }
  const lower = names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ name: string; id: string }>`
    select lower(name) as name, id from ${into}
    where lower(name) = any(${lower}::text[])`.execute(tx);
  const byLowerName = new Map(rows.map(({ name, id }) => [name, id]));
  return new Map(names.map((name) => [name, byLowerName.get(name.toLowerCase()) ?? ""]));
}

/** All rows as one JSON value: many times faster than a parameter per value. */
async function insertRows<Row extends object>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // All rows have the columns of the first one, without generated columns.
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const into = sql.table(table);
  await sql`
    insert into ${into} (${columns})
    select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::text::json)
  `.execute(tx);
}
