import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { savedViewLimits } from "../../shared/saved-views.ts";
import { actingAs } from "../../tests/support/acting.ts";
import { insertCompany, insertTicket, insertUser } from "../../tests/support/builders.ts";
import { setUpCounting } from "../../tests/support/count-statements.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import type { ActorDeps } from "../access/actor.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { countTickets } from "../tickets/list.ts";
import { changeViewQuery } from "./commands.ts";
import { countSavedViews } from "./queries.ts";

const { database, counting } = setUpCounting();
let company: string;
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  const { db } = database;
  company = (await insertCompany(db, { name: "Acme" })).id;
  const other = (await insertCompany(db, { name: "Other" })).id;
  const ana = await insertUser(db, { first_name: "Ana", last_name: "Ruiz", companies: [company] });
  for (let number = 0; number < 24; number += 1) {
    await insertTicket(db, {
      ...{ requester_id: ana.id, subject: number % 3 === 0 ? "The printer" : "A call" },
      company_id: [company, other, null][number % 3] ?? null,
      priority: number % 4 === 0 ? "high" : "normal",
      created_at: new Date(now.getTime() - number * 2 * 3_600_000),
    });
  }
  await indexAll(db);
}, 60_000);

async function agent(given: object = {}): Promise<ActorDeps> {
  const user = await insertUser(database.db, { role: "Agent", ...given });
  return await actingAs(database.db, user, now);
}

interface Kept {
  q: string;
  timeZone?: string;
  shared?: boolean;
}

async function keep({ actor }: ActorDeps, views: readonly Kept[]): Promise<string[]> {
  const rows = views.map(({ q, timeZone = null, shared = false }) => ({
    ...{ id: Bun.randomUUIDv7(), owner_id: actor.id, name: `View ${Bun.randomUUIDv7()}` },
    ...{ query: q, time_zone: timeZone, shared, created_at: now },
  }));
  await database.db.insertInto("saved_views").values(rows).execute();
  return rows.map(({ id }) => id);
}

const queries: Kept[] = [
  { q: "is:open" },
  { q: "printer" },
  { q: "company:acme priority:high" },
  { q: "created:today", timeZone: "Pacific/Auckland" },
  { q: "created:today", timeZone: "America/Los_Angeles" },
  { q: "created-hour:sat-23", timeZone: "Pacific/Auckland" },
  { q: "-company:acme" },
  { q: '"the printer" company:acme' },
  { q: "call priority:high" },
  { q: "%" },
  { q: 'requester:"Ana Ruiz" created:>-1d' },
  { q: "company:other" },
  { q: "assignee:me" },
];

test.each([
  ["who sees all", {}],
  ["of one company", { company_scope: "assigned" }],
] as const)("each is what its list counts, for an agent %s", async (_, given) => {
  const scoped = "company_scope" in given ? { ...given, companies: [company] } : given;
  const deps = await agent(scoped);
  const ids = await keep(deps, queries);
  const { counts } = await countSavedViews(deps);
  for (const [index, { q, timeZone }] of queries.entries()) {
    const { count } = await countTickets(deps, { view: "all", q, ...(timeZone && { timeZone }) });
    expect([q, counts[ids[index] ?? ""]]).toEqual([q, count]);
  }
});

test("all names are looked up together, and a limited number is counted per statement", async () => {
  const deps = await agent();
  const named = ["company:acme", "team:billing", "tag:vip", "assignee:me"].map((q) => ({ q }));
  await keep(deps, Array.from({ length: 7 }, () => named).flat());
  expect(await counting.call("views.counts", deps.actor)).toHaveLength(2 + 3);
  // The frequency of its words.
  await keep(deps, [{ q: "printer" }]);
  expect(await counting.call("views.counts", deps.actor)).toHaveLength(2 + 1 + 3);
});

test("own views are counted first, and of the others a limited number", async () => {
  const [deps, colleague] = [await agent(), await agent()];
  const few = Array.from({ length: 3 }, () => ({ q: "is:open" }));
  const many = Array.from({ length: savedViewLimits.counted }, () => ({
    ...{ q: "is:open", shared: true },
  }));
  const theirs = await keep(colleague, many);
  const own = await keep(deps, few);
  const { counts } = await countSavedViews(deps);
  expect(Object.keys(counts)).toHaveLength(savedViewLimits.counted);
  expect(own.map((id) => counts[id])).toEqual([24, 24, 24]);
  expect(theirs.filter((id) => id in counts)).toHaveLength(savedViewLimits.counted - 3);
});

describe("a view whose count takes too long", () => {
  let searchDb: Db;
  beforeAll(() => {
    searchDb = openDatabase({ url: database.url, size: 1, deadlineMs: 1_000 });
  });
  afterAll(() => searchDb.destroy());

  /** Locking mentions makes a count arbitrarily slow. */
  async function whileMentionsAreLocked<T>(run: () => Promise<T>): Promise<T> {
    return await database.owner.transaction().execute(async (tx) => {
      await sql`lock table message_mentions in access exclusive mode`.execute(tx);
      return await run();
    });
  }

  test("shows no number for an hour, while the others are counted", async () => {
    const deps = { ...(await agent()), db: searchDb };
    const [slow = "", quick = ""] = await keep(deps, [{ q: "is:mentioned" }, { q: "is:open" }]);
    const locked = await whileMentionsAreLocked(() => countSavedViews(deps));
    expect(locked.counts).toMatchObject({ [slow]: null, [quick]: 24 });

    const at = async (minutes: number) => {
      const later = new Date(now.getTime() + minutes * 60_000);
      return (await countSavedViews({ ...deps, now: later })).counts[slow];
    };
    expect([await at(0), await at(59), await at(60)]).toEqual([null, null, 0]);
  });

  test("is counted again once its query changes", async () => {
    const deps = { ...(await agent()), db: searchDb };
    const [slow = ""] = await keep(deps, [{ q: "is:mentioned" }]);
    await whileMentionsAreLocked(() => countSavedViews(deps));
    const other = { q: "is:open", timeZone: null, sort: null, descending: null };
    await changeViewQuery(deps, { id: slow, ...other }, Bun.randomUUIDv7());
    expect((await countSavedViews(deps)).counts[slow]).toBe(24);
  });

  test("is one of a few that are tried; the others wait for the next time", async () => {
    const deps = { ...(await agent()), db: searchDb };
    const ids = await keep(deps, Array(8).fill({ q: "is:mentioned" }));
    const began = performance.now();
    await whileMentionsAreLocked(() => countSavedViews(deps));
    expect(performance.now() - began).toBeLessThan(5_000);
    const { counts } = await countSavedViews(deps);
    const paused = ids.filter((id) => counts[id] === null);
    expect(paused).toHaveLength(2);
  });
});
