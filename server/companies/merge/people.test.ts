import { describe, expect, test } from "bun:test";
import { setUpAdminDesk } from "../../../tests/support/admin-desk.ts";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type Membership,
} from "../../../tests/support/builders.ts";
import { countLiveEvents, linesOn } from "../../../tests/support/stored.ts";
import { mergeCompanies } from "./begin.ts";
import { previewCompanyMerge } from "./preview.ts";
import { companyMergeHandler } from "./run.ts";

const { database, admin, deps } = setUpAdminDesk();

async function pair() {
  const [source, target] = [await insertCompany(database.db), await insertCompany(database.db)];
  const all = (company: { id: string }): Membership => ({ id: company.id, seesAllTickets: true });
  const customer = (first_name: string, ...companies: (string | Membership)[]) =>
    insertUser(database.db, { first_name, last_name: "", companies });
  const agent = (first_name: string, ...companies: string[]) =>
    insertUser(database.db, {
      ...{ first_name, last_name: "", role: "Agent", company_scope: "assigned", companies },
    });
  return { source, target, all, customer, agent };
}
type Pair = Awaited<ReturnType<typeof pair>>;

const preview = ({ source, target }: Pair) =>
  previewCompanyMerge(deps, { sourceId: source.id, targetId: target.id });
const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name);
async function merge(both: Pair, said: { agentIds?: string[]; seeAllIds?: string[] } = {}) {
  const { willSeeSource } = await preview(both);
  return await mergeCompanies(deps, {
    ...{ requestId: Bun.randomUUIDv7(), sourceId: both.source.id, targetId: both.target.id },
    ...{ agentIds: [], seeAllIds: [], agreedIds: willSeeSource.map(({ id }) => id), ...said },
  });
}
const membersOf = async ({ id }: { id: string }) => {
  const rows = await database.db
    .selectFrom("user_companies")
    .innerJoin("users", "users.id", "user_companies.user_id")
    .select(["first_name", "sees_all_tickets"])
    .where("company_id", "=", id)
    .orderBy("first_name")
    .execute();
  return rows.map((row) => `${row.first_name}${row.sees_all_tickets ? " sees all" : ""}`);
};

describe("the preview of a merge", () => {
  test("counts tickets, open tickets and members, and shows domains and notes", async () => {
    const both = await pair();
    const { source, target } = both;
    const { db } = database;
    expect(await preview(both)).toEqual({
      source: { id: source.id, name: source.name },
      target: { id: target.id, name: target.name },
      ...{ tickets: 0, openTickets: 0, members: 0, domains: [], hasNotes: false },
      ...{ agents: [], seeAllOfSource: [], willSeeSource: [] },
    });
    const ana = await both.customer("Ana", source.id);
    await both.customer("Ben", target.id);
    await both.agent("Finn", source.id);
    const at = { requester_id: ana.id, company_id: source.id };
    const open = await insertTicket(db, { ...at, status: "open" });
    await insertTicket(db, { ...at, status: "resolved" });
    await insertTicket(db, { ...at, status: "open", spam_at: new Date() });
    await insertTicket(db, { ...at, status: "closed", merged_into_id: open.id });
    await insertTicket(db, { requester_id: ana.id, company_id: target.id, status: "open" });
    for (const [domain, company] of [
      [`b-${source.id}.test`, source],
      [`a-${source.id}.test`, source],
      [`${target.id}.test`, target],
    ] as const) {
      await db.insertInto("company_domains").values({ domain, company_id: company.id }).execute();
    }
    await db.updateTable("companies").set({ notes: "n" }).where("id", "=", source.id).execute();
    expect(await preview(both)).toMatchObject({
      ...{ tickets: 4, openTickets: 1, members: 1, hasNotes: true },
      domains: [`a-${source.id}.test`, `b-${source.id}.test`],
    });
  });

  test("names everyone whose access changes", async () => {
    const both = await pair();
    const { source, target, all, agent, customer } = both;
    const zoe = await agent("zoe", source.id);
    const invited = await agent("Yann", source.id);
    await database.db
      .updateTable("users")
      .set({ state: "invited" })
      .where("id", "=", invited.id)
      .execute();
    await agent("Both", source.id, target.id);
    await agent("Tara", target.id);
    const everywhere = { role: "Agent", company_scope: "all" } as const;
    await insertUser(database.db, { ...everywhere, companies: [source.id, target.id] });
    await insertUser(database.db, { ...everywhere, companies: [source.id] });
    await insertUser(database.db, { ...everywhere, companies: [target.id] });
    await customer("Own", source.id);
    await customer("Whole", all(source));
    await customer("Half", all(source), target.id);
    await customer("Same", all(source), all(target));
    await customer("Theirs", all(target));
    await customer("Also", all(target), source.id);
    await customer("Little", target.id);
    const ana = await customer("Ana", source.id);
    const at = { requester_id: ana.id, company_id: source.id, assignee_id: zoe.id };
    const open = await insertTicket(database.db, { ...at, status: "open" });
    await insertTicket(database.db, { ...at, status: "pending" });
    await insertTicket(database.db, { ...at, status: "resolved" });
    await insertTicket(database.db, { ...at, status: "open", spam_at: new Date() });
    await insertTicket(database.db, { ...at, status: "closed", merged_into_id: open.id });
    await insertTicket(database.db, { ...at, status: "open", company_id: target.id });
    const { agents, seeAllOfSource, willSeeSource } = await preview(both);
    expect(agents).toEqual([
      { id: invited.id, name: "Yann", state: "invited", openTickets: 0 },
      { id: zoe.id, name: "zoe", state: "active", openTickets: 2 },
    ]);
    expect(namesOf(seeAllOfSource)).toEqual(["Half", "Whole"]);
    expect(namesOf(willSeeSource)).toEqual(["Also", "Tara", "Theirs"]);
    expect(willSeeSource.map(({ role }) => role)).toEqual(["Customer", "Agent", "Customer"]);
  });
});

describe("people of the source", () => {
  test("members join with their own tickets; agents and access to all tickets only if selected", async () => {
    const both = await pair();
    const { source, target, all, agent, customer } = both;
    const elsewhere = await pair();
    await customer("Else", elsewhere.source.id);
    await customer("Ana", source.id);
    await customer("Ben", all(source), target.id);
    const cleo = await customer("Cleo", all(source), target.id);
    const dora = await customer("Dora", all(source));
    await customer("Emil", source.id, all(target));
    const finn = await agent("Finn", source.id);
    await agent("Gus", source.id);
    await merge(both, { agentIds: [finn.id], seeAllIds: [cleo.id, dora.id] });
    expect(await membersOf(target)).toEqual([
      ...["Ana", "Ben", "Cleo sees all", "Dora sees all", "Emil sees all", "Finn"],
    ]);
    expect(await membersOf(source)).toEqual([]);
    expect(await membersOf(elsewhere.source)).toEqual(["Else"]);
  });

  test("everyone who gains access is audited, for both companies", async () => {
    const both = await pair();
    const { source, target, all, agent, customer } = both;
    const finn = await agent("Finn", source.id);
    const dora = await customer("Dora", all(source));
    const before = await countLiveEvents(database.db, "companies");
    await merge(both, { agentIds: [finn.id], seeAllIds: [dora.id] });
    const line = { by: admin.id, before: null };
    const ends = { source: source.id, target: target.id };
    expect(await linesOn(database.db, source.id)).toEqual([
      {
        ...{ ...line, act: "company.merge-begun", of: source.id, after: { into: target.id } },
        fields: ["members", "domains", "notes", "tickets"],
      },
      { ...line, act: "company.merged", fields: [], of: source.id, after: ends },
    ]);
    expect(await linesOn(database.db, target.id)).toEqual([
      { ...line, act: "company.agent-added", fields: ["agents"], of: finn.id, after: null },
      { ...line, act: "company.member-changed", fields: ["members"], of: dora.id, after: null },
      { ...line, act: "company.took-over", fields: [], of: target.id, after: ends },
    ]);
    expect(await countLiveEvents(database.db, "companies")).toBe(before + 2);
  });
});

test("an agent who was not selected stops following its tickets", async () => {
  const both = await pair();
  const { source, agent, customer } = both;
  const [gus, ana] = [await agent("Gus", source.id), await customer("Ana", source.id)];
  const at = { requester_id: ana.id, company_id: source.id, followers: [gus.id] };
  const ticket = await insertTicket(database.db, { ...at, status: "resolved" });
  await merge(both);
  const people = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("user_id", "is not", null)
    .where("ticket_id", "=", ticket.id)
    .execute();
  expect(people.map(({ user_id }) => user_id)).toEqual([ana.id]);
});

test("notes are appended to those of the target", async () => {
  const { db } = database;
  const notesOf = async (company: { id: string }) => {
    const row = db.selectFrom("companies").select("notes").where("id", "=", company.id);
    return (await row.executeTakeFirstOrThrow()).notes;
  };
  const other = await insertCompany(db, { notes: "Other" });
  for (const [of, into, then] of [
    ["", "", ""],
    ["", "Gate 4.", "Gate 4."],
    ["Ring twice.", "", "NAME:\nRing twice."],
    ["Ring twice.", "Gate 4.", "Gate 4.\n\nNAME:\nRing twice."],
  ] as const) {
    const both = await pair();
    const { source, target } = both;
    await db.updateTable("companies").set({ notes: of }).where("id", "=", source.id).execute();
    await db.updateTable("companies").set({ notes: into }).where("id", "=", target.id).execute();
    await merge(both);
    expect([await notesOf(source), await notesOf(target), await notesOf(other)]).toEqual([
      ...["", then.replace("NAME", source.name), "Other"],
    ]);
  }
});

test("only companies merged into the source point at the target", async () => {
  const both = await pair();
  const { source, target } = both;
  const other = await insertCompany(database.db);
  const [first, elsewhere] = [
    await insertCompany(database.db, { state: "merged", merged_into_id: source.id }),
    await insertCompany(database.db, { state: "merged", merged_into_id: other.id }),
  ];
  await merge(both);
  const rows = await database.db
    .selectFrom("companies")
    .select(["id", "merged_into_id as into", "merging_into_id as way", "state"])
    .where("id", "in", [source.id, target.id, first.id, elsewhere.id, other.id])
    .execute();
  const merged = { way: null, state: "merged" };
  const active = { way: null, state: "active", into: null };
  expect(new Map(rows.map(({ id, ...row }) => [id, row as object]))).toEqual(
    new Map<string, object>([
      [source.id, { ...merged, into: target.id }],
      [first.id, { ...merged, into: target.id }],
      [elsewhere.id, { ...merged, into: other.id }],
      [target.id, active],
      [other.id, active],
    ]),
  );
});

test("people who join during the merge move too, with access to their own tickets", async () => {
  const { source, target, all, customer, agent } = await pair();
  const { db } = database;
  await customer("Known", all(target), source.id);
  const begun = { state: "archived", merging_into_id: target.id } as const;
  await db.updateTable("companies").set(begun).where("id", "=", source.id).execute();
  await customer("Late", all(source));
  await agent("Finn", source.id);
  const merge = { sourceId: source.id, targetId: target.id, names: "One into another" };
  const last = [{ position: 1, subjectId: source.id }];
  await db.transaction().execute((tx) => companyMergeHandler.run(tx, deps, merge, last));
  expect(await membersOf(source)).toEqual([]);
  expect(await membersOf(target)).toEqual(["Known sees all", "Late"]);
});
