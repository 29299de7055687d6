import { beforeAll, describe, expect, test } from "bun:test";
import * as z from "zod/mini";
import { cursorAt } from "../server/db/keyset.ts";
import { appRouter } from "../server/rpc/router.ts";
import { linkTickets } from "../server/tickets/links.ts";
import { redactSubject } from "../server/tickets/redact-subject.ts";
import { addNote, replyToTicket } from "../server/tickets/reply.ts";
import { timelineOrder } from "../server/tickets/timeline-items.ts";
import { updateTicket } from "../server/tickets/update.ts";
import { actingAs, change } from "./support/acting.ts";
import { insertMessage, insertTeam, insertTicket, type UserRow } from "./support/builders.ts";
import { addCompany, addPerson } from "./support/people.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

/** Contained in all staff data. No answer to a customer contains it. */
const canary = "kanarienvogel";
/** Does not exist: a search for it must get the same answer. */
const nonsense = "zkqvxwyjfrugp";

const customers = ["requester", "follower", "seesAll", "colleague", "foreign"] as const;
type CustomerName = (typeof customers)[number];

const server = setUpTestServer();
let visitors: Record<CustomerName | "agent", Visitor>;
/** Ids that the inputs of procedures can name. */
let known: { number: number; id: string; hiddenNumber: number; hiddenId: string };
let agentId: string;
/** Ids of staff data. */
let hiddenIds: string[];

beforeAll(async () => {
  const { db } = server;
  const acme = await addCompany(db, "Acme");
  const other = await addCompany(db, "Other");
  await db.updateTable("companies").set({ notes: canary }).where("id", "=", acme.id).execute();
  const member = { companies: [{ id: acme.id }] };
  const people = {
    requester: await addPerson(db, "Customer", member),
    follower: await addPerson(db, "Customer", member),
    seesAll: await addPerson(db, "Customer", {
      companies: [{ id: acme.id, seesAllTickets: true }],
    }),
    colleague: await addPerson(db, "Customer", member),
    foreign: await addPerson(db, "Customer", { companies: [{ id: other.id }] }),
    agent: await addPerson(db, "Agent"),
  };
  agentId = people.agent.id;
  const onlooker = await addPerson(db, "Agent", { firstName: canary });
  const team = await insertTeam(db, { name: canary });
  const ticket = await insertTicket(db, {
    requester_id: people.requester.id,
    company_id: acme.id,
    followers: [people.follower.id],
    subject: "Labels print blank",
    created_at: new Date(Date.now() - 3_600_000),
  });
  const said = await insertMessage(db, {
    ticket_id: ticket.id,
    author_id: people.requester.id,
    created_at: new Date(Date.now() - 3_500_000),
  });
  // No customer requested or follows it, and its company is not theirs.
  const hidden = await insertTicket(db, {
    requester_id: (await addPerson(db, "Customer", { firstName: canary })).id,
    subject: `Hidden ${canary}`,
  });
  await insertMessage(db, { ticket_id: hidden.id, author_id: hidden.requester_id, body: canary });

  const agent = await actingAs(db, await userOf(people.agent.id));
  await updateTicket(
    agent,
    change(ticket, { teamId: team.id, addTags: [canary], addFollowers: [onlooker.id] }),
  );
  const id = ticket.id;
  const key = () => ({ requestId: Bun.randomUUIDv7() });
  const mentions = [onlooker.id];
  const note = await addNote(agent, { ...key(), id, body: `See ${canary}`, mentions });
  const sending = await replyToTicket(agent, { ...key(), id, body: `Soon: ${canary}` });
  await db
    .updateTable("messages")
    .set({ release_at: new Date(Date.now() + 3_600_000) })
    .where("id", "=", sending.messageId)
    .execute();
  await linkTickets(agent, { id, number: hidden.number, kind: "related" });
  await db
    .insertInto("drafts")
    .values({
      ...{ user_id: people.agent.id, ticket_id: id, kind: "note", body: canary, revision: 1 },
      updated_at: new Date(),
    })
    .execute();

  known = { number: ticket.number, id, hiddenNumber: hidden.number, hiddenId: hidden.id };
  const events = await db
    .selectFrom("ticket_events")
    .select("id")
    .where("ticket_id", "=", id)
    .execute();
  hiddenIds = [
    ...[note.messageId, sending.messageId, hidden.id, onlooker.id, team.id],
    ...events.map((event) => event.id),
  ];
  expect(said.released_at).not.toBeNull();

  const signedIn = Object.entries(people).map(async ([name, { email }]) => {
    const visitor = server.visitor();
    await visitor.signIn(email);
    return [name, visitor] as const;
  });
  visitors = Object.fromEntries(await Promise.all(signedIn)) as typeof visitors;
}, 60_000);

async function userOf(id: string): Promise<UserRow> {
  return await server.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const procedures: Record<string, { _def: { type: string; inputs: unknown[] } }> = appRouter._def
  .procedures as never;
const queries = Object.keys(procedures).filter((name) => procedures[name]?._def.type === "query");

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
}

/** A procedure's input, generated from its schema, so that new procedures are covered automatically. */
function inputsOf(name: string, search: string): unknown[] {
  const [schema] = procedures[name]?._def.inputs ?? [];
  if (!schema) return [undefined];
  const shape = z.toJSONSchema(schema as z.ZodMiniType, { io: "input", unrepresentable: "any" });
  const { properties = {}, required = [] } = shape as JsonSchema;
  const keys = Object.keys(properties);
  const fill = (chosen: string[], hidden: boolean) =>
    Object.fromEntries(
      chosen.map((key) => [key, valueFor(key, properties[key] ?? {}, search, hidden)]),
    );
  const optional = keys.filter((key) => !required.includes(key) && !/cursor|direction/.test(key));
  const filled = [false, true].flatMap((hidden) => [
    fill(required, hidden),
    ...optional.map((key) => fill([...required, key], hidden)),
  ]);
  const wide = (properties.view?.enum ?? []).map((view) => ({ ...fill(required, false), view }));
  return [...filled, ...wide];
}

function valueFor(key: string, schema: JsonSchema, search: string, hidden: boolean): unknown {
  if (key === "number") return hidden ? known.hiddenNumber : known.number;
  if (/^(id|ticketId)$/.test(key)) return hidden ? known.hiddenId : known.id;
  if (key === "before") return cursorAt(timelineOrder, ["infinity", 9, lastId]);
  if (key === "timeZone") return "Europe/Berlin";
  if (/^(search|q|query|text)$/.test(key)) return search;
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type ?? schema.anyOf?.[0]?.type].flat();
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 10;
  if (type === "object") return {};
  if (type === "array") return [];
  return known.id;
}

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

describe.each(customers)("to the customer who is %s", (customer) => {
  test.each(queries)("%s returns no canary", async (name) => {
    const codes = new Set<string>();
    const looking = inputsOf(name, canary);
    for (const [at, input] of inputsOf(name, nonsense).entries()) {
      const answer = await visitors[customer].query(name, input);
      codes.add(answer.body?.error?.data.code ?? "ok");
      assertSilent(answer, nonsense);
      // Most inputs hold no search words.
      if (Bun.deepEquals(looking[at], input)) continue;
      const found = await visitors[customer].query(name, looking[at]);
      assertSilent(found, canary);
      expect(comparable(found, canary)).toBe(comparable(answer, nonsense));
    }
    // If every input was refused, nothing was tested.
    expect([...codes]).not.toEqual(["invalid_input"]);
  });

  test("no route returns a canary", async () => {
    const routes = server.app.routes.filter(
      ({ method, path }) => method === "GET" && !path.includes("*") && !path.endsWith("/logout"),
    );
    expect(routes.length).toBeGreaterThan(2);
    for (const { path } of routes) {
      for (const id of [known.id, ...hiddenIds]) {
        const answer = await visitors[customer].request("GET", path.replace(/:\w+/g, id));
        assertSilent(answer, id);
      }
    }
  });
});

test("a redacted subject is in no answer to anyone", async () => {
  const { db } = server;
  const gone = "wellensittich";
  const ticket = await db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "=", known.id)
    .executeTakeFirstOrThrow();
  const agent = await actingAs(db, await userOf(agentId));
  const subject = `Key ${gone}`;
  await updateTicket(agent, change(ticket, { subject }));
  const again = change(ticket, { subject: ticket.subject }, { subject });
  const { ticket: now } = await updateTicket(agent, again);
  const readers = ["agent", "requester", "seesAll"] as const;
  const says = async (reader: (typeof readers)[number], name: string) => {
    const answers = await Promise.all(
      inputsOf(name, nonsense).map((input) => visitors[reader].query(name, input)),
    );
    return answers.some(({ text }) => text.includes(gone));
  };
  for (const reader of readers) expect(await says(reader, "tickets.get")).toBe(true);
  const renaming = now.timeline.items.findLast(
    (item) => item.kind === "event" && item.change.kind === "subject",
  );
  await redactSubject(agent, renaming?.id ?? "");
  for (const reader of readers) {
    for (const name of queries) expect([name, await says(reader, name)]).toEqual([name, false]);
  }
});

/** An answer can repeat the question, but contains no other part of the canary. */
function assertSilent(answer: Answer, asked: string): void {
  const text = comparable(answer, asked);
  expect(text).not.toContain(canary);
  for (const id of hiddenIds) if (id !== asked) expect(text).not.toContain(id);
}

function comparable({ status, text }: Answer, asked: string): string {
  const said = text.replace(/"requestId":"[^"]*"/g, "").replaceAll(asked, "…");
  return `${status} ${said}`;
}

test("staff receive the canary, so the test looks in the right places", async () => {
  const { agent } = visitors;
  const details = await agent.query("tickets.get", { number: known.number });
  const said = details.text.split(canary).length - 1;
  // Team, tag, follower, note, reply, link, the company's notes, and the events of the first three.
  expect(said).toBeGreaterThanOrEqual(11);
  const events = hiddenIds.filter((id) => details.text.includes(id));
  expect(events).toHaveLength(hiddenIds.length);
  expect((await agent.query("tickets.list", {})).text).toContain(canary);
  expect((await agent.query("drafts.get", { ticketId: known.id })).text).toContain(canary);
});
