import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server.ts";
import { walk } from "./walk.ts";
import { prepareWalk, type WalkedDesk } from "./walked-desk.ts";

let server: TestServer;
let desk: WalkedDesk;
beforeAll(async () => {
  server = await startTestServer();
  desk = await prepareWalk(server);
}, 60_000);
afterAll(async () => {
  for (const { stream } of desk.walkers) stream.close();
  await server.stop();
});

test("two companies at one desk never learn of each other, nor customers of internal data", async () => {
  expect(await walk(desk, { seed: 20_261_121, steps: 300 })).toEqual([]);
}, 60_000);

test("the walks did things that could have leaked", async () => {
  expect(desk.taken.size).toBeGreaterThan(12);
  const rows = await server.db.selectFrom("messages").select("body").execute();
  const said = rows.map(({ body }) => body).join("\n");
  for (const mark of ["kanariacme", "kanariother", "kanaristaff"]) expect(said).toContain(mark);
});
