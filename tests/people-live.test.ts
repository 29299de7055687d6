import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { notifyPages } from "../server/events/live-events.ts";
import type { Role } from "../shared/access.ts";
import { insertCompany, insertTicket, insertUser } from "./support/builders.ts";
import { addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { type OpenStream, openStream } from "./support/stream.ts";
import type { Visitor } from "./support/visitor.ts";

/** The actor is on one server, the affected user on the other. */
let server: TestServer;
let other: TestServer;
let boss: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({}, { database: server.database });
  const { email } = await addPerson(server.db, "Super Admin");
  boss = server.visitor();
  await boss.signIn(email);
}, 60_000);
afterAll(async () => {
  await other.stop();
  await server.stop();
});

interface Following {
  person: Person;
  visitor: Visitor;
  stream: OpenStream;
}

async function follow(role: Role, options: Parameters<typeof addPerson>[2]): Promise<Following> {
  const person = await addPerson(server.db, role, options);
  const visitor = other.visitor();
  await visitor.signIn(person.email);
  const stream = await openStream(other.url, visitor);
  await stream.hears(({ kind }) => kind === "ready");
  return { person, visitor, stream };
}

describe("a changed user is signed out within a second, on the other server too", () => {
  test.each<[string, (person: Person) => Promise<unknown>]>([
    ["role", ({ id }) => boss.mutate("users.update", { id, role: "Customer" })],
    ["state", ({ id }) => boss.mutate("users.update", { id, state: "disabled" })],
    ["password, reset", ({ email }) => boss.mutate("users.resetByAdmin", { email })],
    ["sessions", ({ id }) => boss.mutate("users.endSessions", { id })],
    ["life", ({ id }) => boss.mutate("users.delete", { requestId: Bun.randomUUIDv7(), id })],
    [
      "state, with others",
      ({ id }) =>
        boss.mutate("users.bulk", {
          requestId: Bun.randomUUIDv7(),
          act: { kind: "state", state: "disabled" },
          ids: [id],
        }),
    ],
  ])("by %s", async (_, act) => {
    const { person, visitor, stream } = await follow("Agent", {});
    const done = await act(person);
    expect(done).toMatchObject({ status: 200 });
    await stream.hears(({ kind }) => kind === "session-ended");
    await stream.ended;
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(401);
  });
});

test("an agent who loses a company immediately sees nothing of it, anywhere", async () => {
  const { db } = server;
  const company = await insertCompany(db);
  const customer = await insertUser(db, { companies: [company.id] });
  const { person, visitor, stream } = await follow("Agent", {
    ...{ companyScope: "assigned", companies: [company] },
  });
  const ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, company_id: company.id, subject: "Zanzibar crates" },
    ...{ assignee_id: person.id, status: "open" },
  });
  const sees = async () => {
    const list = await visitor.query("tickets.list", { view: "all" });
    const count = await visitor.query("tickets.count", { view: "all" });
    const one = await visitor.query("tickets.get", { number: ticket.number });
    return {
      listed: list.body.result.data.tickets.length,
      counted: count.body.result.data.count,
      status: one.status,
    };
  };
  expect(await sees()).toEqual({ listed: 1, counted: 1, status: 200 });
  await boss.mutate("users.update", { id: person.id, companies: [] });
  await stream.hears(({ kind }) => kind === "resync");
  expect(await sees()).toEqual({ listed: 0, counted: 0, status: 404 });
  const after = await db
    .selectFrom("tickets")
    .select("assignee_id")
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  expect(after.assignee_id).toBeNull();
  await boss.mutate("users.update", { id: person.id, companyScope: "all" });
  expect((await sees()).status).toBe(200);
  stream.close();
});

test("changes of users are streamed to Super Admins only, without names", async () => {
  const admin = await follow("Super Admin", {});
  const agent = await follow("Agent", {});
  await boss.mutate("users.create", {
    requestId: Bun.randomUUIDv7(),
    ...{ firstName: "A", lastName: "B", email: "a@live.test", role: "Customer" },
  });
  expect(await admin.stream.hearsNews(({ topic }) => topic === "users")).toEqual({
    topic: "users",
  });
  await notifyPages(server.db, "settings");
  server.services.wakeup.wake();
  await agent.stream.hearsNews(({ topic }) => topic === "settings");
  expect(agent.stream.news().filter(({ topic }) => topic === "users")).toEqual([]);
  admin.stream.close();
  agent.stream.close();
});
