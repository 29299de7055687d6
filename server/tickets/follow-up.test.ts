import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { lateAnswer } from "../../tests/support/late-answer.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedEvents, storedLiveEvents, storedTicket } from "../../tests/support/stored.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { createTicket } from "./create.ts";
import { getTicket } from "./details.ts";
import { replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  database = await createTestDatabase();
  acme = await insertCompany(database.db);
  ana = await insertUser(database.db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

const closed = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: ana.id, company_id: acme.id, status: "closed" },
    created_at: new Date("2026-11-01T10:00:00.000Z"),
    ...given,
  });

async function replyTo(ticket: TicketRow, by = ana, requestId = Bun.randomUUIDv7()) {
  const deps = await actingAs(database.db, by, now);
  return await replyToTicket(deps, { requestId, id: ticket.id, body: "It is back." });
}

test("the closed ticket stays as it was; the new one is announced like any new ticket", async () => {
  const before = await closed();
  const { ticket, messageId } = await replyTo(before);
  const { version, status, updated_at, publicly_updated_at } = before;
  expect(await storedTicket(database.db, before.id)).toMatchObject({
    ...{ version, status, updated_at, publicly_updated_at },
  });
  expect(await storedEvents(database.db, before.id)).toEqual([]);
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ status: "new", version: 1, channel: "web", opened_by_staff: false, created_at: now },
    ...{ requester_id: ana.id, company_id: acme.id, last_customer_message_at: now },
  });
  expect((await storedEvents(database.db, ticket.id)).map(({ kind }) => kind)).toEqual(["created"]);
  expect(await storedLiveEvents(database.db, ticket.id)).toMatchObject([
    { audience: "everyone", version: 1, company_ids: [acme.id], people_ids: [ana.id] },
  ]);
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select(["template", "user_id", "message_id"])
    .where("ticket_id", "=", ticket.id)
    .execute();
  expect(mails).toEqual([{ template: "ticket-received", user_id: ana.id, message_id: messageId }]);
});

test("a follow-up copies team, priority, type and tags, so its team is notified and customers see none of it", async () => {
  const { db } = database;
  const mate = await insertUser(db, { role: "Agent" });
  const { id: team_id } = await insertTeam(db);
  await db.insertInto("team_members").values({ team_id, user_id: mate.id }).execute();
  const maya = await insertUser(db, { role: "Agent" });
  const before = await closed({
    ...{ team_id, priority: "urgent", type: "incident", tags: ["pump", "hall"] },
    ...{ assignee_id: maya.id, unassigned_since: null },
  });
  const { ticket } = await replyTo(before);
  expect(ticket.staff).toBeUndefined();
  expect(JSON.stringify(ticket)).not.toMatch(/urgent|incident|pump|hall/);
  expect(await storedTicket(db, ticket.id)).toMatchObject({
    ...{ team_id, priority: "urgent", type: "incident", assignee_id: null, status: "new" },
  });
  const { staff } = await getTicket(await actingAs(db, maya), { number: ticket.number });
  expect(staff?.tags).toEqual(["hall", "pump"]);
  // The customer set none of it.
  expect((await storedEvents(db, ticket.id)).map(({ kind }) => kind)).toEqual(["created"]);
  const of = (table: "notifications" | "outgoing_mails") =>
    db.selectFrom(table).select("user_id").where("ticket_id", "=", ticket.id).execute();
  expect(await of("notifications")).toEqual([{ user_id: mate.id }]);
  expect((await of("outgoing_mails")).map(({ user_id }) => user_id).sort()).toEqual(
    [ana.id, mate.id].sort(),
  );
});

test("a follow-up belongs to its author, and to no company that they are not a member of", async () => {
  const friend = await insertUser(database.db);
  const before = await closed({ followers: [friend.id] });
  const { ticket } = await replyTo(before, friend);
  expect(await storedTicket(database.db, ticket.id)).toMatchObject({
    ...{ requester_id: friend.id, company_id: null },
  });
  const own = await closed({ company_id: null });
  expect((await replyTo(own)).ticket.company).toBeNull();
});

test("a follow-up is not opened in an archived company", async () => {
  const archived = await insertCompany(database.db, { state: "archived" });
  const member = await insertUser(database.db, { companies: [archived.id] });
  const before = await closed({ requester_id: member.id, company_id: archived.id });
  expect((await refusalOf(replyTo(before, member))).code).toBe("company_archived");
  const links = await database.db
    .selectFrom("ticket_links")
    .select("id")
    .where("other_id", "=", before.id)
    .execute();
  expect(links).toEqual([]);
});

test("a follow-up has the prefix once in its subject, which is cut at a whole character", async () => {
  const before = await closed({ subject: "Follow-up: The printer" });
  expect((await replyTo(before)).ticket.subject).toBe("Follow-up: The printer");
  const long = await closed({ subject: `${"x".repeat(288)}😀` });
  expect((await replyTo(long)).ticket.subject).toBe(`Follow-up: ${"x".repeat(288)}`);
});

test("a reply to a merged ticket links to the closed ticket it was merged into", async () => {
  const target = await closed({ subject: "The whole story" });
  const source = await closed({ merged_into_id: target.id });
  const { ticket } = await replyTo(source);
  expect(ticket.subject).toBe("Follow-up: The whole story");
  const links = await database.db
    .selectFrom("ticket_links")
    .select(["other_id", "kind", "created_by", "created_at"])
    .where("ticket_id", "=", ticket.id)
    .execute();
  expect(links).toEqual([
    { other_id: target.id, kind: "follow-up-of", created_by: ana.id, created_at: now },
  ]);
});

test("a follow-up of a ticket that the author cannot see is not found", async () => {
  const stranger = await insertUser(database.db);
  expect((await refusalOf(replyTo(await closed(), stranger))).code).toBe("not_found");
});

test("staff open a follow-up for a customer in one action: it is linked, and both timelines show it", async () => {
  const agent = await insertUser(database.db, { role: "Agent" });
  const before = await storedTicket(database.db, (await closed()).id);
  const { ticket } = await openAs(agent, before);
  const after = await storedTicket(database.db, ticket.id);
  expect(after).toMatchObject({ requester_id: ana.id, company_id: acme.id, status: "open" });
  expect(ticket.staff?.links).toMatchObject([
    { kind: "follow-up-of", direction: "to", ticket: { number: before.number } },
  ]);
  // Without a waiting time it is infinite, which is no valid Date and equals nothing.
  const { waiting_key: _, ...asBefore } = before;
  expect(await storedTicket(database.db, before.id)).toMatchObject(asBefore);
  expect(await storedEvents(database.db, before.id)).toMatchObject([
    {
      ...{ kind: "linked", audience: "staff", actor_id: agent.id },
      data: { link: "follow-up-of", direction: "from", other: ticket.id },
    },
  ]);
  expect(await storedLiveEvents(database.db, before.id)).toMatchObject([
    { audience: "staff", company_ids: [acme.id], people_ids: [] },
  ]);
});

test("staff cannot follow up a ticket that they do not see: no ticket is opened", async () => {
  const narrow = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
  });
  const before = await closed({ company_id: null });
  const { details } = await refusalOf(openAs(narrow, before));
  expect(details.fields).toEqual([
    {
      field: "followUpOf",
      message: "The earlier ticket doesn't exist, or you don't have access to it.",
    },
  ]);
  const made = await database.db
    .selectFrom("tickets")
    .select("id")
    .where("subject", "=", `After ${before.number}`)
    .execute();
  expect(made).toEqual([]);
});

async function openAs(by: UserRow, before: Pick<TicketRow, "id" | "number">) {
  return await createTicket(await actingAs(database.db, by, now), {
    ...{ requestId: Bun.randomUUIDv7(), requesterId: ana.id, followUpOf: before.id },
    ...{ subject: `After ${before.number}`, body: "We looked into it again." },
  });
}

test("a reply during an Undo of the closing continues with whichever came first", async () => {
  const maya = await insertUser(database.db, { role: "Agent" });
  const ticket = await closed({ status: "resolved" });
  const staff = await actingAs(database.db, maya, now);
  const { actId } = await updateTicket(staff, change(ticket, { status: "closed" }));

  // It has seen that the ticket is closed, and no more.
  const late = lateAnswer(2);
  const customer = await actingAs(database.db, ana, now);
  const said = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "It is back." };
  const replying = replyToTicket({ ...customer, db: customer.db.withPlugin(late.plugin) }, said);
  await late.reached;
  const undoing = undoAct(staff, { requestId: Bun.randomUUIDv7(), actId });
  const first = await Promise.race([
    undoing.then(() => "undo"),
    waitForLockQueue(database).then(() => "reply"),
  ]);
  late.come();
  const { ticket: answered } = await replying;
  await undoing;
  expect(answered.id === ticket.id).toBe(first === "undo");
  expect((await storedTicket(database.db, ticket.id)).status).toBe(
    first === "undo" ? "open" : "resolved",
  );
});
