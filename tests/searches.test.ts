import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertMessage, insertTicket, insertUser } from "./support/builders.ts";
import { addPerson, type Person } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
let agent: Person;
let visitor: Visitor;

beforeAll(async () => {
  agent = await addPerson(server.db, "Agent", { companyScope: "all" });
  const requester = await insertUser(server.db, {});
  await insertTicket(server.db, { requester_id: requester.id });
  visitor = server.visitor();
  await visitor.signIn(agent.email);
}, 60_000);

/** A statement that reads mentions is as slow as a statement can be. */
async function whileMentionsAreLocked(run: () => Promise<void>): Promise<void> {
  const { owner } = server.database;
  await owner.transaction().execute(async (tx) => {
    await sql`lock table message_mentions in access exclusive mode`.execute(tx);
    await run();
  });
}

const slow = { view: "all", q: "is:mentioned" };

test("a search or count is stopped after two seconds with advice", async () => {
  await whileMentionsAreLocked(async () => {
    const began = performance.now();
    const answers = await Promise.all([
      visitor.query("tickets.list", slow),
      visitor.query("tickets.count", slow),
    ]);
    expect(performance.now() - began).toBeLessThan(4_000);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.error.data.code).toBe("search_too_slow");
      expect(body.error.message).toBe(
        "This search took too long and was stopped. Add a word or a filter, or use fewer phrases.",
      );
    }
  });
  expect((await visitor.query("tickets.list", slow)).status).toBe(200);
}, 20_000);

test("a person's third search waits for the first two, and too many are refused", async () => {
  const before = await Promise.all(
    Array.from({ length: 12 }, () => visitor.query("tickets.list", slow)),
  );
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));

  const other = server.visitor();
  await other.signIn((await addPerson(server.db, "Super Admin")).email);
  await whileMentionsAreLocked(async () => {
    const asked = Array.from({ length: 30 }, () => visitor.query("tickets.list", slow));
    await Bun.sleep(200);
    // Neither lists nor the searches of others wait for them.
    const began = performance.now();
    expect((await visitor.query("tickets.list", { view: "all" })).status).toBe(200);
    expect((await other.query("tickets.list", { view: "all", q: "is:open" })).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_900);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(7);
    expect(answers.length - refused.length).toBeGreaterThan(1);
    expect(refused[0]?.body.error.message).toBe(
      "You already have other searches running. Wait a moment and try again.",
    );
    expect(refused[0]?.headers.get("Retry-After")).toBe("2");
  });
}, 30_000);

test("a reply is sent while requests and searches use all their connections", async () => {
  const { db, services } = server;
  const done = Promise.withResolvers<void>();
  const hold = [db, services.searches.db].flatMap((pool) =>
    Array.from({ length: 4 }, () => pool.connection().execute(() => done.promise)),
  );
  const { owner } = server.database;
  const requester = await insertUser(owner, {});
  const ticket = await insertTicket(owner, { requester_id: requester.id });
  const { id } = await insertMessage(owner, {
    ...{ ticket_id: ticket.id, author_id: agent.id, released_at: null },
    release_at: new Date(),
  });
  const isReleased = async () => {
    const message = await owner
      .selectFrom("messages")
      .select("released_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return message.released_at !== null;
  };
  const latest = performance.now() + 8_000;
  while (!(await isReleased()) && performance.now() < latest) await Bun.sleep(50);
  expect(await isReleased()).toBe(true);
  done.resolve();
  await Promise.all(hold);
}, 20_000);
