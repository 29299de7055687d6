import { expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { listMembers } from "../companies/members.ts";
import { companyOptions, listCompanies } from "../companies/queries.ts";
import { listMacros } from "../macros/queries.ts";
import { listTags } from "../tags/queries.ts";
import { listTeams, pickStaff } from "../teams/queries.ts";
import {
  pickAssignees,
  pickCompanies,
  pickRequesters,
  pickTags,
  pickTeams,
} from "../tickets/pickers.ts";
import { listUsers } from "../users/queries.ts";
import { listViews } from "../views/queries.ts";

/** Inserted backwards, and read in this order in every list of names. */
const names = ["9 Lives", "10 Downing", "Ärzte", "Dock 2", "Dock 10", "dock 11", "Émile", "Zoe"];

const database = setUpTestDatabase();

async function inOrder(values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...values]}::text[]) name order by in_order(name)`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
}

test("numbers are sorted by value, and letters next to their base letters", async () => {
  expect(await inOrder(names.toReversed())).toEqual(names);
  const versions = ["v1.2", "v1.2.1", "v1.9", "v1.10", "v007", "v12 of 3", "v12 of 20"];
  expect(await inOrder(versions.toReversed())).toEqual(versions);
  const long = ["7", "20261126", "999999999999999"];
  expect(await inOrder(long.toReversed())).toEqual(long);
});

test("every list by name has that order, page by page", async () => {
  const { db } = database;
  const admin = await insertUser(db, { role: "Super Admin", first_name: "A", last_name: "A" });
  const company = await insertCompany(db, { name: "0" });
  const ticket = await insertTicket(db, { requester_id: admin.id, company_id: company.id });
  for (const name of names.toReversed()) {
    await insertCompany(db, { name });
    await insertTeam(db, { name });
    await insertUser(db, { role: "Agent", first_name: name, last_name: "B", company_scope: "all" });
    await insertUser(db, { first_name: name, last_name: "C", companies: [company.id] });
    await put("macros", sql`name, body, shared, created_at, updated_at`, {
      admin: admin.id,
      values: sql`${name}::text, '', true, now(), now()`,
    });
    await put("saved_views", sql`name, query, shared, created_at`, {
      admin: admin.id,
      values: sql`${name}::text, '', true, now()`,
    });
    await sql`
      with made as (
        insert into tags (id, name) values (gen_random_uuid(), lower(${name}::text)) returning id)
      insert into ticket_tags (ticket_id, tag_id) select ${ticket.id}, id from made`.execute(db);
  }
  const deps = await actingAs(db, admin);
  const called = (rows: readonly { name: string }[]) =>
    rows.map(({ name }) => name.replace(/ [BC]$/, "")).filter((name) => names.includes(name));
  const first = { limit: 3, cursor: null, descending: false };
  const tags = names.map((name) => name.toLowerCase());

  const users = { ...first, limit: 4, sort: "name", role: "Agent" } as const;
  const begun = await listUsers(deps, users);
  const rest = await listUsers(deps, { ...users, cursor: begun.nextCursor });
  expect(
    [...begun.users, ...rest.users].map(({ firstName }) => firstName).filter((n) => n !== "A"),
  ).toEqual(names);
  const companies = await listCompanies(deps, { ...first, limit: 50, sort: "name" });
  expect(called(companies.companies)).toEqual(names);
  expect(called((await companyOptions(deps, {})).companies)).toEqual(names);
  const members = await listMembers(deps, { id: company.id, limit: 50, cursor: null });
  expect(called(members.members)).toEqual(names);
  expect(called((await listTeams(deps)).teams)).toEqual(names);
  expect(called((await pickStaff(deps, { search: "" })).staff)).toEqual(names);
  expect(called((await listMacros(deps)).macros)).toEqual(names);
  expect(called((await listViews(deps)).views)).toEqual(names);
  const pick = { search: "" };
  expect(called(await pickCompanies(deps, pick))).toEqual(names);
  expect(called(await pickTeams(deps, pick))).toEqual(names);
  expect(called(await pickAssignees(deps, pick))).toEqual(names);
  expect(called(await pickRequesters(deps, pick))).toEqual(names);
  expect(await pickTags(deps, pick)).toEqual(tags);
  const some = await listTags(deps, { limit: 5, cursor: null });
  const others = await listTags(deps, { limit: 5, cursor: some.nextCursor });
  expect([...some.tags, ...others.tags].map(({ name }) => name)).toEqual(tags);
});

async function put(
  table: "macros" | "saved_views",
  columns: RawBuilder<unknown>,
  { admin, values }: { admin: string; values: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (id, owner_id, ${columns})
    values (gen_random_uuid(), ${admin}::uuid, ${values})`.execute(database.db);
}
