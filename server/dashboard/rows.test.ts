import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import type { ActorDeps } from "../actor.ts";
import { readAgents } from "./agents.ts";
import { readBreakdown } from "./breakdown.ts";
import { readTodo } from "./todo.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000);
const asked = { range: "7d", timeZone: "UTC" } as const;

let database: TestDatabase;
let deps: ActorDeps;
let requester: string;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  deps = await actingAs(db, await insertUser(db, { role: "Super Admin" }), now);
  requester = (await insertUser(db)).id;
}, 60_000);
afterAll(() => database.drop());

type Given = Omit<Parameters<typeof insertTicket>[1], "requester_id">;

async function tickets(count: number, given: Given): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    made += 1;
    await insertTicket(database.db, {
      ...{ requester_id: requester, subject: `Ticket ${made}`, created_at: at(100), ...given },
    });
  }
}

/** In the order in which their ids are made, whatever their names. */
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
];
/** Before the days that are looked at. */
const longAgo = { created_at: at(900), last_resolved_at: at(800) };

describe("the agents", () => {
  test("come by how many they resolved and have, then by name; nobody is last", async () => {
    const { db } = database;
    const emails: (string | null)[] = [];
    for (const [first_name, last_name, { open = 0, resolved = 0 }] of people) {
      const agent = await insertUser(db, { role: "Agent", first_name, last_name });
      emails.push(agent.email);
      const own = { assignee_id: agent.id };
      await tickets(open, { ...own, status: "open" });
      await tickets(resolved, { ...own, status: "resolved", last_resolved_at: at(50) });
      await tickets(1, { ...own, status: "closed", closed_at: at(700), ...longAgo });
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
      [undefined, 9, 0],
    ]);
    // By an address where the name would mean others too, or be read as another.
    const [, , , , , one, other, spaces, , , quotes] = emails;
    const words: unknown[] = agents.map(({ agent }) => agent?.word);
    expect(words).toEqual([
      ...[quotes, one, "Finn Okafor", "Root", "Bert Marsh", "Cleo Marsh", spaces, other],
      ...["Ada Zimmer", "Zoe Adams", undefined],
    ]);
  });
});

describe("the breakdown", () => {
  test("has the most frequent first, then by name, and none at all behind them", async () => {
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
  });

  test("of states says those that can be, in their order", async () => {
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

describe("what needs a person", () => {
  test("names those who have waited longest, and what was solved or came back last", async () => {
    const { db } = database;
    const { id } = await insertCompany(db, { name: "Harbour" });
    const ours = { company_id: id };
    /** They slept until this very moment, or one before. */
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
    }
    for (const [subject, hours] of [
      ["again and again", [9, 3]],
      ["at dawn", [7]],
      ["the day before", [13]],
    ] as const) {
      const { id: ticketId } = await insertTicket(db, {
        ...{ requester_id: requester, company_id: id, subject, status: "pending" },
      });
      const again = { ticket_id: ticketId, solved_at: at(20), was: "resolved" } as const;
      await db
        .insertInto("reopenings")
        .values(hours.map((ago) => ({ ...again, reopened_at: at(ago) })))
        .execute();
    }
    const { items } = await readTodo(deps, { timeZone: "UTC", company: "Harbour" });
    const told = (key: string) => {
      const { count, tickets = [] } = items.find((one) => one.key === key) ?? {};
      return [count, ...tickets.map(({ subject, since }) => `${subject} ${since.slice(11, 16)}`)];
    };
    expect(told("unassigned")).toEqual([4, "first 03:00", "second 07:00", "third 10:00"]);
    expect(told("resolvedToday")).toEqual([3, "noon 12:00", "morning 06:00", "midnight 00:00"]);
    expect(told("reopenedToday")).toEqual([2, "again and again 09:00", "at dawn 05:00"]);
    expect(items[0]?.tickets[0]?.company).toBe("Harbour");
  });
});
