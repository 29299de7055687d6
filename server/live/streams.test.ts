import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "kysely";
import type { LiveMessage } from "../../shared/live.ts";
import { actorOf, insertSession, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Actor } from "../access/actor.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { type Live, startLive } from "./live.ts";
import { createServerWakeup } from "./server-wakeup.ts";
import { streamResponse } from "./stream-response.ts";

const database = setUpTestDatabase();
let admin: Actor;
let agent: Actor;
const lives: Live[] = [];
beforeAll(async () => {
  const { db } = database;
  admin = await actorOf(db, await insertUser(db, { role: "Super Admin" }));
  agent = await actorOf(db, await insertUser(db, { role: "Agent" }));
}, 60_000);
beforeEach(async () => {
  await database.db.deleteFrom("live_events").execute();
});
afterEach(async () => {
  await Promise.all(lives.splice(0).map((live) => live.stop()));
});

function start({
  db = database.db,
  onDeskChange = async () => {},
  log = createLog("error"),
  now = () => new Date(),
  pollMs = 1000,
} = {}): Live {
  const { url } = database;
  const live = startLive({ url, db, log, now, onDeskChange, pollMs });
  lives.push(live);
  return live;
}

/** This many events, by default for Super Admins only. */
async function happened(count: number, given: Record<string, unknown> = {}): Promise<void> {
  const event = () => ({
    id: Bun.randomUUIDv7(),
    topic: "users",
    audience: "staff" as const,
    ...given,
  });
  await database.db
    .insertInto("live_events")
    .values(Array.from({ length: count }, event))
    .execute();
}

interface Listener {
  told: (LiveMessage | "end")[];
  hears(kind: string): Promise<void>;
  leave(): void;
}

function listen(live: Live, actor: Actor, sessionId = "session"): Listener {
  const told: Listener["told"] = [];
  let heard = () => {};
  const hear = (message: LiveMessage | "end") => {
    told.push(message);
    heard();
  };
  const leave = live.open({ id: sessionId, actor }, { send: hear, end: () => hear("end") });
  return {
    ...{ told, leave },
    async hears(kind) {
      while (!told.some((message) => message !== "end" && message.kind === kind)) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

const news = (count: number) => Array.from({ length: count }, () => ({ topic: "users" }) as const);
const recent = (count: number) =>
  news(count).map((item) => ({ ...item, ageMs: expect.any(Number) as number }));

test("a new stream gets the events of the last seconds that concern its user", async () => {
  await happened(1, { at: sql`clock_timestamp() - interval '20 seconds'` });
  await happened(2, { at: sql`clock_timestamp() - interval '10 seconds'` });
  const live = start();
  const [one, other] = [listen(live, admin), listen(live, agent)];
  await one.hears("ready");
  await other.hears("ready");
  expect(one.told).toEqual([{ kind: "ready", news: recent(2) }]);
  expect(other.told).toEqual([{ kind: "ready", news: [] }]);
  await happened(1);
  live.reader.wake();
  await one.hears("news");
  const late = listen(live, admin);
  await late.hears("ready");
  expect(late.told).toEqual([{ kind: "ready", news: recent(3) }]);
  expect(one.told.slice(1)).toEqual([{ kind: "news", news: news(1) }]);
  expect(other.told).toHaveLength(1);
  one.leave();
  expect(live.size).toBe(2);
});

test("a session has twenty streams: the newest, independent of others", async () => {
  const live = start();
  const [own, another] = [
    await insertSession(database.db, admin.id),
    await insertSession(database.db, admin.id),
  ];
  const other = listen(live, admin, another);
  const tabs = Array.from({ length: 20 }, () => listen(live, admin, own));
  for (const stream of [other, ...tabs]) await stream.hears("ready");
  expect(live.size).toBe(21);
  const last = listen(live, admin, own);
  await last.hears("ready");
  expect(tabs[0]?.told.slice(1)).toEqual([{ kind: "too-many" }, "end"]);
  tabs[1]?.leave();
  const next = listen(live, admin, own);
  await next.hears("ready");
  expect(live.size).toBe(21);
  await happened(1);
  live.reader.wake();
  for (const stream of [other, ...tabs.slice(2), last, next]) await stream.hears("news");
});

test("more than five hundred events at once cause a reload instead", async () => {
  const live = start();
  const [one, other] = [listen(live, admin), listen(live, agent)];
  await one.hears("ready");
  await happened(500);
  live.reader.wake();
  await one.hears("news");
  const full = listen(live, admin);
  await full.hears("ready");
  expect(full.told).toEqual([{ kind: "ready", news: recent(500) }]);
  await happened(501);
  live.reader.wake();
  await one.hears("resync");
  expect(one.told.slice(1)).toEqual([{ kind: "news", news: news(500) }, { kind: "resync" }]);
  const late = listen(live, admin);
  await late.hears("resync");
  expect(late.told).toEqual([{ kind: "ready", news: [] }, { kind: "resync" }]);
  expect(other.told).toHaveLength(1);
});

test("a server applies a new theme before it notifies browsers, and reads nothing else", async () => {
  const order: string[] = [];
  const live = start({
    async onDeskChange() {
      await Bun.sleep(0);
      order.push("known");
    },
  });
  const one = listen(live, admin);
  await one.hears("ready");
  await happened(1);
  live.reader.wake();
  await one.hears("news");
  expect(order).toEqual([]);
  live.open({ id: "session", actor: agent }, { send: ({ kind }) => order.push(kind), end() {} });
  await Bun.sleep(0);
  await happened(1, { topic: "desk", audience: "everyone" });
  live.reader.wake();
  while (order.length < 3) await Bun.sleep(1);
  expect(order).toEqual(["ready", "known", "news"]);
});

test("users whose permissions may have changed are checked immediately, and no others", async () => {
  const { db } = database;
  const id = await insertSession(database.db, agent.id);
  const live = start();
  const [stays, goes, another] = [
    listen(live, agent, id),
    listen(live, agent, "b".repeat(64)),
    listen(live, admin, "c".repeat(64)),
  ];
  await another.hears("ready");
  // Only where permissions changed: otherwise each wake-up would read them.
  await happened(1, { topic: "notifications", audience: "person", people_ids: [agent.id] });
  live.reader.wake();
  await goes.hears("news");
  await happened(1, { topic: "desk" });
  live.reader.wake();
  while (goes.told.length < 3) await Bun.sleep(1);
  const news = { kind: "news" as const, news: [{ topic: "notifications" as const }] };
  const desk = { kind: "news" as const, news: [{ topic: "desk" as const }] };
  expect(goes.told.slice(1)).toEqual([news, desk]);
  const access = { topic: "access", audience: "person", people_ids: [agent.id] };
  await happened(1, access);
  live.reader.wake();
  await goes.hears("session-ended");
  expect(goes.told.slice(3)).toEqual([{ kind: "session-ended" }, "end"]);
  expect([stays.told.length, another.told.length, live.size]).toEqual([3, 2, 2]);
  await db
    .updateTable("users")
    .set({ company_scope: "assigned" })
    .where("id", "=", agent.id)
    .execute();
  await happened(1, access);
  live.reader.wake();
  await stays.hears("resync");
  // From then on they receive events by their current permissions.
  await happened(1, { topic: "ticket", subject_id: Bun.randomUUIDv7(), number: 7, version: 1 });
  await happened(1, { topic: "settings" });
  live.reader.wake();
  while (stays.told.length < 5) await Bun.sleep(1);
  expect(stays.told.slice(3)).toEqual([
    { kind: "resync" },
    { kind: "news", news: [{ topic: "settings" }] },
  ]);
  await db.updateTable("users").set({ company_scope: "all" }).where("id", "=", agent.id).execute();
});

test("a stream opened during a change of permissions is checked immediately", async () => {
  await happened(1, { topic: "access", audience: "person", people_ids: [agent.id] });
  let lookedUp = 0;
  const live = start({
    now() {
      lookedUp += 1;
      return new Date();
    },
  });
  // Their permissions were read before the reader knew its position.
  const [another, one] = [listen(live, admin), listen(live, agent)];
  await another.hears("ready");
  await one.hears("ready");
  expect(lookedUp).toBe(1);
});

test("a user who cannot be checked now keeps the stream, which is logged", async () => {
  const db: Db = openDatabase({ url: "postgres://unknown@127.0.0.1:1/nothing", size: 1 });
  const said = Promise.withResolvers<string>();
  const live = start({ db, log: createLog("warn", (line) => said.resolve(line)) });
  const one = listen(live, agent);
  await one.hears("ready");
  await happened(1, { topic: "access", audience: "person", people_ids: [agent.id] });
  live.reader.wake();
  expect(JSON.parse(await said.promise)).toMatchObject({
    ...{ event: "live.sessions-unread", reason: "ECONNREFUSED" },
  });
  expect([one.told.length, live.size]).toEqual([1, 1]);
  await db.destroy();
});

test("after a gap every browser reloads, including new ones, and the desk is read again", async () => {
  await happened(1);
  let reads = 0;
  const live = start({
    async onDeskChange() {
      reads += 1;
    },
  });
  const one = listen(live, admin);
  await one.hears("ready");
  expect(reads).toBe(0);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${database.name} and query like '%live_events%' and query like '%snapshot%'
      and pid <> pg_backend_pid()`.execute(database.owner);
  await one.hears("resync");
  const late = listen(live, admin);
  await late.hears("resync");
  expect(late.told).toEqual([{ kind: "ready", news: [] }, { kind: "resync" }]);
  expect(reads).toBe(1);
  await happened(1);
  live.reader.wake();
  await one.hears("news");
  expect(one.told.slice(1)).toEqual([{ kind: "resync" }, { kind: "news", news: news(1) }]);
});

test("a wake-up alone brings events", async () => {
  const live = start({ pollMs: 3_600_000 });
  const wakeup = createServerWakeup(database.url);
  const listener = listen(live, admin);
  await listener.hears("ready");
  await happened(1);
  wakeup.wake();
  await listener.hears("news");
  wakeup.stop();
});

test("a stream is not buffered, and a browser that stops reading is disconnected", async () => {
  const live = start();
  // Without a session a stream ends at the next check.
  const sessionId = await insertSession(database.db, admin.id);
  const witness = listen(live, admin, sessionId);
  await witness.hears("ready");
  const { headers, body } = streamResponse(
    live,
    { id: sessionId, actor: admin },
    new AbortController().signal,
  );
  expect(headers.get("Content-Type")).toBe("text/event-stream");
  expect(headers.get("Cache-Control")).toBe("no-cache, no-transform");
  expect(headers.get("X-Accel-Buffering")).toBe("no");
  const read = body?.getReader();
  const decoder = new TextDecoder();
  const next = async (): Promise<string> => {
    const told = decoder.decode((await read?.read())?.value);
    // A ping may come first if this takes more than five seconds.
    return told === "event: ping\ndata: \n\n" ? await next() : told;
  };
  expect(await next()).toBe('event: connected\ndata: {"reconnectAfterInactivityMs":15000}\n\n');
  expect(await next()).toBe('data: {"kind":"ready","news":[]}\n\n');
  let sent = 0;
  while (live.size === 2) {
    await happened(1);
    live.reader.wake();
    sent += 1;
    while (witness.told.length <= sent) await Bun.sleep(0);
  }
  expect(sent).toBeWithin(199, 204);
  for (let count = 0; count < 3; count += 1) expect(await next()).toContain('"kind":"news"');
});

test("a stream that ends says so in its protocol", async () => {
  const live = start();
  const { body } = streamResponse(
    live,
    { id: "session", actor: admin },
    new AbortController().signal,
  );
  await live.reader.started;
  await Bun.sleep(0);
  await live.stop();
  expect(await new Response(body).text()).toEndWith(
    'data: {"kind":"server-ends"}\n\nevent: return\ndata: \n\n',
  );
  const left = start();
  const leaving = streamResponse(
    left,
    { id: "session", actor: admin },
    new AbortController().signal,
  );
  await left.reader.started;
  await Bun.sleep(0);
  expect(left.size).toBe(1);
  await leaving.body?.cancel();
  expect(left.size).toBe(0);
});
