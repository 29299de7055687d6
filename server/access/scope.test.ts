import { beforeAll, expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import { actorOf, insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Actor } from "./actor.ts";
import * as scopes from "./scope.ts";

type Reader = "admin" | "everyAgent" | "agent" | "idle" | "member" | "chief" | "stranger";
const database = setUpTestDatabase();
let readers: Record<Reader, Actor>;

/** Tickets of two companies and of none; one of Acme's is spam, one merged, one both. */
beforeAll(async () => {
  const { db } = database;
  const [acme, zeta] = [await insertCompany(db), await insertCompany(db)];
  const people = {
    admin: { role: "Super Admin" },
    everyAgent: { role: "Agent" },
    agent: { role: "Agent", company_scope: "assigned", companies: [acme.id] },
    idle: { role: "Agent", company_scope: "assigned" },
    member: { companies: [acme.id] },
    chief: { companies: [{ id: acme.id, seesAllTickets: true }, zeta.id] },
    stranger: {},
  } as const;
  const users = new Map<string, Awaited<ReturnType<typeof insertUser>>>();
  for (const [name, given] of Object.entries(people)) {
    users.set(name, await insertUser(db, given as Parameters<typeof insertUser>[1]));
  }
  readers = Object.fromEntries(
    await Promise.all([...users].map(async ([name, user]) => [name, await actorOf(db, user)])),
  );
  const of = (subject: string, reader: Reader, company: string | null, more: object = {}) => {
    const requester_id = users.get(reader)?.id ?? "";
    return insertTicket(db, { subject, requester_id, company_id: company, ...more });
  };
  const plain = await of("acme's", "member", acme.id);
  await of("acme's too", "chief", acme.id);
  await of("zeta's", "stranger", zeta.id);
  await of("of none", "chief", null);
  const spam = { spam_at: new Date() };
  const merged = { merged_into_id: plain.id, status: "closed" } as const;
  await of("spam", "member", acme.id, spam);
  await of("merged", "member", acme.id, merged);
  await of("spam and merged", "member", acme.id, { ...spam, ...merged });
  // Following a ticket outside their companies gives an agent no access.
  await sql`
    insert into ticket_people (ticket_id, user_id)
    select tickets.id, users.id from tickets, users
    where subject = 'zeta''s' and users.id = any(${[readers.agent.id, readers.member.id]}::uuid[])
  `.execute(db);
}, 60_000);

async function subjectsOf(query: RawBuilder<{ subject: string }>): Promise<string[]> {
  const { rows } = await query.execute(database.db);
  return rows.map(({ subject }) => subject).sort();
}

const subjectsWhere = (condition: RawBuilder<boolean>) =>
  subjectsOf(sql`select t.subject from tickets t where ${condition}`);

const everything = ["acme's", "acme's too", "of none", "zeta's"];
const seen: Record<Reader, string[]> = {
  admin: everything,
  everyAgent: everything,
  agent: ["acme's", "acme's too"],
  idle: [],
  member: ["acme's", "zeta's"],
  chief: ["acme's", "acme's too", "of none"],
  stranger: ["zeta's"],
};

test.each(Object.keys(seen) as Reader[])(
  "%s sees the same tickets one by one and in a list",
  async (reader) => {
    const scope = scopes.scopeOf(readers[reader]);
    expect(await subjectsWhere(scopes.isSeen(scope))).toEqual(seen[reader]);
    const list = scopes.inParts(
      scope,
      (part) => sql<{ subject: string }>`select t.subject ${part}`,
    );
    expect(await subjectsOf(list)).toEqual(seen[reader]);
  },
);

test("a customer's own part holds tickets they requested or follow", async () => {
  const own = (reader: Reader) =>
    subjectsOf(sql`select t.subject ${scopes.ownPart(scopes.scopeOf(readers[reader]))}`);
  expect(await own("chief")).toEqual(["acme's too", "of none"]);
  expect(await own("member")).toEqual(["acme's", "zeta's"]);
});

test("spam and merged sources are shown on request, and tickets that are both if both are requested", async () => {
  const shown = async (spam: boolean, merged: boolean) =>
    (await subjectsWhere(scopes.isShown({ with: { spam, merged } }))).filter(
      (subject) => !everything.includes(subject),
    );
  expect(await shown(false, false)).toEqual([]);
  expect(await shown(true, false)).toEqual(["spam"]);
  expect(await shown(false, true)).toEqual(["merged"]);
  expect(await shown(true, true)).toEqual(["merged", "spam", "spam and merged"]);
  expect(await subjectsWhere(scopes.isShown({}))).toEqual(everything);
});

test("staff can open spam on its page, customers nowhere", async () => {
  const read = (reader: Reader) =>
    subjectsWhere(scopes.isSeen(scopes.withSpam(scopes.scopeOf(readers[reader]))));
  expect(await read("agent")).toEqual([...seen.agent, "spam"]);
  expect(await read("admin")).toEqual(["acme's", "acme's too", "of none", "spam", "zeta's"]);
  expect(await read("member")).toEqual(seen.member);
});

test("tickets hidden from lists are still in the scope of staff", async () => {
  const within = (reader: Reader) =>
    subjectsWhere(scopes.isInStaffScope(scopes.scopeOf(readers[reader])));
  expect(await within("agent")).toEqual([...seen.agent, "merged", "spam", "spam and merged"]);
  expect(await within("everyAgent")).toHaveLength(7);
  expect(await within("idle")).toEqual([]);
});

test("role and scope decide: all tickets, those of some companies, or their own", () => {
  const sights = Object.entries(readers).map(([name, actor]) => [name, scopes.sightOf(actor)]);
  expect(Object.fromEntries(sights)).toEqual({
    ...{ admin: "all", everyAgent: "all", agent: "companies", idle: "companies" },
    ...{ member: "own", chief: "own", stranger: "own" },
  });
  expect(scopes.companiesSeenWhole(readers.agent)).toEqual(readers.agent.companyIds);
  expect(scopes.companiesSeenWhole(readers.chief)).toEqual(readers.chief.seesAllOf);
  expect(readers.chief.companyIds).toHaveLength(2);
});
