import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readArrivals } from "./days.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000);
const asked = { range: "7d", timeZone: "UTC" } as const;

const database = setUpTestDatabase();
let deps: ActorDeps;
let requester: string;
let made = 0;

beforeAll(async () => {
  const { db } = database;
  deps = await actingAs(db, await insertUser(db, { role: "Super Admin" }), now);
  requester = (await insertUser(db)).id;
}, 60_000);

type Given = Omit<Parameters<typeof insertTicket>[1], "requester_id">;

async function tickets(count: number, given: Given): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    made += 1;
    await insertTicket(database.db, {
      ...{ requester_id: requester, subject: `Ticket ${made}`, created_at: at(100), ...given },
    });
  }
}

/** In the order of their ids, whatever their names. */
const people: [first: string, last: string, { open?: number; resolved?: number }][] = [
  ["Zoe", "Adams", { open: 1 }],
  ["Ada", "Zimmer", { open: 1 }],
  ["Cleo", "Marsh", { resolved: 1 }],
  ["Bert", "Marsh", { resolved: 1, open: 1 }],
  ["Finn", "Okafor", { resolved: 3 }],
  ["Sam", "Okafor", { resolved: 4 }],
  ["Sam", "Okafor", { open: 2 }],
  ["Mona", "Two  Spaces", { open: 3 }],
  ["Idle", "Hands", {}],
  ["Root", "", { resolved: 2 }],
  ["Jo", '"JJ" Ek', { resolved: 5 }],
  // Has first replies only.
  ["Deleted", "user", {}],
];
const gone = { email: null, state: "disabled", deleted_at: now } as const;
/** Before the period. */
const longAgo = { created_at: at(900), last_resolved_at: at(800) };

describe("the agents", () => {
  test("are sorted by tickets resolved, tickets open and name, with unassigned tickets last", async () => {
    const { db } = database;
    const emails: (string | null)[] = [];
    for (const [first_name, last_name, { open = 0, resolved = 0 }] of people) {
      const state = first_name === "Deleted" ? gone : {};
      const agent = await insertUser(db, { role: "Agent", first_name, last_name, ...state });
      emails.push(agent.email);
      const own = { assignee_id: agent.id };
      await tickets(open, { ...own, status: "open" });
      await tickets(resolved, { ...own, status: "resolved", last_resolved_at: at(50) });
      const first_staff_reply_at = at(first_name === "Deleted" ? 50 : 850);
      const solved = { ...longAgo, status: "closed", closed_at: at(700) } as const;
      await tickets(1, { ...own, ...solved, first_staff_reply_at });
    }
    await tickets(9, { status: "resolved", last_resolved_at: at(50) });
    const { agents } = await readAgents(deps, asked);
    expect(agents.map(({ agent, resolved, open }) => [agent?.name, resolved, open])).toEqual([
      ['Jo "JJ" Ek', 5, 0],
      ["Sam Okafor", 4, 0],
      ["Finn Okafor", 3, 0],
      ["Root", 2, 0],
      ["Bert Marsh", 1, 1],
      ["Cleo Marsh", 1, 0],
      ["Mona Two  Spaces", 0, 3],
      ["Sam Okafor", 0, 2],
      ["Ada Zimmer", 0, 1],
      ["Zoe Adams", 0, 1],
      ["Deleted user", 0, 0],
      [undefined, 9, 0],
    ]);
    // The address replaces a name that others have too, or that would be read differently.
    const [, , , , , one, other, spaces, , , quotes] = emails;
    const words: unknown[] = agents.map(({ agent }) => agent?.word);
    expect(words).toEqual([
      ...[quotes, one, "Finn Okafor", "Root", "Bert Marsh", "Cleo Marsh", spaces, other],
      ...["Ada Zimmer", "Zoe Adams", "Deleted user", undefined],
    ]);
  });
});

describe("the breakdown", () => {
  test("is sorted by count and then by name, with the row without a name last", async () => {
    const { db } = database;
    for (const name of ["Beta", "alpha", "Gamma"]) {
      const { id } = await insertCompany(db, { name });
      await tickets(2, { company_id: id, type: "task" });
      if (name === "Gamma") await tickets(1, { company_id: id, type: "task" });
    }
    const by = (limit: number) =>
      readBreakdown(deps, { ...asked, by: "company", of: "open", limit });
    const none = { word: null, name: "No company", count: 8 };
    const named = (name: string, count: number) => ({ word: name, name, count });
    const all = [named("Gamma", 3), named("alpha", 2), named("Beta", 2)];
    expect(await by(3)).toMatchObject({ total: 15, rows: [...all, none], others: null });
    expect(await by(1)).toMatchObject({
      ...{ total: 15, rows: [named("Gamma", 3), none], others: { groups: 2, count: 4 } },
    });
    const byTag = await readBreakdown(deps, { ...asked, by: "tag", of: "open", limit: 3 });
    expect(byTag.rows).toEqual([{ word: null, name: "No tag", count: 15 }]);
  });

  test("by status has a row for each possible status, in their usual order", async () => {
    const words = async (by: "status" | "priority" | "type", of: "open" | "created" | "resolved") =>
      (await readBreakdown(deps, { ...asked, by, of, limit: 1 })).rows.map(({ word }) => word);
    expect(await words("status", "open")).toEqual(["new", "open", "pending", "on-hold"]);
    expect(await words("status", "resolved")).toEqual(["resolved", "closed"]);
    expect(await words("status", "created")).toEqual([
      ...["new", "open", "pending", "on-hold", "resolved", "closed"],
    ]);
    expect(await words("priority", "open")).toEqual(["urgent", "high", "normal", "low"]);
  });
});

test("a period includes its first and its last millisecond, and nothing outside", async () => {
  const { id } = await insertCompany(database.db, { name: "Edge" });
  const [begin, end] = [Date.UTC(2026, 10, 10), Date.UTC(2026, 10, 12)];
  for (const moment of [begin - 1, begin, end - 1, end].map((edge) => new Date(edge))) {
    const solved = { status: "closed", last_resolved_at: moment, closed_at: now } as const;
    const times = { created_at: moment, first_staff_reply_at: moment };
    await tickets(1, { ...solved, ...times, company_id: id });
  }
  const range = { from: "2026-11-10", to: "2026-11-11" };
  for (const filters of [{}, { company: "Edge" }]) {
    const input = { ...asked, ...filters, range };
    const totals = await readTotals(deps, { ...input, compare: true });
    for (const [figures, count] of [
      [totals.now, 2],
      [totals.before, 1],
    ] as const) {
      const counts = { created: count, resolved: count, backlog: 0, firstReply: { count } };
      expect(figures).toMatchObject(counts);
    }
    const { weekdays } = await readArrivals(deps, input);
    expect([weekdays[1]?.[0], weekdays[2]?.[23], weekdays.flat().filter(Boolean)]).toEqual([
      ...[1, 1],
      [1, 1],
    ]);
  }
});

describe("what needs a person now", () => {
  async function reopen(subject: string, hoursAgo: number): Promise<void> {
    await sql`insert into reopenings (ticket_id, solved_at, reopened_at, was)
      select id, created_at, ${at(hoursAgo)}, 'resolved' from tickets
      where subject = ${subject}`.execute(database.db);
  }

  test("lists the tickets that waited longest, and those resolved or reopened last", async () => {
    const { db } = database;
    const { id } = await insertCompany(db, { name: "Harbour" });
    const ours = { company_id: id };
    /** Snoozed until now, or until a moment ago. */
    const awake: Record<string, Date> = { third: now, fourth: at(1) };
    const unassigned = { ...ours, status: "open", waiting_for: null } as const;
    for (const [subject, hours] of [
      ...([
        ["third", 2],
        ["first", 9],
        ["fourth", 1.5],
        ["second", 5],
      ] as const),
      ...([
        ["not yet", 1],
        ["not for long", 0.5],
      ] as const),
    ]) {
      const given = { ...unassigned, subject, unassigned_since: at(hours) };
      await tickets(1, { ...given, snoozed_until: awake[subject] ?? null });
    }
    await tickets(1, { ...unassigned, unassigned_since: at(20), snoozed_until: at(-1) });
    for (const [subject, hours] of [
      ...([
        ["noon", 0],
        ["morning", 6],
        ["midnight", 12],
        ["yesterday", 12.01],
      ] as const),
      ["tomorrow", -12],
    ] as const) {
      const solved = {
        ...ours,
        status: "closed",
        last_resolved_at: at(hours),
        closed_at: at(hours),
      } as const;
      await tickets(1, { ...solved, subject });
      await reopen(subject, hours);
    }
    // Reopened twice: the last time counts.
    await reopen("noon", 1);
    const { items } = await readTodo(deps, { timeZone: "UTC", company: "Harbour" });
    const told = (key: string) => {
      const { count, tickets = [] } = items.find((one) => one.key === key) ?? {};
      return [count, ...tickets.map(({ subject, since }) => `${subject} ${since.slice(11, 16)}`)];
    };
    expect(told("unassigned")).toEqual([4, "first 03:00", "second 07:00", "third 10:00"]);
    const today = [3, "noon 12:00", "morning 06:00", "midnight 00:00"];
    expect(told("resolvedToday")).toEqual(today);
    expect(told("reopenedToday")).toEqual(today);
    expect(items[0]?.tickets[0]?.company).toBe("Harbour");
    // In New York it is still the evening of the day before.
    const evening = { ...deps, now: at(-15) };
    const there = await readTodo(evening, { timeZone: "America/New_York", company: "Harbour" });
    const resolved = there.items.find(({ key }) => key === "resolvedToday");
    expect(resolved?.tickets.map(({ subject }) => subject)).toEqual([
      "tomorrow",
      "noon",
      "morning",
    ]);
  });
});
