import { beforeAll, expect, test } from "bun:test";
import { openDatabase } from "../../server/db/database.ts";
import { startJob } from "../../server/jobs/start-job.ts";
import { saveMacro } from "../../server/macros/commands.ts";
import { appRouter } from "../../server/rpc/router.ts";
import { changeManyTickets } from "../../server/tickets/bulk.ts";
import { getTicket } from "../../server/tickets/details.ts";
import { linkTickets } from "../../server/tickets/links.ts";
import { mergeTickets } from "../../server/tickets/merge.ts";
import { releaseReply } from "../../server/tickets/release.ts";
import { addNote, replyToTicket } from "../../server/tickets/reply.ts";
import { changeTicket, updateTicket } from "../../server/tickets/update.ts";
import { saveView } from "../../server/views/commands.ts";
import { actingAs, change } from "../support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertSession,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../support/builders.ts";
import { setUpCounting } from "../support/count-statements.ts";
import { indexAll } from "../support/index-all.ts";

/**
 * How many statements each call sends, however much there is to show or to change: `begin` and
 * `commit` do not pass through Kysely's log, and are two more where there is a transaction. The
 * session is found by one more.
 */
const { database, counting } = setUpCounting();
let company: string;
let admin: UserRow;
let agent: UserRow;
let colleague: UserRow;
let customer: UserRow;

beforeAll(async () => {
  const { db } = database;
  company = (await insertCompany(db)).id;
  admin = await insertUser(db, { role: "Super Admin" });
  agent = await insertUser(db, { role: "Agent" });
  colleague = await insertUser(db, { role: "Agent" });
  customer = await insertUser(db, { companies: [company] });
}, 60_000);

/** With a conversation, tags and people: more of them must not mean more statements. */
async function busyTicket(given: Partial<TicketRow> = {}, messages = 5): Promise<TicketRow> {
  const { db } = database;
  const ticket = await insertTicket(db, {
    ...{ requester_id: customer.id, followers: [colleague.id], tags: ["a", "b", "c"] },
    ...given,
  });
  for (let index = 0; index < messages; index += 1) {
    await insertMessage(db, { ticket_id: ticket.id, author_id: customer.id });
  }
  return ticket;
}

async function ownNote(): Promise<string> {
  const { id } = await busyTicket();
  return (await addNote(await actingAs(database.db, agent), { ...key(), id, body })).messageId;
}

const requestId = () => Bun.randomUUIDv7();
const key = () => ({ requestId: requestId() });
const body = "Some words";

/** Reading the ticket for the answer. */
const reading = 1;
/** The key, the lock of the ticket, and one write. */
const acting = 3;
/** Finding whom to notify, and writing notifications and mail. */
const telling = 1;

interface Call {
  by?: "admin" | "agent" | "customer";
  input?: () => Promise<unknown> | unknown;
  statements: number;
}

const calls: Record<string, Call> = {
  "tickets.list": { input: () => ({}), statements: 1 },
  "tickets.count": { input: () => ({}), statements: 1 },
  "tickets.ids": { input: () => ({}), statements: 1 },
  "tickets.viewCounts": { statements: 1 },
  // The words that begin like this; for users with a limited scope, whether they can see them.
  "tickets.complete": { input: () => ({ q: "som", at: 3 }), statements: 1 },
  "tickets.get": { input: async () => ({ number: (await busyTicket()).number }), statements: 1 },
  "tickets.earlier": { input: earlier, statements: 1 },
  // The position, and both neighbours.
  "tickets.neighbours": {
    input: async () => ({ number: (await busyTicket()).number }),
    statements: 3,
  },
  "tickets.markRead": { input: async () => ({ id: (await busyTicket()).id }), statements: 1 },
  "tickets.setReadMarks": {
    input: async () => ({ ids: [(await busyTicket()).id], unread: true }),
    statements: 1,
  },
  "tickets.findDone": { input: () => key(), statements: 1 },
  "tickets.preview": { input: () => ({ body }), statements: 0 },

  "tickets.create": {
    by: "customer",
    // The company held, and the message.
    input: () => ({ requestId: requestId(), subject: "Help", body }),
    statements: 2 + 2 + telling + reading,
  },
  "tickets.update": {
    input: async () => change(await busyTicket(), { priority: "high", addTags: ["d"] }),
    statements: acting + reading,
  },
  "tickets.reply": {
    input: async () => ({ requestId: requestId(), id: (await busyTicket()).id, body }),
    statements: acting + 1 + reading,
  },
  "tickets.note": {
    input: async () => ({ requestId: requestId(), id: (await busyTicket()).id, body }),
    statements: acting + 1 + reading,
  },
  // The act found and marked, and its events.
  "tickets.undo": { input: done, statements: acting + 3 + reading },
  // The message is found and deleted, the action marked, then events, spans, and the text in the draft.
  "tickets.undoReply": { input: sent, statements: 2 + 1 + 4 + 1 + 1 + reading },
  "tickets.solve": {
    by: "customer",
    input: async () => ({ requestId: requestId(), id: (await busyTicket()).id }),
    statements: acting + reading,
  },
  "tickets.reopen": {
    by: "customer",
    input: async () => ({ requestId: requestId(), id: (await resolved()).id }),
    statements: acting + telling + reading,
  },
  "tickets.rate": {
    by: "customer",
    input: async () => ({ requestId: requestId(), id: (await resolved()).id, rating: "good" }),
    statements: acting + reading,
  },
  // The colleague is found, held, and their rights are read.
  "tickets.addColleague": {
    by: "customer",
    input: async () => ({
      ...{ ...key(), id: (await busyTicket({ company_id: company })).id },
      email: (await insertUser(database.db, { companies: [company] })).email,
    }),
    statements: acting + 3 + reading,
  },
  "tickets.usualReply": { by: "customer", statements: 1 },

  // Two tickets are locked and written, one recounted; the people, before and after the lock, what
  // shows, both notes, drafts, which are waited for, and links, whose turns are taken.
  // The HTML of the note, shown for the first time, is stored.
  "tickets.merge": { input: pair, statements: 1 + 2 + 1 + 2 * 2 + 11 + reading + 1 },
  // However many there are.
  "tickets.previewMerge": { input: mergePreview, statements: 3 },
  // Four of them: who takes part in the source, held, who came since, and whether they still see it.
  // One more: what the merge changed in the target.
  "tickets.unmerge": { input: merged, statements: 1 + 2 * 3 + 5 + 5 + 1 + reading },
  // With its company, locked before it, and the waiting state.
  "tickets.split": { input: split, statements: 1 + 1 + 1 + 2 * 2 + 3 + reading },
  "tickets.spam": {
    input: async () => ({ requestId: requestId(), id: (await busyTicket()).id, spam: true }),
    statements: acting + 1,
  },
  "tickets.link": { input: linked, statements: 9 },
  "tickets.unlink": { input: unlinked, statements: 8 },
  // With its stored HTML, the copies of its mails, and the mail by which it came.
  "tickets.redactMessage": { input: message, statements: 11 },
  "tickets.redactFile": { input: file, statements: 9 },
  // The subject, everything that contains it, each emptied, their undo, and the copies of its mails.
  "tickets.redactSubject": { input: renamed, statements: 11 },
  "tickets.ownNote": { input: async () => ({ messageId: await ownNote() }), statements: 1 },
  // The ticket is found, the note held and written.
  "tickets.editNote": {
    input: async () => ({ ...key(), messageId: await ownNote(), body: "Other words" }),
    statements: 1 + acting + 2 + reading,
  },
  "tickets.deleteNote": {
    input: async () => ({ ...key(), messageId: await ownNote() }),
    statements: 1 + acting + 3 + reading,
  },
  "tickets.person": { input: () => ({ id: customer.id }), statements: 2 },
  "tickets.company": { input: () => ({ id: company }), statements: 2 },
  // One ticket; each more is one act more.
  "tickets.bulk": {
    input: async () => ({
      ...{ requestId: requestId(), ids: [(await busyTicket()).id] },
      act: { kind: "patch", patch: { priority: "high" } },
    }),
    statements: 14,
  },
  // Each ticket in its own savepoint.
  "tickets.undoBulk": { input: () => bulk(), statements: 22 },

  "tickets.assignees": { input: () => ({ search: "ana" }), statements: 1 },
  "tickets.requesters": { input: () => ({ search: "ana" }), statements: 1 },
  "tickets.companies": { input: () => ({ search: "com" }), statements: 1 },
  "tickets.teams": { input: () => ({}), statements: 1 },
  "tickets.tags": { input: () => ({}), statements: 1 },

  "drafts.begun": { statements: 1 },
  "drafts.get": { input: async () => ({ ticketId: (await busyTicket()).id }), statements: 1 },
  // Whether the ticket is seen, and the draft.
  "drafts.save": {
    input: async () => ({ ticketId: (await busyTicket()).id, kind: "reply", revision: 0, body }),
    statements: 2,
  },

  "views.list": { statements: 1 },
  // What they name, if anything, and ten of them in one.
  "views.counts": { input: async () => void (await view()), statements: 2 },
  // Their owner held, their other views, the new one, and read again; and of all of these the key,
  // taken and filled.
  "views.save": { input: () => ({ ...key(), name: requestId(), q: "is:open" }), statements: 6 },
  // The view held, changed and read again.
  "views.rename": {
    input: async () => ({ ...key(), id: await view(), name: requestId() }),
    statements: 7,
  },
  // And whether there is space for another shared one, which is serialised; the audit entry, and the event
  // for open pages.
  "views.share": {
    input: async () => ({ ...key(), id: await view(), shared: true }),
    statements: 10,
  },
  "views.change": {
    input: async () => ({ ...key(), id: await view(), q: "is:snoozed" }),
    statements: 5,
  },
  "views.delete": { input: async () => ({ ...key(), id: await view() }), statements: 4 },

  "macros.list": { statements: 1 },
  // The key as above; how many there are under their owner's lock, whether the name is free under
  // its own, and the macro.
  "macros.save": { input: () => ({ ...key(), ...macroInput() }), statements: 7 },
  "macros.delete": { input: async () => ({ ...key(), id: await macro() }), statements: 4 },

  "jobs.list": { statements: 1 },
  "jobs.get": { input: async () => ({ id: await job() }), statements: 2 },
  "jobs.findStarted": { input: () => key(), statements: 1 },
  "jobs.cancel": { input: async () => ({ id: await waitingJob() }), statements: 1 },

  "notifications.list": { input: () => ({}), statements: 1 },
  "notifications.unreadCount": { statements: 1 },
  "notifications.markRead": { input: () => ({ all: true }), statements: 1 },

  "presence.look": {
    input: async () => ({ ticketId: (await busyTicket()).id, typing: true }),
    statements: 1,
  },
  "presence.leave": { input: async () => ({ ticketId: (await busyTicket()).id }), statements: 1 },
  "presence.lookers": { input: async () => ({ ticketId: (await busyTicket()).id }), statements: 1 },
};

const counted = /^(tickets|drafts|views|macros|jobs|notifications|presence)\./;

test("every procedure of the ticket area has its number", () => {
  const procedures = Object.keys(appRouter._def.procedures).filter((name) => counted.test(name));
  expect(Object.keys(calls).sort()).toEqual(procedures.sort());
});

test.each(Object.entries(calls))("%s", async (name, { by = "agent", input, statements }) => {
  const given = await input?.();
  const actor = (await actingAs(database.db, { admin, agent, customer }[by])).actor;
  const sent = await counting.call(name, actor, given);
  if (sent.length !== statements) console.error(sent.join("\n\n"));
  expect(sent).toHaveLength(statements);
});

test("a bulk undo: each ticket locked, marked, read and written, in its own savepoint", async () => {
  const undoing = async (count: number) => {
    const input = await bulk(count);
    return (await counting.call("tickets.undoBulk", await asActor(agent), input)).length;
  };
  expect(((await undoing(6)) - (await undoing(3))) / 3).toBe(6);
});

test("the list, its count and the counts of its views: one each for a Customer too", async () => {
  for (let index = 0; index < 5; index += 1) await busyTicket({}, 1);
  for (const name of ["tickets.list", "tickets.count"]) {
    expect(await counting.call(name, await asActor(customer), {})).toHaveLength(1);
  }
  expect(await counting.call("tickets.viewCounts", await asActor(customer))).toHaveLength(1);
});

test("a ticket with its conversation: one, whatever its content", async () => {
  for (const messages of [1, 30]) {
    const { number } = await busyTicket({}, messages);
    for (const user of [agent, customer]) {
      const actor = await asActor(user);
      expect(await counting.call("tickets.get", actor, { number })).toHaveLength(reading);
    }
  }
});

test("a search: how common its words are, the page, where they match, and in which words", async () => {
  await insertTicket(database.db, { requester_id: customer.id, subject: "Zebra stripes" });
  await indexAll(database.db);
  const actor = await asActor(agent);
  expect(await counting.call("tickets.list", actor, { q: "zebra" })).toHaveLength(4);
  expect(await counting.call("tickets.count", actor, { q: "zebra" })).toHaveLength(2);
  // Names are looked up before.
  const q = 'zebra requester:"Unknown Person"';
  expect(await counting.call("tickets.list", actor, { q })).toHaveLength(5);
});

test("a change that names people: they are locked, checked and notified", async () => {
  const ticket = await busyTicket();
  const patch = { assigneeId: colleague.id, addFollowers: [agent.id] };
  const sent = await counting.call("tickets.update", await asActor(agent), change(ticket, patch));
  expect(sent).toHaveLength(acting + 2 + telling + reading);
});

test("a change of status waits for the database four times, besides finding the session", async () => {
  const scoped = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [company] },
  });
  for (const user of [agent, scoped]) {
    const ticket = await busyTicket({ company_id: company });
    let waits = 0;
    const db = openDatabase({
      url: database.url,
      size: 1,
      onRoundTrip: () => {
        waits += 1;
      },
    });
    const session = await insertSession(database.db, user.id);
    const { actor } = await actingAs(database.db, user);
    const deps = { db, actor, now: new Date(), requestId: "test" };
    const { changes } = await changeTicket(
      { ...deps, credential: { kind: "session", id: session } },
      change(ticket, { status: "pending" }),
    );
    expect(changes?.head.status).toBe("pending");
    // The rights; the key and the ticket's lock; all that changes and the answer; the commit.
    expect(waits).toBe(4);
    await db.destroy();
  }
});

test("a change after another change: no more", async () => {
  const ticket = await busyTicket();
  await updateTicket(await actingAs(database.db, colleague), change(ticket, { type: "task" }));
  const late = change(ticket, { priority: "low" });
  const sent = await counting.call("tickets.update", await asActor(agent), late);
  expect(sent).toHaveLength(acting + reading);
});

test("the same change again: its key with the ticket's lock, and its result", async () => {
  const input = change(await busyTicket(), { priority: "low" });
  await updateTicket(await actingAs(database.db, agent), input);
  const sent = await counting.call("tickets.update", await asActor(agent), input);
  expect(sent).toHaveLength(3 + reading);
});

test("a customer's reply notifies staff; a draft's reply looks for messages in between", async () => {
  const { id } = await busyTicket({}, 30);
  const reply = { requestId: requestId(), id, body };
  const actor = await asActor(customer);
  const sent = await counting.call("tickets.reply", actor, { ...reply, sendAnyway: true });
  expect(sent).toHaveLength(acting + 1 + telling + reading);
  const seen = await database.db
    .selectFrom("messages")
    .select("id")
    .where("ticket_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const begun = { ...reply, requestId: requestId(), seenMessageId: seen.id };
  const asked = await counting.call("tickets.reply", await asActor(agent), begun);
  expect(asked).toHaveLength(acting + 2 + reading);
});

test("a note with a mention notifies", async () => {
  const { id } = await busyTicket();
  const note = { requestId: requestId(), id, body: "@Ana look", mentions: [colleague.id] };
  const sent = await counting.call("tickets.note", await asActor(agent), note);
  // The HTML of a formatted text is stored when it is first shown.
  expect(sent).toHaveLength(acting + 4 + telling + reading + 1);
});

test("staff open a ticket for a customer", async () => {
  const input = { requestId: requestId(), subject: "Help", body, requesterId: customer.id };
  const sent = await counting.call("tickets.create", await asActor(agent), input);
  // The locked people, the requester's company, whether it exists, whether they belong to it.
  expect(sent).toHaveLength(2 + 4 + 1 + telling + reading);
});

test("a released reply: found, locked, published, written, notified", async () => {
  const { id } = await busyTicket();
  const reply = { requestId: requestId(), id, body };
  await replyToTicket(await actingAs(database.db, agent), reply);
  await database.db
    .updateTable("messages")
    .set({ release_at: new Date(Date.now() - 1000) })
    .where("release_at", "is not", null)
    .where("ticket_id", "=", id)
    .execute();
  const sent = await counting.during((db) => releaseReply(db, new Date()));
  expect(sent).toHaveLength(5);
});

async function asActor(user: UserRow) {
  return (await actingAs(database.db, user)).actor;
}

async function earlier() {
  const ticket = await busyTicket({}, 70);
  const deps = await actingAs(database.db, agent);
  const { timeline } = await getTicket(deps, { number: ticket.number });
  return { id: ticket.id, before: timeline.earlier };
}

async function done() {
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(deps, change(await busyTicket(), { priority: "low" }));
  return { requestId: requestId(), actId };
}

async function sent() {
  const deps = await actingAs(database.db, agent);
  const { id } = await busyTicket();
  return { messageId: (await replyToTicket(deps, { requestId: requestId(), id, body })).messageId };
}

async function resolved(): Promise<TicketRow> {
  return await busyTicket({ status: "resolved", last_resolved_at: new Date() });
}

async function pair() {
  const [source, target] = [await busyTicket(), await busyTicket()];
  return { requestId: requestId(), sourceId: source.id, targetId: target.id };
}

async function mergePreview() {
  const [target, ...sources] = [await busyTicket(), await busyTicket(), await busyTicket()];
  return { targetId: target.id, sourceIds: sources.map(({ id }) => id) };
}

async function merged() {
  const input = await pair();
  await mergeTickets(await actingAs(database.db, agent), input);
  return { requestId: requestId(), sourceId: input.sourceId };
}

async function split() {
  const { id } = await busyTicket();
  const { id: messageId } = await insertMessage(database.db, {
    ...{ ticket_id: id, author_id: customer.id },
  });
  return { requestId: requestId(), id, messageIds: [messageId], subject: "Another matter" };
}

async function linked() {
  const [one, other] = [await busyTicket(), await busyTicket()];
  return { id: one.id, number: other.number, kind: "related" };
}

async function unlinked() {
  const input = await linked();
  const deps = await actingAs(database.db, agent);
  const { staff } = await linkTickets(deps, { ...input, kind: "related" });
  return { id: input.id, linkId: staff?.links[0]?.id };
}

async function message() {
  const { id } = await busyTicket();
  const row = { ticket_id: id, author_id: customer.id };
  return { messageId: (await insertMessage(database.db, row)).id };
}

async function renamed() {
  const ticket = await busyTicket();
  const { timeline } = (
    await updateTicket(await actingAs(database.db, agent), change(ticket, { subject: "Other" }))
  ).ticket;
  const renaming = timeline.items.find(
    (item) => item.kind === "event" && item.change.kind === "subject",
  );
  return { eventId: renaming?.id };
}

async function file() {
  const { messageId } = await message();
  const { db } = database;
  const content = { id: Bun.randomUUIDv7(), sha256: Buffer.alloc(32), size: 5 };
  const now = new Date();
  await db
    .insertInto("file_contents")
    .values({ ...content, created_at: now })
    .execute();
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("files")
    .values({
      ...{ id, message_id: messageId, uploader_id: customer.id, content_id: content.id },
      ...{ name: "a.txt", type: "text/plain", size: 5, created_at: now },
    })
    .execute();
  return { fileId: id };
}

async function bulk(count = 1) {
  const deps = await actingAs(database.db, agent);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await busyTicket()).id);
  const { job } = await changeManyTickets(deps, {
    ...{ requestId: requestId(), ids },
    act: { kind: "patch", patch: { priority: "high" } },
  });
  return { requestId: requestId(), jobId: job.id };
}

async function job(): Promise<string> {
  return (await bulk()).jobId;
}

async function waitingJob(): Promise<string> {
  const { jobId } = await startJob(await actingAs(database.db, agent), {
    ...{ kind: "ticket-bulk", requestId: requestId(), subjectIds: [(await busyTicket()).id] },
    input: { kind: "spam" },
  });
  return jobId;
}

async function view(): Promise<string> {
  const input = { name: requestId(), q: "is:open", shared: false };
  const rest = { timeZone: null, sort: null, descending: null };
  return (await saveView(await actingAs(database.db, agent), { ...input, ...rest }, requestId()))
    .id;
}

function macroInput() {
  return { name: requestId(), body, shared: false, changes: {} };
}

async function macro(): Promise<string> {
  return (await saveMacro(await actingAs(database.db, agent), macroInput(), requestId())).id;
}
