import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import {
  actsOn,
  storedEvents,
  storedLiveEvents,
  storedTicket,
} from "../../tests/support/stored.ts";
import type { ActorDeps } from "../access/actor.ts";
import { getTicket } from "./details.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { redactSubject } from "./redact-subject.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

const secret = "kanarienvogel hunter2";

let database: TestDatabase;
let company: CompanyRow;
let customer: UserRow;
let agent: UserRow;
let maya: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  company = await insertCompany(db);
  customer = await insertUser(db, { companies: [company.id] });
  agent = await insertUser(db, { role: "Agent" });
  maya = await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lindqvist" });
}, 60_000);
afterAll(() => database.drop());

const acting = (user: UserRow) => actingAs(database.db, user);

async function ticketCalled(subject: string): Promise<TicketRow> {
  const of = { requester_id: customer.id, company_id: company.id };
  return await insertTicket(database.db, { ...of, subject });
}

/** The subjects it had one after another, and the action of each. */
async function callIt(ticket: TicketRow, ...subjects: string[]): Promise<string[]> {
  const acts: string[] = [];
  for (const subject of subjects) {
    const given = change(await storedTicket(database.db, ticket.id), { subject });
    acts.push((await updateTicket(await acting(agent), given)).actId);
  }
  return acts;
}

async function eventIdsOf(ticket: TicketRow): Promise<string[]> {
  const events = database.db.selectFrom("ticket_events").select("id").orderBy("version");
  const rows = await events
    .where("ticket_id", "=", ticket.id)
    .where("kind", "=", "subject")
    .execute();
  return rows.map(({ id }) => id);
}

async function lastOf(ticket: TicketRow): Promise<string> {
  return (await eventIdsOf(ticket)).at(-1) ?? "";
}

async function told(deps: ActorDeps, { number }: TicketRow) {
  const { timeline } = await getTicket(deps, { number });
  return timeline.items.flatMap((item) => (item.kind === "event" ? [item] : []));
}

/** Every table that holds these words, including columns that are never shown. */
async function tablesThatSay(words: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.owner);
  const said = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`
        select from ${sql.raw(name)} each where strpos(each::text, ${words}) > 0
        limit 1`.execute(database.owner);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return said.flat();
}

test("a redacted subject is permanently removed, and everyone sees who redacted it", async () => {
  const { db } = database;
  const ticket = await ticketCalled(secret);
  await indexAll(db);
  expect(await tablesThatSay("kanarienvogel")).toContain("search_words");
  await callIt(ticket, "The crane");
  await indexAll(db);
  expect(await tablesThatSay("kanarienvogel")).toEqual(["ticket_events"]);
  const before = await storedTicket(db, ticket.id);
  const eventId = await lastOf(ticket);
  expect(await redactSubject(await acting(maya), eventId)).toEqual({ redacted: true });
  expect(await tablesThatSay("kanarienvogel")).toEqual([]);

  const name = { id: maya.id, name: "Maya Lindqvist" };
  for (const reader of [agent, customer]) {
    const changes = (await told(await acting(reader), ticket)).map(({ change }) => change);
    expect(changes).toContainEqual({
      ...{ kind: "subject", from: null, to: "The crane", redactedBy: name },
    });
    expect(changes).toContainEqual({ kind: "redacted", what: "subject" });
  }
  const after = await storedTicket(db, ticket.id);
  expect(after.subject).toBe("The crane");
  expect(after.version).toBe(before.version + 1);
  expect(after.publicly_updated_at).toEqual(before.publicly_updated_at);
  expect(await actsOn(db, ticket.id)).toEqual(["ticket.subject-redacted"]);
  expect((await storedLiveEvents(db, ticket.id)).at(-1)).toMatchObject({
    ...{ topic: "ticket", audience: "everyone", version: after.version },
  });

  // Again: the same answer, and no other effect.
  const events = await storedEvents(db, ticket.id);
  expect(await redactSubject(await acting(agent), eventId)).toEqual({ redacted: true });
  expect(await storedEvents(db, ticket.id)).toEqual(events);
});

test("it is removed from every event that mentions it, and the current subject stays", async () => {
  const ticket = await ticketCalled("Hello");
  await callIt(ticket, secret, "The crane", "The hoist", "The crane");
  const [, second = "", third = ""] = await eventIdsOf(ticket);
  await redactSubject(await acting(maya), second);
  const changes = () =>
    database.db
      .selectFrom("ticket_events")
      .select("data")
      .where("ticket_id", "=", ticket.id)
      .where("kind", "=", "subject")
      .orderBy("version")
      .execute();
  const gone = { redactedBy: maya.id };
  expect((await changes()).map(({ data }) => data)).toEqual([
    { from: null, to: null, ...gone },
    { from: null, to: "The crane", ...gone },
    { from: "The crane", to: "The hoist" },
    { from: "The hoist", to: "The crane" },
  ]);
  // The first one is shown.
  await redactSubject(await acting(agent), third);
  expect((await changes()).slice(1).map(({ data }) => data)).toEqual([
    { from: null, to: "The crane", ...gone },
    { from: "The crane", to: null, redactedBy: agent.id },
    { from: null, to: "The crane", redactedBy: agent.id },
  ]);
});

test("the change of the subject can no longer be undone, other actions can", async () => {
  const ticket = await ticketCalled(secret);
  const [first = ""] = await callIt(ticket, "The crane");
  const undoable = async () => {
    const events = await told(await acting(agent), ticket);
    return events.filter((event) => event.undoable).map(({ actId }) => actId);
  };
  expect(await undoable()).toEqual([first]);
  await redactSubject(await acting(maya), await lastOf(ticket));
  expect(await undoable()).toEqual([]);
  const requestId = Bun.randomUUIDv7();
  const refused = await refusalOf(undoAct(await acting(agent), { requestId, actId: first }));
  expect(refused.code).toBe("undo_too_late");
  const [later = ""] = await callIt(ticket, "The hoist");
  await undoAct(await acting(agent), { requestId, actId: later });
  expect((await storedTicket(database.db, ticket.id)).subject).toBe("The crane");
});

test("it is also removed from the event of an Undo", async () => {
  const ticket = await ticketCalled("The crane");
  const [actId = ""] = await callIt(ticket, secret);
  await undoAct(await acting(agent), { requestId: Bun.randomUUIDv7(), actId });
  await redactSubject(await acting(maya), await lastOf(ticket));
  expect(await tablesThatSay(secret)).toEqual([]);
  const changes = (await told(await acting(agent), ticket)).map(({ change }) => change);
  expect(changes).toContainEqual({
    ...{ kind: "subject", from: "The crane", to: null },
    redactedBy: { id: maya.id, name: "Maya Lindqvist" },
  });
  expect(changes).toContainEqual(
    expect.objectContaining({
      kind: "undone",
      back: [
        {
          ...{ kind: "subject", from: null, to: "The crane" },
          redactedBy: { id: maya.id, name: "Maya Lindqvist" },
        },
      ],
    }),
  );
});

test("it is also removed from the record of an undone merge", async () => {
  const { db } = database;
  const [ticket, target] = [await ticketCalled(secret), await ticketCalled("The hoist")];
  const [source, kept] = [ticket, target].map(({ id }) => id);
  if (!source || !kept) throw new Error("Nothing was opened");
  const merging = { requestId: Bun.randomUUIDv7(), sourceId: source, targetId: kept };
  await mergeTickets(await acting(agent), merging);
  await unmergeTicket(await acting(agent), { requestId: Bun.randomUUIDv7(), sourceId: source });
  // The merge note is a message of the other ticket and is redacted as one.
  await db.deleteFrom("messages").where("ticket_id", "=", kept).execute();
  await callIt(ticket, "The crane");
  await indexAll(db);
  expect(await tablesThatSay(secret)).toContain("merges");
  await redactSubject(await acting(maya), await lastOf(ticket));
  expect(await tablesThatSay(secret)).toEqual([]);
});

test("a ticket merged into it while it had that subject shows the current subject", async () => {
  const { db } = database;
  const [source, ticket] = [await ticketCalled("The hoist"), await ticketCalled(secret)];
  const merging = { requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: ticket.id };
  await mergeTickets(await acting(agent), merging);
  await callIt(ticket, "The crane");
  await indexAll(db);
  expect(await tablesThatSay(secret)).toContain("messages");
  await redactSubject(await acting(maya), await lastOf(ticket));
  await indexAll(db);
  expect(await tablesThatSay(secret)).toEqual([]);
  const notes = await db
    .selectFrom("messages")
    .select("body")
    .where("ticket_id", "=", source.id)
    .execute();
  expect(notes).toEqual([{ body: `Merged into #${ticket.number}: The crane` }]);
});

test("stored copies of mails with that subject lose subject and text, others do not", async () => {
  const { db } = database;
  const ticket = await ticketCalled(`${secret}  of  Ana`);
  const other = await ticketCalled(`${secret} of Ana`);
  const called = (of: TicketRow, subject: string, body: string) => ({
    ...{ id: Bun.randomUUIDv7(), template: "ticket-assigned", user_id: agent.id, data: {} },
    ...{ state: "kept" as const, next_attempt_at: new Date(), created_at: new Date() },
    ...{ ticket_id: of.id, subject, body },
  });
  const says = `[#1] ${secret} of Ana`;
  const mails = [
    called(ticket, says, "As it was."),
    called(ticket, "[#1] You were mentioned", `In:\n\n${secret} of Ana\n`),
    called(ticket, "[#1] The crane", "As it is."),
    called(other, says, "Of another ticket."),
  ];
  await db.insertInto("outgoing_mails").values(mails).execute();
  await callIt(ticket, "The crane");
  await redactSubject(await acting(maya), await lastOf(ticket));
  const kept = db.selectFrom("outgoing_mails").select(["id", "subject", "body"]).orderBy("id");
  const ids = mails.map(({ id }) => id);
  expect((await kept.where("id", "in", ids).execute()).map(({ subject }) => subject)).toEqual([
    ...[null, null, "[#1] The crane", says],
  ]);
});

test("only staff within scope can redact, only a change of the subject, and others learn nothing", async () => {
  const { db } = database;
  const ticket = await ticketCalled(secret);
  await callIt(ticket, "The crane");
  const eventId = await lastOf(ticket);
  const afar = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [(await insertCompany(db)).id] },
  });
  const stranger = await insertUser(db);
  const priority = change(ticket, { priority: "high" });
  await updateTicket(await acting(agent), priority);
  const { id: another } = await db
    .selectFrom("ticket_events")
    .select("id")
    .where("ticket_id", "=", ticket.id)
    .where("kind", "=", "priority")
    .executeTakeFirstOrThrow();
  for (const [who, id, code] of [
    [customer, eventId, "forbidden"],
    [stranger, eventId, "not_found"],
    [afar, eventId, "not_found"],
    [agent, another, "not_found"],
    [agent, Bun.randomUUIDv7(), "not_found"],
  ] as const) {
    expect((await refusalOf(redactSubject(await acting(who), id))).code).toBe(code);
  }
  expect(await tablesThatSay(secret)).toContain("ticket_events");
});
