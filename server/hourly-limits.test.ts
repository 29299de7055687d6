import { expect, test } from "bun:test";
import { refusalOf } from "../tests/support/acting.ts";
import { actorOf, insertTicket, insertUser, type UserRow } from "../tests/support/builders.ts";
import { sendFile } from "../tests/support/file-calls.ts";
import { addPerson, type Person } from "../tests/support/people.ts";
import { setUpTestServer } from "../tests/support/test-server.ts";
import type { Visitor } from "../tests/support/visitor.ts";
import type { Credential } from "./access/actor.ts";
import { openDatabase } from "./db/database.ts";
import { countUse } from "./hourly-limits.ts";

let clock = new Date("2026-11-28T10:00:00Z");
const later = (minutes: number) => new Date(clock.getTime() + minutes * 60_000);

const server = setUpTestServer({}, { now: () => clock });

const set = (limits: object) => server.db.updateTable("desk").set(limits).execute();

async function signedIn(role: "Customer" | "Agent" | "Super Admin"): Promise<[Visitor, Person]> {
  const person = await addPerson(server.db, role);
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  return [visitor, person];
}

const reply = (visitor: Visitor, ticketId: string) =>
  visitor.mutate("tickets.reply", {
    ...{ requestId: Bun.randomUUIDv7(), id: ticketId, body: "Hello" },
  });

async function ticketOf({ id }: { id: string }) {
  return await insertTicket(server.db, { requester_id: id, status: "open" });
}

test("a customer's messages per hour are limited; the refusal says when to try again", async () => {
  await set({ messages_per_hour: 3 });
  const [ana, person] = await signedIn("Customer");
  const ticket = await ticketOf(person);
  for (let sent = 0; sent < 3; sent += 1) expect((await reply(ana, ticket.id)).status).toBe(200);
  clock = later(20);
  const refused = await reply(ana, ticket.id);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("2400");
  expect(refused.body.error.message).toBe(
    "You've reached the limit of 3 messages an hour. Try again in 40 minutes.",
  );
  const count = server.db.selectFrom("messages").where("author_id", "=", person.id);
  expect(await count.select("id").execute()).toHaveLength(3);
  clock = later(41);
  expect((await reply(ana, ticket.id)).status).toBe(200);
});

test("staff can write ten times as much, and a status change is not counted", async () => {
  await set({ messages_per_hour: 1 });
  const [maya, person] = await signedIn("Agent");
  const ticket = await ticketOf(await insertUser(server.db));
  for (let sent = 0; sent < 10; sent += 1) expect((await reply(maya, ticket.id)).status).toBe(200);
  expect((await reply(maya, ticket.id)).status).toBe(429);
  const row = await server.db
    .selectFrom("tickets")
    .select("status")
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  const changed = await maya.mutate("tickets.update", {
    ...{ requestId: Bun.randomUUIDv7(), id: ticket.id, from: row },
    patch: { status: "pending" },
  });
  expect(changed.status).toBe(200);
  const used = await server.db
    .selectFrom("hourly_use")
    .select(["kind", "amount"])
    .where("user_id", "=", person.id)
    .execute();
  expect(used).toEqual([{ kind: "messages", amount: 10 }]);
});

test("new tickets, files and invitations have limits of their own", async () => {
  await set({ messages_per_hour: 60, tickets_per_hour: 1, upload_mb_per_hour: 25 });
  const [ana] = await signedIn("Customer");
  const open = () =>
    ana.mutate("tickets.create", {
      ...{ requestId: Bun.randomUUIDv7(), subject: "It prints blank", body: "Hello" },
    });
  expect((await open()).status).toBe(200);
  const refused = await open();
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    "You've reached the limit of 1 new ticket an hour. Try again in 60 minutes.",
  ]);
  const file = { bytes: "x".repeat(13 * 1024 * 1024), name: "a.bin" };
  expect((await sendFile(server, ana, file)).status).toBe(201);
  expect((await sendFile(server, ana, { ...file, name: "b.bin" })).status).toBe(429);

  await set({ invitations_per_hour: 1 });
  const [admin] = await signedIn("Super Admin");
  const invite = (email: string) =>
    admin.mutate("users.create", {
      requestId: Bun.randomUUIDv7(),
      ...{ firstName: "Ben", lastName: "Ode", email, role: "Customer" },
    });
  expect((await invite("ben@acme.test")).status).toBe(200);
  expect((await invite("ode@acme.test")).status).toBe(429);
}, 30_000);

const credential = { kind: "session", id: "one" } as const;

test("simultaneous requests to several servers count each other", async () => {
  await set({ messages_per_hour: 20 });
  const user: UserRow = await insertUser(server.db);
  const given = { actor: await actorOf(server.db, user), credential, now: clock };
  const other = openDatabase({ url: server.database.url, size: 5 });
  try {
    const calls = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? server.db : other)
        .transaction()
        .execute((tx) => countUse(tx, given, "messages")),
    );
    const done = await Promise.allSettled(calls);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  } finally {
    await other.destroy();
  }
});

test("writes of jobs, imports and the demo are not counted", async () => {
  await set({ messages_per_hour: 1 });
  const actor = await actorOf(server.db, await insertUser(server.db));
  const count = (credential: Credential | null) =>
    server.db
      .transaction()
      .execute((tx) => countUse(tx, { actor, credential, now: clock }, "messages", 5));
  await count(null);
  expect((await refusalOf(count(credential))).code).toBe("hourly_limit");
});
