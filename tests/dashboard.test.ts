import { beforeAll, describe, expect, test } from "bun:test";
import { dashboardBlocks } from "../shared/dashboard/figures.ts";
import { insertCompany, insertTeam, insertTicket } from "./support/builders.ts";
import { addPerson, type Person } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Visitor } from "./support/visitor.ts";

/** The dashboard through the real server: its files, and who can get them. */
let admin: Person;
let visitor: Visitor;
let ours: { id: string; name: string };

const now = new Date("2026-11-20T12:00:00.000Z");
const timeZone = "Europe/Berlin";

const server = setUpTestServer({}, { now: () => now });

beforeAll(async () => {
  const { db } = server;
  ours = await insertCompany(db, { name: "=Nordlicht, Klinik" });
  const theirs = await insertCompany(db, { name: "Secret Works" });
  admin = await addPerson(db, "Super Admin");
  const asked = { requester_id: admin.id, created_at: new Date("2026-11-20T08:30:00Z") };
  await insertTicket(db, {
    ...{ ...asked, company_id: ours.id, subject: "The printer burns" },
    ...{ rating: "good", rating_comment: "Quick and kind", rated_at: asked.created_at },
  });
  await insertTicket(db, { ...asked, company_id: theirs.id, subject: "CANARY" });
  visitor = server.visitor();
  await visitor.signIn(admin.email);
}, 60_000);

const csv = (of: string, by = visitor) =>
  by.request("GET", `/node/dashboard/csv/${of}${of.includes("?") ? "&" : "?"}timeZone=${timeZone}`);

describe("each block as CSV", () => {
  test("has its table, and is recorded in the audit log", async () => {
    for (const block of dashboardBlocks) {
      const { status, headers, text } = await csv(`${block}?period=7d`);
      expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
      const names: Record<string, string> = {
        breakdown: "open-by-status",
        ratings: "ratings-by-agent",
        ratingComments: "rating-comments",
      };
      const name = names[block] ?? block;
      expect(headers.get("Content-Disposition")).toBe(
        `attachment; filename="dashboard-${name}-2026-11-20.csv"`,
      );
      expect(text.split("\r\n").length).toBeGreaterThan(2);
      const entry = await server.db
        .selectFrom("audit_log")
        .select(["act", "subject_kind", "fields"])
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      expect(entry).toEqual({
        ...{ act: "dashboard.exported", subject_kind: "dashboard" },
        fields: [block, "period", "timeZone"],
      });
    }
  });

  test("has the figures of the page", async () => {
    const days = await csv("days?from=2026-11-19&to=2026-11-20");
    expect(days.text).toBe(
      "\uFEFFDay,Created,Resolved,Open at the end\r\n2026-11-19,0,0,0\r\n2026-11-20,2,0,2\r\n",
    );
    const arrivals = await csv("arrivals?period=today");
    expect(arrivals.text.split("\r\n")[5]).toStartWith("Friday,0,0,0,0,0,0,0,0,0,2,0");
    const totals = await csv("totals?period=7d&compare=none");
    expect(totals.text).toStartWith("\uFEFFFigure,2026-11-14 to 2026-11-20\r\nNew,2\r\n");
    expect((await csv("totals?period=7d")).text).toContain("\r\nNew,2,0\r\n");
    // Without a reply there is no time.
    expect(totals.text).toContain('\r\n"First reply, median (s)",\r\n');
  });

  test("contains no formulas", async () => {
    const { text } = await csv("breakdown?by=company&of=created");
    expect(text).toBe(`\uFEFFCompany,Tickets\r\n"'=Nordlicht, Klinik",1\r\nSecret Works,1\r\n`);
  });

  test.each([
    ["days?period=7d&from=2026-11-01&to=2026-11-02", 400],
    ["days?from=2026-11-02&to=2026-11-01", 400],
    ["days?from=2026-02-30&to=2026-03-01", 400],
    ["days?from=2020-01-01&to=2026-01-01", 400],
    ["days?period=century", 400],
    ["breakdown?by=colour", 400],
    ["days?more=1", 400],
    ["figures", 404],
  ])("%s is refused with %d", async (address, expected) => {
    const { status, body } = await csv(address);
    expect([status, body.success]).toEqual([expected, false]);
  });
});

test("an agent's figures and files are those of their companies", async () => {
  const agent = await addPerson(server.db, "Agent", {
    ...{ companyScope: "assigned", companies: [ours] },
  });
  const by = server.visitor();
  await by.signIn(agent.email);
  for (const block of dashboardBlocks) {
    const more = block === "breakdown" ? { by: "company", of: "created" } : {};
    const { text } = await by.query(`dashboard.${block}`, { timeZone, ...more });
    expect(text).not.toContain("CANARY");
    expect(text).not.toContain("Secret");
  }
  const { body } = await by.query("dashboard.totals", { timeZone, company: "Secret Works" });
  expect(body.result.data.now.created).toBe(0);
  expect(body.result.data.chosen).toEqual({});
  const own = await by.query("dashboard.totals", { timeZone, company: ours.name.toLowerCase() });
  expect(own.body.result.data.now.created).toBe(1);
  expect(own.body.result.data.chosen).toEqual({ company: ours.name });
  expect((await csv("days?period=today", by)).text).toContain("2026-11-20,1,0,1\r\n");
  expect((await csv("breakdown?by=company", by)).text).not.toContain("Secret");
});

test("a filter's value is shown by name, and customers are never shown", async () => {
  const { db } = server;
  const team = await insertTeam(db, { name: "Printers" });
  const agent = await addPerson(db, "Agent");
  const customer = await addPerson(db, "Customer");
  const chosen = async (filters: object) =>
    (await visitor.query("dashboard.totals", { timeZone, ...filters })).body.result.data.chosen;
  expect(await chosen({})).toEqual({});
  expect(await chosen({ company: "SECRET works", team: "printers", agent: agent.email })).toEqual({
    ...{ company: "Secret Works", team: team.name },
    agent: "Test Agent",
  });
  expect(await chosen({ company: "none", team: "none", agent: customer.email })).toEqual({});
  await insertTeam(db, { name: "Printers of the north" });
  expect(await chosen({ team: "print", agent: "none" })).toEqual({});
});

test("an unknown time zone is refused, and so is an invalid range", async () => {
  for (const wrong of ["Mars/Olympus", "+05:30", "", "'"]) {
    const { body } = await visitor.query("dashboard.days", { timeZone: wrong });
    expect(body.error.data).toMatchObject({ code: "invalid_input" });
  }
  for (const range of ["1d", { from: "2026-11-01" }, { from: "2026-13-01", to: "2026-13-02" }]) {
    const { body } = await visitor.query("dashboard.days", { timeZone, range });
    expect(body.error.data).toMatchObject({ code: "invalid_input" });
  }
});

test("a CSV holds every row of the filtered block, by the reader's days", async () => {
  const { db } = server;
  const last_resolved_at = new Date("2026-11-20T09:00:00Z");
  const solved = { status: "resolved", last_resolved_at, requester_id: admin.id } as const;
  const created_at = new Date("2026-06-01T09:00:00Z");
  for (let made = 10; made < 30; made += 1) {
    const { id } = await insertCompany(db, { name: `Quay ${made}` });
    await insertTicket(db, { ...solved, created_at, company_id: id });
  }
  const { text } = await csv("breakdown?by=company&of=resolved");
  expect(text.match(/Quay \d+,1\r\n/g)).toHaveLength(20);
  expect((await csv("todo?company=Quay%2017")).text).toContain(
    "\r\nResolved today,1,2026-11-20T09",
  );
  const far = await visitor.request("GET", "/node/dashboard/csv/days?timeZone=Pacific/Kiritimati");
  expect(far.headers.get("Content-Disposition")).toContain("dashboard-days-2026-11-21.csv");
});
