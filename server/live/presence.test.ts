import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertCompany, insertTicket } from "../../tests/support/builders.ts";
import { addPerson } from "../../tests/support/people.ts";
import { startTestServer, type TestServer } from "../../tests/support/server.ts";
import { openStream } from "../../tests/support/stream.ts";
import { notifyPages } from "../events/live-events.ts";
import { sweepPresence } from "./presence.ts";

let server: TestServer;
let other: TestServer;
let clock = new Date();
beforeAll(async () => {
  const now = () => clock;
  server = await startTestServer({}, { now });
  other = await startTestServer({}, { database: server.database, now });
}, 60_000);
afterAll(async () => {
  await other.stop();
  await server.stop();
});

async function agentAt(at: TestServer, firstName: string, companyId?: string) {
  const person = await addPerson(server.db, "Agent", {
    firstName,
    ...(companyId ? { companyScope: "assigned", companies: [{ id: companyId }] } : {}),
  });
  const visitor = at.visitor();
  await visitor.signIn(person.email);
  const look = async (ticketId: string, typing = false) => {
    const answer = await visitor.mutate("presence.look", { ticketId, typing });
    return answer.body.result?.data.others ?? answer.body.error.data.code;
  };
  return { person, visitor, look };
}

async function aTicket(companyId?: string) {
  const customer = await addPerson(server.db, "Customer");
  const ticket = await insertTicket(server.db, {
    requester_id: customer.id,
    company_id: companyId ?? null,
  });
  return { customer, id: ticket.id };
}

test("two agents on two servers see each other view, type and leave", async () => {
  const [maya, samuel] = [await agentAt(server, "Maya"), await agentAt(other, "Samuel")];
  const { id } = await aTicket();
  const stream = await openStream(server.url, maya.visitor);

  expect(await maya.look(id)).toEqual([]);
  expect(await samuel.look(id)).toEqual([
    { id: maya.person.id, name: "Maya Agent", typing: false },
  ]);
  await samuel.look(id, true);
  expect(await maya.look(id)).toMatchObject([{ name: "Samuel Agent", typing: true }]);
  // A repetition is not an event.
  await samuel.look(id, true);
  const { id: next } = await aTicket();
  await samuel.look(next);
  await stream.hearsNews((news) => news.topic === "presence" && news.id === next);
  const told = stream.news().filter((news) => news.topic === "presence" && news.id === id);
  expect(told.length, "Maya came, Samuel came, and began to type").toBe(3);

  await samuel.visitor.mutate("presence.leave", { ticketId: id });
  expect(await maya.look(id)).toEqual([]);
  stream.close();
});

test("a viewer who is silent for 25 seconds expires and is swept", async () => {
  const [maya, samuel] = [await agentAt(server, "Maya"), await agentAt(server, "Samuel")];
  const { id } = await aTicket();
  await maya.look(id);
  clock = new Date(clock.getTime() + 24_000);
  expect((await samuel.look(id)).length).toBe(1);
  clock = new Date(clock.getTime() + 2_000);
  expect(await samuel.look(id)).toEqual([]);
  await sweepPresence(server.db, clock);
  const left = await server.db.selectFrom("presence").select("user_id").execute();
  expect(left.map(({ user_id }) => user_id)).not.toContain(maya.person.id);
});

test("customers and agents of other companies are not notified", async () => {
  const [own, foreign] = [await insertCompany(server.db), await insertCompany(server.db)];
  const maya = await agentAt(server, "Maya");
  const outsider = await agentAt(server, "Olga", own.id);
  const { id, customer } = await aTicket(foreign.id);
  const requester = server.visitor();
  await requester.signIn(customer.email);
  const streams = [
    await openStream(server.url, requester),
    await openStream(server.url, outsider.visitor),
  ];
  const witness = await openStream(server.url, maya.visitor);
  const before = streams.map((stream) => stream.text());
  await maya.look(id, true);
  await witness.hearsNews((news) => news.topic === "presence" && news.id === id);
  await notifyPages(server.db, "desk");
  server.services.wakeup.wake();
  for (const stream of streams) await stream.hearsNews(({ topic }) => topic === "desk");
  const desk = `data: {"kind":"news","news":[{"topic":"desk"}]}\n`;
  expect(streams.map((stream) => stream.text())).toEqual(before.map((text) => text + desk));
  expect(await outsider.look(id)).toBe("not_found");
  const rows = await server.db.selectFrom("presence").selectAll().execute();
  expect(rows.map(({ user_id }) => user_id)).not.toContain(outsider.person.id);
  for (const stream of [...streams, witness]) stream.close();
});

test("the newest 20 pages of one person on a ticket are stored", async () => {
  const { visitor, person } = await agentAt(server, "Maya");
  const { id } = await aTicket();
  const pages = Array.from({ length: 30 }, () => Bun.randomUUIDv7());
  for (const page of pages) {
    clock = new Date(clock.getTime() + 10);
    await visitor.mutate("presence.look", { ticketId: id, typing: false, page });
  }
  const row = await server.db
    .selectFrom("presence")
    .select("pages")
    .where("user_id", "=", person.id)
    .where("ticket_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Object.keys(row.pages ?? {}).sort()).toEqual(pages.slice(10).sort());
});
