import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpSmallDesk } from "../../tests/support/small-desk.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { linkTickets, unlinkTickets } from "./links.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { redactFile, redactMessage } from "./redact.ts";
import { releaseReply } from "./release.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { markSpam } from "./spam.ts";
import { splitTicket } from "./split.ts";
import { undoAct } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { rateTicket, reopenTicket, solveTicket, updateTicket } from "./update.ts";

const { database, acme, ana, maya } = setUpSmallDesk();
let friend: UserRow;
let staff: JobDeps;
let customer: JobDeps;
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  friend = await insertUser(database.db, { companies: [acme.id] });
  staff = await actingAs(database.db, maya, now);
  customer = await actingAs(database.db, ana, now);
  await doEverything();
}, 60_000);

const key = () => ({ requestId: Bun.randomUUIDv7() });
const open = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: ana.id, company_id: acme.id, status: "open", tags: ["old"] },
    ...{ created_at: new Date("2026-11-20T08:00:00.000Z"), followers: [friend.id], ...given },
  });
const say = (ticket: TicketRow, given: object = {}) =>
  insertMessage(database.db, { ticket_id: ticket.id, author_id: ana.id, ...given });
const fileOf = (message: { id: string }) =>
  insertFile(database.db, { message_id: message.id, uploader_id: ana.id, name: "a.txt" });
const reply = (ticket: TicketRow) =>
  replyToTicket(staff, {
    ...key(),
    id: ticket.id,
    body: "Wait.",
    status: "pending",
    from: { status: "open" },
  });
const spam = ({ id }: TicketRow, is = true) => markSpam(staff, { ...key(), id, spam: is });
const merge = (source: TicketRow, target: TicketRow) =>
  mergeTickets(staff, { ...key(), sourceId: source.id, targetId: target.id });
const split = ({ id }: TicketRow, { id: messageId }: { id: string }) =>
  splitTicket(staff, { ...key(), id, messageIds: [messageId], subject: "Another matter" });
const draft = ({ id: ticket_id }: TicketRow) =>
  database.db
    .insertInto("drafts")
    .values({
      user_id: maya.id,
      ticket_id,
      kind: "reply",
      body: "Well",
      revision: 1,
      updated_at: now,
    })
    .execute();
const fallsDue = (messageId: string) =>
  sql`update messages set release_at = now() - interval '1 hour'
    where id = ${messageId}`.execute(database.db);

interface Prepared {
  /** What the action is about: ids of tickets and of records that belong to them. */
  own: string[];
  act(): Promise<unknown>;
}

/** Actions on a ticket: each prepares one of its own. */
const acts: Record<string, () => Promise<Prepared>> = {
  "a change": async () => {
    const ticket = await open();
    const input = change(ticket, {
      ...{ status: "pending", addTags: ["new"], removeTags: ["old"] },
      ...{ removeFollowers: [friend.id], assigneeId: maya.id },
    });
    return { own: [ticket.id], act: () => updateTicket(staff, input) };
  },
  "its Undo": async () => {
    const ticket = await open();
    const input = change(ticket, { status: "resolved", removeTags: ["old"] });
    const { actId } = await updateTicket(staff, input);
    return { own: [ticket.id, actId], act: () => undoAct(staff, { ...key(), actId }) };
  },
  "a reply of staff": async () => {
    const ticket = await open();
    return { own: [ticket.id], act: () => reply(ticket) };
  },
  "its Undo while it is being sent": async () => {
    const ticket = await open();
    await draft(ticket);
    const { messageId, actId } = await reply(ticket);
    return { own: [ticket.id, actId], act: () => undoReply(staff, { messageId }) };
  },
  "its release": async () => {
    const ticket = await open();
    const { messageId } = await reply(ticket);
    await fallsDue(messageId);
    return { own: [ticket.id], act: () => releaseReply(database.db, now) };
  },
  "a customer's reply": async () => {
    const { id } = await open({ assignee_id: maya.id });
    return { own: [id], act: () => replyToTicket(customer, { ...key(), id, body: "Hm." }) };
  },
  "a note": async () => {
    const { id } = await open();
    const input = { ...key(), id, body: "See.", mentions: [maya.id] };
    return { own: [id], act: () => addNote(staff, input) };
  },
  spam: async () => {
    const ticket = await open();
    return { own: [ticket.id], act: () => spam(ticket) };
  },
  "no spam": async () => {
    const ticket = await open();
    await spam(ticket);
    return { own: [ticket.id], act: () => spam(ticket, false) };
  },
  "a link": async () => {
    const [one, other] = [await open(), await open()];
    const input = { id: one.id, number: other.number, kind: "duplicate-of" } as const;
    return { own: [one.id, other.id], act: () => linkTickets(staff, input) };
  },
  "its end": async () => {
    const [one, other] = [await open(), await open()];
    const input = { id: one.id, number: other.number, kind: "duplicate-of" } as const;
    const { staff: seen } = await linkTickets(staff, input);
    const linkId = seen?.links[0]?.id ?? "";
    return { own: [one.id, other.id], act: () => unlinkTickets(staff, { id: one.id, linkId }) };
  },
  "a merge": async () => {
    const [source, target] = [await open(), await open()];
    await say(source);
    await draft(source);
    return { own: [source.id, target.id], act: () => merge(source, target) };
  },
  "its Undo at any time": async () => {
    const [source, target] = [await open(), await open()];
    await say(source);
    await say(target);
    await merge(source, target);
    const act = () => unmergeTicket(staff, { ...key(), sourceId: source.id });
    return { own: [source.id, target.id], act };
  },
  "a split": async () => {
    const ticket = await open();
    await say(ticket);
    const message = await say(ticket);
    return { own: [ticket.id, message.id], act: () => split(ticket, message) };
  },
  "the Undo of a split": async () => {
    const ticket = await open();
    await say(ticket);
    const { actId, ticket: made } = await split(ticket, await say(ticket));
    return { own: [ticket.id, made.id, actId], act: () => undoAct(staff, { ...key(), actId }) };
  },
  "redacting a message": async () => {
    const ticket = await open();
    const message = await say(ticket);
    const file = await fileOf(message);
    const own = [ticket.id, message.id, file.id];
    return { own, act: () => redactMessage(staff, message.id) };
  },
  "redacting a file": async () => {
    const ticket = await open();
    const message = await say(ticket);
    const file = await fileOf(message);
    await fileOf(message);
    return { own: [ticket.id, file.id], act: () => redactFile(staff, file.id) };
  },
  "`It is solved`": async () => {
    const { id } = await open();
    return { own: [id], act: () => solveTicket(customer, { ...key(), id }) };
  },
  reopening: async () => {
    const { id } = await open({ status: "pending" });
    return { own: [id], act: () => reopenTicket(customer, { ...key(), id }) };
  },
  "a rating": async () => {
    const { id } = await open({ status: "resolved" });
    const input = { ...key(), id, rating: "good", comment: "" } as const;
    return { own: [id], act: () => rateTicket(customer, input) };
  },
};

/** Once each, so that other rows exist in every table that an action touches. */
async function doEverything(): Promise<void> {
  for (const prepare of Object.values(acts)) {
    await (await prepare()).act();
    await prepare();
  }
  await sql`update messages set release_at = now() + interval '1 hour'
    where released_at is null and kind = 'public'`.execute(database.db);
}

const tables = [
  ...["tickets", "ticket_people", "ticket_tags", "ticket_events", "ticket_links", "status_spans"],
  ...["messages", "message_mentions", "files", "acts", "merges", "drafts", "notifications"],
  ...["outgoing_mails", "reopenings"],
];

async function allRows(): Promise<Set<string>> {
  const each = tables.map(
    (table) => `select '${table} ' || to_jsonb(r)::text as row from ${table} r`,
  );
  const { rows } = await sql.raw<{ row: string }>(each.join(" union all ")).execute(database.db);
  return new Set(rows.map(({ row }) => row));
}

test.each(Object.entries(acts))("%s changes no row of another ticket", async (_, prepare) => {
  const { own, act } = await prepare();
  const before = await allRows();
  await act();
  const after = await allRows();
  expect(after.difference(before).size).toBeGreaterThan(0);
  const changed = [...before.difference(after)];
  expect(changed.filter((row) => !own.some((id) => row.includes(id)))).toEqual([]);
});
