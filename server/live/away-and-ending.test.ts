import { beforeAll, expect, test } from "bun:test";
import type { LiveMessage } from "../../shared/live.ts";
import { actorOf, insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Actor } from "../access/actor.ts";
import { createLog } from "../log.ts";
import { type Live, startLive } from "./live.ts";
import { streamResponse } from "./stream-response.ts";

const database = setUpTestDatabase();
let actor: Actor;
beforeAll(async () => {
  actor = await actorOf(database.db, await insertUser(database.db, { role: "Agent" }));
}, 60_000);

function start(url: string): Live {
  return startLive({
    ...{ url, db: database.db, log: createLog("error", () => {}), now: () => new Date() },
    onDeskChange: async () => {},
  });
}

/** What a browser that connects now receives. */
function follow(live: Live): string[] {
  const told: string[] = [];
  const sink = {
    send: ({ kind }: LiveMessage) => told.push(kind),
    end: () => told.push("end"),
  };
  live.open({ id: "session", actor }, sink);
  return told;
}

test("a browser that connects while the server stops is disconnected", async () => {
  const live = start(database.url);
  await live.reader.started;
  const before = follow(live);
  await Bun.sleep(0);
  const stopping = live.stop();
  const during = follow(live);
  await stopping;
  const after = follow(live);
  await Bun.sleep(0);
  expect([before, during, after]).toEqual([
    ["ready", "server-ends", "end"],
    ["server-ends", "end"],
    ["server-ends", "end"],
  ]);
  expect(live.size).toBe(0);
});

test("a browser that left during the check gets no stream", async () => {
  const live = start(database.url);
  await live.reader.started;
  streamResponse(live, { id: "session", actor }, AbortSignal.abort());
  await Bun.sleep(0);
  expect(live.size).toBe(0);
  const leaving = new AbortController();
  const { body } = streamResponse(live, { id: "session", actor }, leaving.signal);
  await Bun.sleep(0);
  expect(live.size).toBe(1);
  leaving.abort();
  expect(live.size).toBe(0);
  await body?.cancel();
  await live.stop();
});

test("a browser waiting for an unreachable database is disconnected when the server stops", async () => {
  const live = start("postgres://unknown@127.0.0.1:1/nothing");
  const waiting = follow(live);
  await live.stop();
  expect(waiting).toEqual(["server-ends", "end"]);
  expect(live.size).toBe(0);
});

test("an unreachable database is retried with growing pauses", async () => {
  const asked: number[] = [];
  const enough = Promise.withResolvers<void>();
  const starting = Bun.listen({
    ...{ hostname: "127.0.0.1", port: 0 },
    socket: {
      data(socket) {
        if (asked.push(performance.now()) === 4) enough.resolve();
        socket.end(refusal("57P03", "the database system is starting up"));
      },
    },
  });
  const live = start(`postgres://unknown@127.0.0.1:${starting.port}/nothing`);
  await enough.promise;
  await live.stop();
  starting.stop(true);
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  // On a slow machine they are longer, and never shorter.
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(190 * 2 ** index);
});

/** Like Postgres' answer when it accepts no more connections. */
function refusal(code: string, words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${words}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
