import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import { insertCompany, insertTicket, type TicketRow } from "../../tests/support/builders.ts";
import { addPerson } from "../../tests/support/people.ts";
import { createTestDatabase } from "../../tests/support/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import { type OpenStream, openStream } from "../../tests/support/stream.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages, recordLiveEvent } from "../events/live-events.ts";

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({}, { database: server.database });
}, 60_000);
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const open: OpenStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

type PersonOptions = Parameters<typeof addPerson>[2];

async function follow(role: Role, options: PersonOptions = {}, at = server) {
  const person = await addPerson(server.db, role, options);
  const visitor = at.visitor();
  await visitor.signIn(person.email);
  const stream = await openStream(at.url, visitor);
  open.push(stream);
  return { person, visitor, stream };
}

async function ticketOf(companyId: string | null, requesterId?: string): Promise<TicketRow> {
  const requester = requesterId ?? (await addPerson(server.db, "Customer")).id;
  return await insertTicket(server.db, { requester_id: requester, company_id: companyId });
}

async function record(
  tx: Tx,
  ticket: TicketRow,
  given: Partial<Parameters<typeof recordLiveEvent>[1]> = {},
): Promise<void> {
  await recordLiveEvent(tx, {
    topic: "ticket",
    subjectId: ticket.id,
    number: ticket.number,
    version: 7,
    audience: "everyone",
    companyIds: ticket.company_id ? [ticket.company_id] : [],
    peopleIds: [ticket.requester_id],
    ...given,
  });
}

async function happen(ticket: TicketRow, given?: Parameters<typeof record>[2]): Promise<void> {
  await server.db.transaction().execute((tx) => record(tx, ticket, given));
  server.services.wakeup.wake();
}

const about = (ticket: TicketRow) => (news: { topic: string; id?: string }) =>
  news.topic === "ticket" && news.id === ticket.id;

describe("an event", () => {
  test("reaches a browser of another server", async () => {
    const { stream } = await follow("Agent", {}, other);
    const ticket = await ticketOf(null);
    await happen(ticket);
    expect(await stream.hearsNews(about(ticket))).toEqual({
      topic: "ticket",
      id: ticket.id,
      number: ticket.number,
      version: 7,
    });
  });

  test("arrives without a wake-up", async () => {
    const { stream } = await follow("Agent");
    const ticket = await ticketOf(null);
    await server.db.transaction().execute((tx) => record(tx, ticket));
    await stream.hearsNews(about(ticket));
  });

  test("recorded first and committed last arrives too, and each arrives once", async () => {
    const { stream } = await follow("Super Admin");
    const [first, second] = [await ticketOf(null), await ticketOf(null)];
    const held = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const slow = server.db.transaction().execute(async (tx) => {
      await record(tx, first);
      recorded.resolve();
      await held.promise;
    });
    await recorded.promise;
    await happen(second);
    await stream.hearsNews(about(second));
    expect(stream.news().filter(about(first))).toEqual([]);
    held.resolve();
    await slow;
    server.services.wakeup.wake();
    await stream.hearsNews(about(first));
    const third = await ticketOf(null);
    await happen(third);
    await stream.hearsNews(about(third));
    expect(stream.news().filter(about(first)).length).toBe(1);
    expect(stream.news().filter(about(second)).length).toBe(1);
  });

  test("arrives while another database holds a transaction, and the read stays small", async () => {
    const foreign = await createTestDatabase();
    const { stream } = await follow("Agent", {}, other);
    const writing = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    const held = foreign.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      writing.resolve();
      await heard.promise;
    });
    await writing.promise;
    for (let round = 0; round < 8; round += 1) {
      const ticket = await ticketOf(null);
      await happen(ticket);
      await stream.hearsNews(about(ticket));
    }
    const told = stream.news().map((news) => JSON.stringify(news));
    expect(new Set(told).size).toBe(told.length);
    heard.resolve();
    await held;
    await foreign.drop();
  }, 60_000);

  test("from just before a stream opened is sent at its start", async () => {
    const ticket = await ticketOf(null);
    const { stream: witness } = await follow("Agent");
    await happen(ticket);
    await witness.hearsNews(about(ticket));
    const { stream } = await follow("Agent");
    expect(stream.messages[0]?.kind).toBe("ready");
    expect(stream.news().filter(about(ticket)).length).toBe(1);
  });
});

test("a broken connection is reopened, and browsers learn of the gap", async () => {
  // A separate server: for a while after a gap, all streams begin like this.
  const cut = await startTestServer();
  const join = async () => {
    const visitor = cut.visitor();
    await visitor.signIn((await addPerson(cut.db, "Agent")).email);
    const stream = await openStream(cut.url, visitor);
    open.push(stream);
    return stream;
  };
  const stream = await join();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${cut.database.name} and query like '%live_events%'
      and pid <> pg_backend_pid()`.execute(cut.database.owner);
  await stream.hears(({ kind }) => kind === "resync");
  // Its page was read before the gap, and the missed events are not stored.
  const late = await join();
  await late.hears(({ kind }) => kind === "resync");
  await notifyPages(cut.db, "settings");
  cut.services.wakeup.wake();
  for (const each of [stream, late]) await each.hearsNews(({ topic }) => topic === "settings");
  await cut.stop();
});

describe("who receives an event", () => {
  test("an agent of one company gets its events, and tickets that leave it as gone", async () => {
    const [own, foreign] = [await insertCompany(server.db), await insertCompany(server.db)];
    const { stream } = await follow("Agent", {
      companyScope: "assigned",
      companies: [{ id: own.id }],
    });
    const [theirs, hidden, leaving] = [
      await ticketOf(own.id),
      await ticketOf(foreign.id),
      await ticketOf(foreign.id),
    ];
    await happen(hidden);
    await happen(leaving, { companyIds: [own.id, foreign.id] });
    await happen(theirs);
    await stream.hearsNews(about(theirs));
    expect(stream.news().filter(about(hidden))).toEqual([]);
    expect(stream.news().find(about(leaving))).toEqual({
      topic: "ticket",
      id: leaving.id,
      number: leaving.number,
      gone: true,
    });
  });

  test("a customer gets public events of their tickets, without a version", async () => {
    const company = await insertCompany(server.db);
    const { person, stream } = await follow("Customer", { companies: [{ id: company.id }] });
    const [own, another] = [await ticketOf(company.id, person.id), await ticketOf(company.id)];
    await happen(another);
    await happen(own);
    expect(await stream.hearsNews(about(own))).toEqual({
      topic: "ticket",
      id: own.id,
      number: own.number,
    });
    expect(stream.news().filter(about(another))).toEqual([]);
  });

  test("a note does not change a byte of a customer's stream", async () => {
    const { person, stream } = await follow("Customer");
    const { stream: agent } = await follow("Agent");
    const ticket = await ticketOf(null, person.id);
    const before = stream.text();
    await happen(ticket, { audience: "staff" });
    await agent.hearsNews(about(ticket));
    const next = await ticketOf(null, person.id);
    await happen(next);
    const news = [await stream.hearsNews(about(next))];
    expect(stream.text()).toBe(`${before}data: ${JSON.stringify({ kind: "news", news })}\n`);
  });

  test("a customer with full access to a company gets its tickets' events", async () => {
    const company = await insertCompany(server.db);
    const { stream } = await follow("Customer", {
      companies: [{ id: company.id, seesAllTickets: true }],
    });
    const ticket = await ticketOf(company.id);
    await happen(ticket);
    await stream.hearsNews(about(ticket));
  });

  test("the stream contains no id, cursor or number of an event", async () => {
    const { stream } = await follow("Super Admin");
    const ticket = await ticketOf(null);
    await happen(ticket);
    await stream.hearsNews(about(ticket));
    expect(stream.text()).not.toMatch(/^id:/m);
    const { rows } = await sql<{ id: string; tx: string }>`
      select id, tx::text from live_events`.execute(server.db);
    for (const { id } of rows) expect(stream.text()).not.toContain(id);
  });

  test("a change of scope affects open streams", async () => {
    const [before, after] = [await insertCompany(server.db), await insertCompany(server.db)];
    const { person, stream } = await follow("Agent", {
      companyScope: "assigned",
      companies: [{ id: before.id }],
    });
    await server.db
      .updateTable("user_companies")
      .set({ company_id: after.id })
      .where("user_id", "=", person.id)
      .execute();
    server.services.wakeup.wake();
    await stream.hears(({ kind }) => kind === "resync");
    const [old, fresh] = [await ticketOf(before.id), await ticketOf(after.id)];
    await happen(old);
    await happen(fresh);
    await stream.hearsNews(about(fresh));
    expect(stream.news().filter(about(old))).toEqual([]);
  });
});

describe("a stream ends", () => {
  test("with its session, on any server, and says so", async () => {
    const { visitor, stream } = await follow("Agent", {}, other);
    const gone = server.visitor();
    for (const [name, value] of visitor.cookies) gone.cookies.set(name, value);
    await gone.request("GET", "/node/auth/logout");
    await stream.hears(({ kind }) => kind === "session-ended");
    await stream.ended;
  });

  test("when its user is disabled, even without a wake-up", async () => {
    const { person, stream } = await follow("Agent");
    await server.db
      .updateTable("users")
      .set({ state: "disabled" })
      .where("id", "=", person.id)
      .execute();
    await stream.hears(({ kind }) => kind === "session-ended");
  });

  test("when its session has expired", async () => {
    const { person, stream } = await follow("Agent");
    await server.db
      .updateTable("sessions")
      .set({ expires_at: new Date(0) })
      .where("user_id", "=", person.id)
      .execute();
    await stream.hears(({ kind }) => kind === "session-ended");
  }, 60_000);

  test("when the browser disconnects, leaving nothing behind", async () => {
    const before = server.services.live.size;
    const { stream } = await follow("Agent");
    expect(server.services.live.size).toBe(before + 1);
    stream.close();
    for (let tries = 0; tries < 40 && server.services.live.size > before; tries += 1) {
      await Bun.sleep(50);
    }
    expect(server.services.live.size).toBe(before);
  });

  test("with its server, which says so and does not wait", async () => {
    const leaving = await startTestServer({}, { database: server.database });
    const { stream } = await follow("Agent", {}, leaving);
    await leaving.stop();
    await stream.hears(({ kind }) => kind === "server-ends");
    await stream.ended;
  });
});

test("no stream is opened without a session", async () => {
  const answer = await server.visitor().request("GET", "/node/trpc/live.events");
  expect(answer.text).toContain("not_signed_in");
  expect(answer.text).not.toContain('"kind"');
});

test("no stream is opened at another spelling of the address", async () => {
  const { visitor } = await follow("Agent");
  for (const path of ["/node/trpc/live.events/", "/node/trpc//live.events"]) {
    const answer = await visitor.request("GET", path, { firstBytes: true });
    expect([path, answer.text]).toEqual([path, expect.stringContaining("not_found")]);
  }
});
