import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { readCsv } from "../../shared/csv.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertSession,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { exportList } from "./export-list.ts";
import { exportCompanies, exportUsers } from "./people.ts";
import { exportTickets } from "./tickets.ts";

const database = setUpTestDatabase();
let maya: UserRow;
let deps: ActorDeps;
beforeAll(async () => {
  const given = { first_name: "Maya", last_name: "Chen", role: "Super Admin" } as const;
  maya = await insertUser(database.db, given);
  deps = await actingAs(database.db, maya);
}, 60_000);

const at = (time: string) => new Date(`2026-11-01T${time}:00.000Z`);

/** The rows by column name, and the chunks they came in. */
async function tableOf(lines: AsyncGenerator<string>) {
  const pieces: string[] = [];
  for await (const piece of lines) pieces.push(piece);
  const text = pieces.join("");
  expect(text).toStartWith("\uFEFF");
  const [head, ...rows] = readCsv(text.slice(1), ",").records.map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at], cell])));
}

const written = async () => {
  const rows = await database.db
    .selectFrom("audit_log")
    .select(["act", "actor_id", "subject_kind", "fields"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  return rows[0];
};

const tickets = { view: "all", sort: "number", descending: false } as const;

describe("exported tickets", () => {
  test("have all columns, with empty cells where there is no value", async () => {
    const { db } = database;
    const company = await insertCompany(db, { name: "Harbour" });
    const team = await insertTeam(db, { name: "Printers" });
    const ana = await insertUser(db, {
      ...{ first_name: "Ana", last_name: "Ruiz", email: "ana@harbour.test" },
      companies: [company.id],
    });
    const full = await insertTicket(db, {
      ...{ requester_id: ana.id, company_id: company.id, subject: "It prints blank" },
      ...{ status: "closed", priority: "urgent", type: "incident", channel: "phone" },
      ...{ assignee_id: maya.id, team_id: team.id, tags: ["vip", "a;b"] },
      ...{ created_at: at("08:00"), updated_at: at("13:00"), first_staff_reply_at: at("09:00") },
      ...{ first_resolved_at: at("10:00"), last_resolved_at: at("11:00"), closed_at: at("12:00") },
      ...{ snoozed_until: at("14:00"), reopen_count: 1, rating: "good", rated_at: at("12:30") },
      rating_comment: "Quick, and kind",
    });
    const bare = await insertTicket(db, {
      ...{ requester_id: ana.id, subject: "Help", status: "new", channel: "web" },
      ...{ created_at: at("08:00"), updated_at: at("08:00") },
    });
    const rows = await tableOf(await exportTickets(deps, tickets));
    expect(rows).toEqual([
      {
        ...{ Number: String(full.number), Subject: "It prints blank", Status: "Closed" },
        ...{ Priority: "Urgent", Type: "Incident", Channel: "phone", Company: "Harbour" },
        ...{ Requester: "Ana Ruiz", "Requester's email": "ana@harbour.test" },
        ...{ Assignee: "Maya Chen", Team: "Printers", Tags: '"a;b"; vip' },
        "Created (UTC)": "2026-11-01T08:00:00.000Z",
        "Updated (UTC)": "2026-11-01T13:00:00.000Z",
        "First reply (UTC)": "2026-11-01T09:00:00.000Z",
        "Resolved (UTC)": "2026-11-01T11:00:00.000Z",
        "Closed (UTC)": "2026-11-01T12:00:00.000Z",
        "Snoozed until (UTC)": "2026-11-01T14:00:00.000Z",
        ...{ "Times reopened": "1", Rating: "good" },
        "Rating comment": "Quick, and kind",
      },
      {
        ...{ Number: String(bare.number), Subject: "Help", Status: "New", Priority: "Normal" },
        ...{ Type: "Question", Channel: "web", Company: "", Requester: "Ana Ruiz" },
        ...{ "Requester's email": "ana@harbour.test", Assignee: "", Team: "", Tags: "" },
        "Created (UTC)": "2026-11-01T08:00:00.000Z",
        "Updated (UTC)": "2026-11-01T08:00:00.000Z",
        ...{ "First reply (UTC)": "", "Resolved (UTC)": "", "Closed (UTC)": "" },
        "Snoozed until (UTC)": "",
        ...{ "Times reopened": "0", Rating: "", "Rating comment": "" },
      },
    ]);
  });

  test("are those the screen shows for a misspelt word, to the last page", async () => {
    const { db } = database;
    const ana = await insertUser(db);
    for (let made = 0; made < 201; made += 1) {
      await insertTicket(db, { requester_id: ana.id, subject: `Telephone ${made}` });
    }
    await indexAll(db);
    const rows = await tableOf(await exportTickets(deps, { ...tickets, q: "telefhone" }));
    expect(rows.map(({ Subject }) => Subject)).toEqual(
      Array.from({ length: 201 }, (_, made) => `Telephone ${made}`),
    );
    expect(await written()).toEqual({
      ...{ act: "ticket.exported", actor_id: maya.id, subject_kind: "ticket" },
      fields: ["view", "q"],
    });
  });

  test.each([true, false])(
    "each once, whatever changes during the export (newest first: %p)",
    async (descending) => {
      const { db } = database;
      const ana = await insertUser(db);
      const q = `requester:${ana.email}`;
      const given = { requester_id: ana.id, created_at: at("08:00") };
      const numbers: number[] = [];
      for (let made = 0; made < 201; made += 1) {
        const updated_at = new Date(at("08:00").getTime() + made * 1000);
        numbers.push((await insertTicket(db, { ...given, updated_at })).number);
      }
      const lines = await exportTickets(deps, { ...tickets, q, sort: "updated", descending });
      const pieces = [await lines.next(), await lines.next()].map(({ value }) => String(value));
      // The last one in one order, and already exported in the other.
      const moved = numbers[0] ?? 0;
      await db
        .updateTable("tickets")
        .set({ updated_at: new Date(deps.now.getTime() + 1000) })
        .where("number", "=", moved)
        .execute();
      for await (const piece of lines) pieces.push(piece);
      const rows = readCsv(pieces.join("").slice(1), ",").records.slice(1);
      expect(rows.map(({ cells }) => Number(cells[0]))).toEqual(
        descending ? numbers.toReversed() : numbers,
      );
    },
  );

  test("an empty export has the header line", async () => {
    const given = { ...tickets, q: "status:on-hold" };
    const pieces: string[] = [];
    for await (const piece of await exportTickets(deps, given)) pieces.push(piece);
    expect(pieces).toHaveLength(1);
  });
});

test("exported users have every column of the import, and created and last seen times", async () => {
  const { db } = database;
  const [acme, bolt] = [
    await insertCompany(db, { name: "Acme; Sons" }),
    await insertCompany(db, { name: "Bolt" }),
  ];
  const domain = "going-out.test";
  await insertUser(db, {
    ...{ first_name: "Ada", last_name: "Berg", email: `ada@${domain}`, state: "disabled" },
    ...{ phone: "123", time_zone: "Europe/Oslo", created_at: at("08:00") },
    ...{ last_seen_at: at("09:00"), companies: [{ id: acme.id, seesAllTickets: true }, bolt.id] },
  });
  await insertUser(db, {
    ...{ first_name: "Finn", last_name: "", email: `finn@${domain}`, role: "Agent" },
    ...{ company_scope: "assigned", created_at: at("08:00") },
  });
  const query = { search: domain, sort: "name", descending: false } as const;
  expect(await tableOf(await exportUsers(deps, query))).toEqual([
    {
      ...{ Email: `ada@${domain}`, "First name": "Ada", "Last name": "Berg", Role: "Customer" },
      ...{ "Company scope": "", Companies: '"Acme; Sons"; Bolt', Phone: "123" },
      ...{ "Sees all tickets of": '"Acme; Sons"', "Time zone": "Europe/Oslo", State: "disabled" },
      ...{
        "Last seen (UTC)": "2026-11-01T09:00:00.000Z",
        "Created (UTC)": "2026-11-01T08:00:00.000Z",
      },
    },
    {
      ...{ Email: `finn@${domain}`, "First name": "Finn", "Last name": "", Role: "Agent" },
      ...{ "Company scope": "assigned", Companies: "", "Sees all tickets of": "", Phone: "" },
      ...{ "Time zone": "", State: "active", "Last seen (UTC)": "" },
      "Created (UTC)": "2026-11-01T08:00:00.000Z",
    },
  ]);
  expect(await written()).toMatchObject({ act: "user.exported", fields: ["search"] });
});

test("exported companies have their counts", async () => {
  const { db } = database;
  const company = await insertCompany(db, {
    ...{ name: "Kestrel Outgoing", domains: ["b.out", "a.out"], created_at: at("08:00") },
    notes: "Call before noon;\n=ask for “Ana”",
  });
  await insertCompany(db, { name: "Another Outgoing", notes: "Not theirs", state: "archived" });
  const ana = await insertUser(db, { companies: [company.id] });
  await insertUser(db, { role: "Agent", company_scope: "assigned", companies: [company.id] });
  await insertUser(db, { role: "Agent", company_scope: "assigned", companies: [company.id] });
  for (const status of ["new", "pending", "pending"] as const) {
    await insertTicket(db, { requester_id: ana.id, company_id: company.id, status });
  }
  const query = { search: "outgoing", state: "active", sort: "name", descending: false } as const;
  expect(await tableOf(await exportCompanies(deps, query))).toEqual([
    {
      ...{ Name: "Kestrel Outgoing", "Mail domains": "a.out; b.out", State: "active" },
      ...{ Members: "1", Agents: "2", "New tickets": "1", "Open tickets": "0" },
      ...{ "Pending tickets": "2", "On hold tickets": "0", "Resolved tickets": "0" },
      ...{ "Closed tickets": "0", "Created (UTC)": "2026-11-01T08:00:00.000Z" },
      Notes: "Call before noon;\n=ask for “Ana”",
    },
  ]);
  expect(await written()).toMatchObject({ act: "company.exported", subject_kind: "company" });
});

test("companies are exported in the order of the list, including sorting by counts", async () => {
  const { db } = database;
  for (const [name, tickets] of [
    ["Counted A", 1],
    ["Counted B", 2],
    ["counted c", 1],
  ] as const) {
    const { id } = await insertCompany(db, { name });
    const ana = await insertUser(db, { companies: [id] });
    const given = { requester_id: ana.id, company_id: id };
    for (let some = 0; some < tickets; some++) await insertTicket(db, given);
  }
  const query = { search: "counted", sort: "open", descending: true } as const;
  const rows = await tableOf(await exportCompanies(deps, query));
  expect(rows.map((row) => row.Name)).toEqual(["Counted B", "Counted A", "counted c"]);
});

test("an export whose audit entry fails is not sent", async () => {
  const { db, owner } = database;
  await sql`create function refuse_line() returns trigger language plpgsql as $$
    begin raise exception 'no line'; end $$`.execute(owner);
  await sql`create trigger no_line before insert on audit_personal for each row
    execute function refuse_line()`.execute(owner);
  const lines = async () => (await db.selectFrom("audit_log").select("id").execute()).length;
  const before = await lines();
  const from = { ...deps, network: "192.0.2.0/24" };
  const exporting = exportUsers(from, { search: "unknown", sort: "name", descending: false });
  await expect(exporting).rejects.toThrow("no line");
  expect(await lines()).toBe(before);
  await sql`drop trigger no_line on audit_personal`.execute(owner);
});

test("the rest of an export follows current permissions, and ends after a sign-out", async () => {
  const { db } = database;
  const company = await insertCompany(db);
  const given = { role: "Agent", company_scope: "assigned" } as const;
  const agent = await insertUser(db, { ...given, companies: [company.id] });
  const { now, ...acting } = await actingAs(db, agent);
  const sessionId = await insertSession(db, agent.id);
  const scopes: (readonly string[])[] = [];
  const lines = await exportList<string>(
    { ...acting, now, credential: { kind: "session", id: sessionId } },
    {
      ...{ act: "ticket.exported", subject: "ticket" },
      columns: [["Number", (row) => row]],
      filter: { q: "", view: "all", timeZone: undefined },
      async page({ actor }) {
        scopes.push(actor.companyIds);
        return { rows: ["1"], nextCursor: "more" };
      },
    },
  );
  // Only the names of the filters, without empty ones.
  expect((await written())?.fields).toEqual(["view"]);
  for (const _ of ["the columns", "the first page"]) await lines.next();
  await db.deleteFrom("user_companies").where("user_id", "=", agent.id).execute();
  await lines.next();
  expect(scopes).toEqual([[company.id], []]);
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
  expect((await refusalOf(lines.next())).code).toBe("session_expired");
  expect(scopes.length).toBe(2);
});
