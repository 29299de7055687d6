import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { createLog } from "../log.ts";
import { nextRelease, startReleaseWorker } from "./release.ts";
import { replyToTicket } from "./reply.ts";

let database: TestDatabase;
let ana: UserRow;
let maya: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  ana = await insertUser(database.db);
  maya = await insertUser(database.db, { role: "Agent" });
}, 60_000);
afterAll(() => database.drop());

async function sendReply(dueInMs: number): Promise<string> {
  const ticket = await insertTicket(database.db, { requester_id: ana.id });
  const { messageId } = await replyToTicket(await actingAs(database.db, maya), {
    ...{ requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Here you are." },
  });
  await database.db
    .updateTable("messages")
    .set({ release_at: new Date(Date.now() + dueInMs) })
    .where("id", "=", messageId)
    .execute();
  return messageId;
}

const waiting = async () => {
  const rows = await database.db
    .selectFrom("messages")
    .select("id")
    .where("released_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
};

async function eventually(holds: () => Promise<boolean>, ms = 8000): Promise<void> {
  const until = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error("It did not come to hold");
    await Bun.sleep(20);
  }
}

function start(onRelease?: () => void) {
  const log = createLog("error");
  return startReleaseWorker({ db: database.db, log, now: () => new Date(), onRelease });
}

test("without a waiting reply there is no next release", async () => {
  expect(await nextRelease(database.db)).toBeNull();
});

test("replies that fell due while no server ran are sent once at the next start", async () => {
  for (let index = 0; index < 12; index++) await sendReply(-60_000);
  let released = 0;
  const workers = [1, 2].map(() =>
    start(() => {
      released += 1;
    }),
  );
  await eventually(async () => (await waiting()).length === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(released).toBe(12);
  const tickets = await database.db.selectFrom("tickets").select("staff_reply_count").execute();
  expect(tickets.map((ticket) => ticket.staff_reply_count)).toEqual(Array(12).fill(1));
}, 60_000);

test("a reply is sent when it is due, and not before", async () => {
  const later = await sendReply(3_600_000);
  const soon = await sendReply(1500);
  const out = Promise.withResolvers<void>();
  const worker = start(out.resolve);
  await out.promise;
  const { rows } = await sql<{ due: boolean }>`
    select release_at <= clock_timestamp() as due from messages where id = ${soon}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ due: true }]);
  expect(await waiting()).toEqual([later]);
  await worker.stop();
}, 60_000);

test("a reply waits while its ticket is locked, and others are sent in the meantime", async () => {
  const held = await sendReply(-1000);
  const free = await sendReply(-500);
  let worker: ReturnType<typeof start> | undefined;
  await database.db.transaction().execute(async (tx) => {
    const { ticket_id } = await tx
      .selectFrom("messages")
      .select("ticket_id")
      .where("id", "=", held)
      .executeTakeFirstOrThrow();
    await tx.selectFrom("tickets").select("id").where("id", "=", ticket_id).forUpdate().execute();
    worker = start();
    await eventually(async () => !(await waiting()).includes(free));
    expect(await waiting()).toContain(held);
  });
  await eventually(async () => !(await waiting()).includes(held));
  await worker?.stop();
}, 60_000);
