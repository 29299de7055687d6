import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { withChanges } from "../client/features/tickets/actions/ticket-cache.ts";
import { getTicket } from "../server/tickets/details.ts";
import { replyToTicket } from "../server/tickets/reply.ts";
import { undoChange } from "../server/tickets/undo.ts";
import { changeTicket } from "../server/tickets/update.ts";
import type { TicketDetails, TicketPatch } from "../shared/tickets/page.ts";
import { actingAs, change } from "./support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "./support/builders.ts";
import { createTestDatabase, type TestDatabase } from "./support/postgres.ts";
import { storedTicket } from "./support/stored.ts";

let database: TestDatabase;
let acme: CompanyRow;
let customer: UserRow;
let maya: UserRow;
let readers: Record<string, UserRow>;
let teamId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  acme = await insertCompany(db, { name: "Acme" });
  customer = await insertUser(db, { companies: [acme.id] });
  maya = await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lindt" });
  readers = {
    "an agent": maya,
    "an agent of some companies": await insertUser(db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
    }),
    "a Super Admin": await insertUser(db, { role: "Super Admin" }),
  };
  teamId = (await insertTeam(db, { name: "Printers" })).id;
}, 60_000);
afterAll(() => database.drop());

const key = () => ({ requestId: Bun.randomUUIDv7() });

async function open(given: object = {}): Promise<TicketRow> {
  const ticket = await insertTicket(database.db, {
    ...{ requester_id: customer.id, company_id: acme.id, status: "open" },
    ...given,
  });
  await insertMessage(database.db, { ticket_id: ticket.id, author_id: customer.id });
  return await storedTicket(database.db, ticket.id);
}

/** The page as its reader has it, without what changes with the clock. */
async function pageOf(reader: UserRow, { number }: { number: number }): Promise<TicketDetails> {
  const page = await getTicket(await actingAs(database.db, reader), { number });
  const items = page.timeline.items.map((item) =>
    item.kind === "message" ? { ...item, releaseInMs: null } : item,
  );
  return { ...page, timeline: { ...page.timeline, items } };
}

const later = () => new Date(Date.now() + 3_600_000).toISOString();

const patches: Record<string, (() => TicketPatch) | TicketPatch> = {
  "a status": { status: "pending" },
  "a status in which no one waits": { status: "on-hold" },
  "resolved, which assigns its agent": { status: "resolved" },
  closed: { status: "closed" },
  "an assignee": () => ({ assigneeId: maya.id }),
  "a priority": { priority: "urgent" },
  "a type": { type: "task" },
  "a subject": { subject: "Another subject" },
  "a team": () => ({ teamId }),
  "tags, in the order of the page": {
    addTags: ["zebra", "über", "a-b", "ab"],
    removeTags: ["old"],
  },
  "a snooze": () => ({ snoozedUntil: later() }),
  "several fields": () => ({
    ...{ status: "resolved", priority: "low", type: "problem", teamId, addTags: ["one"] },
  }),
  nothing: { priority: "normal" },
};

describe("a page merged with the answer to a change equals the page that is read again", () => {
  for (const reader of ["an agent", "an agent of some companies", "a Super Admin"]) {
    test.each(Object.entries(patches))(`${reader}: %s, and its Undo`, async (_, given) => {
      const user = readers[reader] as UserRow;
      const patch = typeof given === "function" ? given() : given;
      // Only resolved tickets can be closed.
      const status = patch.status === "closed" ? "resolved" : "open";
      const ticket = await open({ status, tags: ["old"] });
      const other = await open();
      const before = await pageOf(user, ticket);
      await open({ status: "resolved" });

      const acting = await actingAs(database.db, user);
      const done = await changeTicket(acting, change(ticket, patch));
      const changed = await pageOf(user, ticket);
      expect(merged(before, done)).toEqual(changed);
      expect(changed.staff?.otherTickets.map(({ number }) => number)).toContain(other.number);
      if (done.undoUntil === null) return;

      const undoing = await actingAs(database.db, user);
      const undone = await undoChange(undoing, { ...key(), actId: done.actId });
      expect(merged(changed, undone)).toEqual(await pageOf(user, ticket));
    });
  }

  test("values that are taken away", async () => {
    const ticket = await open({
      ...{ assignee_id: maya.id, team_id: teamId, snoozed_until: new Date(later()) },
    });
    const before = await pageOf(maya, ticket);
    const patch = { assigneeId: null, teamId: null, snoozedUntil: null };
    const done = await changeTicket(await actingAs(database.db, maya), change(ticket, patch));
    expect(merged(before, done)).toEqual(await pageOf(maya, ticket));
  });

  test("reopened, while a reply is being sent", async () => {
    const ticket = await open({ status: "resolved" });
    const { id } = ticket;
    await replyToTicket(await actingAs(database.db, maya), { ...key(), id, body: "On its way" });
    const before = await pageOf(maya, ticket);
    expect(before.timeline.items.at(-1)).toMatchObject({ state: "sending" });
    const now = await storedTicket(database.db, id);
    const wanted = change(now, { status: "open", priority: "high" });
    const done = await changeTicket(await actingAs(database.db, maya), wanted);
    expect(merged(before, done)).toEqual(await pageOf(maya, ticket));
  });

  test("the last other open ticket was closed in the meantime", async () => {
    const asking = await insertUser(database.db, { companies: [acme.id] });
    const ticket = await open({ requester_id: asking.id });
    const other = await open({ requester_id: asking.id });
    const before = await pageOf(maya, ticket);
    expect(before.staff?.otherOpen?.count).toBe(1);
    const acting = await actingAs(database.db, maya);
    await changeTicket(acting, change(other, { status: "resolved" }));
    const done = await changeTicket(acting, change(ticket, { priority: "low" }));
    const after = merged(before, done);
    expect(after).toEqual(await pageOf(maya, ticket));
    expect(after.staff).not.toHaveProperty("otherOpen");
  });
});

test("a page that misses someone else's change keeps its version, so that it is read again", async () => {
  const ticket = await open();
  const before = await pageOf(maya, ticket);
  const theirs = await actingAs(database.db, readers["a Super Admin"] as UserRow);
  await changeTicket(theirs, change(ticket, { type: "task" }));
  const done = await changeTicket(
    await actingAs(database.db, maya),
    change(ticket, { priority: "low" }),
  );
  const after = merged(before, done);
  expect(after.staff).toMatchObject({ version: before.staff?.version, priority: "low" });
  expect(done.changes?.from).toBe((before.staff?.version ?? 0) + 1);
});

describe("the answer is the whole ticket", () => {
  test("if a field alters more of the page than itself", async () => {
    const { db } = database;
    const company = await insertCompany(db);
    const next = await insertUser(db, { companies: [acme.id] });
    const wholly: TicketPatch[] = [
      { requesterId: next.id },
      { addFollowers: [maya.id] },
      {
        companyId: company.id,
        requesterId: (await insertUser(db, { companies: [company.id] })).id,
      },
    ];
    for (const patch of wholly) {
      const ticket = await open();
      const done = await changeTicket(await actingAs(db, maya), change(ticket, patch));
      expect(done.ticket).toEqual(await getTicket(await actingAs(db, maya), ticket));
    }
  });

  test("if the change was made before", async () => {
    const ticket = await open();
    const acting = await actingAs(database.db, maya);
    const input = change(ticket, { priority: "high" });
    const first = await changeTicket(acting, input);
    const again = await changeTicket(acting, input);
    expect(again).toEqual({
      ...first,
      changes: undefined,
      ticket: await getTicket(acting, ticket),
    });
  });
});

function merged(page: TicketDetails, { changes }: Awaited<ReturnType<typeof changeTicket>>) {
  if (!changes) throw new Error("The answer is the whole ticket");
  return withChanges(page, changes);
}
