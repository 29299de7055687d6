import { expect, test } from "bun:test";
import { actingAs, change } from "../../tests/support/acting.ts";
import { insertTeam, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { now, setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { createTicket } from "./create.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { rateTicket, reopenTicket, updateTicket } from "./update.ts";

const { database, acme, ana, maya, noah, open } = setUpSmallDesk();

const as = (user: UserRow) => actingAs(database.db, user, now);
const key = () => ({ requestId: Bun.randomUUIDv7() });

/** Who was notified of what on a ticket, in the bell and by email. */
async function heard(ticketId: string) {
  const { db } = database;
  const bells = await db
    .selectFrom("notifications")
    .select(["user_id", "kind", "actor_id", "message_id"])
    .where("ticket_id", "=", ticketId)
    .orderBy("id")
    .execute();
  const mails = await db
    .selectFrom("outgoing_mails")
    .select(["user_id", "template", "message_id"])
    .where("ticket_id", "=", ticketId)
    // Without followers, who are notified of messages only.
    .where("user_id", "is not", null)
    .orderBy("id")
    .execute();
  return { bells, mails };
}

test("the new assignee is notified once, and no one who assigns a ticket to themselves", async () => {
  const ticket = await open();
  await updateTicket(await as(maya), change(ticket, { assigneeId: maya.id }));
  expect(await heard(ticket.id)).toEqual({ bells: [], mails: [] });
  await updateTicket(
    await as(maya),
    change(ticket, { assigneeId: noah.id }, { assignee_id: maya.id }),
  );
  const told = {
    bells: [{ user_id: noah.id, kind: "assigned", actor_id: maya.id, message_id: null }],
    mails: [{ user_id: noah.id, template: "ticket-assigned", message_id: null }],
  } as const;
  expect(await heard(ticket.id)).toMatchObject(told);
  await updateTicket(await as(maya), change(ticket, { priority: "high" }));
  await updateTicket(
    await as(maya),
    change(ticket, { assigneeId: null }, { assignee_id: noah.id }),
  );
  expect(await heard(ticket.id)).toMatchObject(told);
  expect((await heard(ticket.id)).bells).toHaveLength(1);
});

test("the assignee is notified of a customer's message; a reply by staff notifies no one before it is sent", async () => {
  const ticket = await open({ assignee_id: noah.id });
  const input = { ...key(), id: ticket.id, body: "It is back." };
  const { messageId } = await replyToTicket(await as(ana), input);
  const { bells, mails } = await heard(ticket.id);
  expect(bells).toEqual([
    { user_id: noah.id, kind: "customer-wrote", actor_id: ana.id, message_id: messageId },
  ]);
  expect(mails.map(({ user_id, message_id }) => [user_id, message_id])).toEqual([
    [noah.id, messageId],
  ]);
  await replyToTicket(await as(maya), { ...key(), id: ticket.id, body: "We look." });
  expect(await heard(ticket.id)).toEqual({ bells, mails });
  // Sent again after the connection was lost, it notifies no one.
  await replyToTicket(await as(ana), input);
  expect(await heard(ticket.id)).toEqual({ bells, mails });
});

test("a customer who presses Reopen notifies like a message, once", async () => {
  const ticket = await open({ assignee_id: noah.id, status: "resolved", last_resolved_at: now });
  const pressed = { ...key(), id: ticket.id };
  await reopenTicket(await as(ana), pressed);
  const told = {
    bells: [{ user_id: noah.id, kind: "reopened" as const, actor_id: ana.id, message_id: null }],
    mails: [{ user_id: noah.id, template: "ticket-reopened", message_id: null }],
  };
  expect(await heard(ticket.id)).toEqual(told);
  await reopenTicket(await as(ana), pressed);
  // It is open already, as when a colleague pressed it a moment ago.
  await reopenTicket(await as(ana), { ...key(), id: ticket.id });
  expect(await heard(ticket.id)).toEqual(told);
});

test("the assignee is notified of a bad rating without its comment, and no one of a good one", async () => {
  const rated = async (rating: "good" | "bad") => {
    const ticket = await open({ assignee_id: noah.id, status: "resolved", last_resolved_at: now });
    const input = { ...key(), id: ticket.id, rating, comment: "It took a week." };
    await rateTicket(await as(ana), input);
    return await heard(ticket.id);
  };
  expect(await rated("good")).toEqual({ bells: [], mails: [] });
  expect(await rated("bad")).toEqual({
    bells: [{ user_id: noah.id, kind: "rated", actor_id: ana.id, message_id: null }],
    mails: [{ user_id: noah.id, template: "ticket-rated", message_id: null }],
  });
});

test("people mentioned in a note are notified, its author is not", async () => {
  const ticket = await open();
  const body = "See this.";
  const { messageId } = await addNote(await as(maya), {
    ...{ ...key(), id: ticket.id, body, mentions: [noah.id, maya.id, noah.id] },
  });
  const { bells, mails } = await heard(ticket.id);
  expect(bells).toEqual([
    { user_id: noah.id, kind: "mentioned", actor_id: maya.id, message_id: messageId },
  ]);
  expect(mails.map(({ user_id }) => user_id)).toEqual([noah.id]);
  const named = await database.db
    .selectFrom("message_mentions")
    .select("user_id")
    .where("message_id", "=", messageId)
    .execute();
  expect(named.map(({ user_id }) => user_id).sort()).toEqual([maya.id, noah.id].sort());
  await addNote(await as(maya), { ...key(), id: ticket.id, body });
  expect((await heard(ticket.id)).bells).toHaveLength(1);
});

test("members of a team that gets an unassigned ticket are notified, except the person who moved it", async () => {
  const { teamId, mate } = await teamOf(maya);
  const ticket = await open();
  await updateTicket(await as(maya), change(ticket, { teamId }));
  const told = {
    bells: [{ user_id: mate.id, kind: "team" as const, actor_id: maya.id, message_id: null }],
    mails: [{ user_id: mate.id, template: "ticket-team", message_id: null }],
  };
  expect(await heard(ticket.id)).toEqual(told);
  await updateTicket(
    await as(maya),
    change(ticket, { teamId, priority: "high" }, { team_id: teamId }),
  );
  await updateTicket(await as(maya), change(ticket, { teamId: null }, { team_id: teamId }));
  expect(await heard(ticket.id)).toEqual(told);
  const noted = await open();
  await addNote(await as(maya), {
    ...{ ...key(), id: noted.id, body: "For you.", changes: { teamId }, from: { teamId: null } },
  });
  expect(await heard(noted.id)).toEqual(told);
});

test("a team is not notified of an assigned or inactive ticket", async () => {
  const { teamId } = await teamOf();
  const noOne = { bells: [], mails: [] };
  const taken = await open({ assignee_id: noah.id });
  await updateTicket(await as(maya), change(taken, { teamId }));
  expect(await heard(taken.id)).toEqual(noOne);
  for (const status of ["resolved", "closed"] as const) {
    const over = await open({ status });
    await updateTicket(await as(maya), change(over, { teamId }));
    expect(await heard(over.id)).toEqual(noOne);
  }
  const given = await open();
  await updateTicket(await as(maya), change(given, { teamId, assigneeId: noah.id }));
  expect((await heard(given.id)).bells).toMatchObject([{ user_id: noah.id, kind: "assigned" }]);
});

test("a team is notified once, in the bell and by email, of a ticket that staff open for it", async () => {
  const { teamId, mate } = await teamOf();
  const { ticket } = await createTicket(await as(maya), {
    ...{ ...key(), subject: "A call", body: "B", asNote: true, companyId: acme.id },
    ...{ requesterId: ana.id, teamId },
  });
  const { bells, mails } = await heard(ticket.id);
  expect(bells.map(({ user_id, kind }) => [user_id, kind])).toEqual([[mate.id, "opened"]]);
  expect(mails.map(({ user_id, template }) => [user_id, template]).sort()).toEqual(
    [
      [ana.id, "ticket-opened"],
      [mate.id, "ticket-team"],
    ].sort(),
  );
});

/** A new team of one agent and of the others given. */
async function teamOf(...others: UserRow[]): Promise<{ teamId: string; mate: UserRow }> {
  const { db } = database;
  const mate = await insertUser(db, { role: "Agent" });
  const { id: team_id } = await insertTeam(db);
  const members = [mate, ...others].map(({ id }) => ({ team_id, user_id: id }));
  await db.insertInto("team_members").values(members).execute();
  return { teamId: team_id, mate };
}

test("a new ticket is confirmed to its requester and notifies its assignee", async () => {
  const { ticket } = await createTicket(await as(ana), { ...key(), subject: "A", body: "B" });
  expect((await heard(ticket.id)).mails.map(({ template }) => template)).toEqual([
    "ticket-received",
  ]);
  const call = await createTicket(await as(maya), {
    ...{ ...key(), subject: "A call", body: "B", asNote: true, companyId: acme.id },
    ...{ requesterId: ana.id, assigneeId: noah.id },
  });
  const { bells, mails } = await heard(call.ticket.id);
  expect(bells.map(({ user_id, kind }) => [user_id, kind])).toEqual([[noah.id, "assigned"]]);
  expect(mails.map(({ user_id, template }) => [user_id, template]).sort()).toEqual(
    [
      [ana.id, "ticket-opened"],
      [noah.id, "ticket-assigned"],
    ].sort(),
  );
});
