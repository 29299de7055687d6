import { AppError } from "../../../shared/errors.ts";
import { readCommands, readForward, type StaffCommands } from "../../../shared/staff-mail.ts";
import { planNote, planStaffReply, type StatusAndChanges } from "../../../shared/tickets/reply.ts";
import { instantOf, type TicketPlan } from "../../../shared/tickets/state.ts";
import { planTicketUpdate } from "../../../shared/tickets/update.ts";
import { type Actor, assignable } from "../../access/actor.ts";
import { readActor } from "../../access/read-actor.ts";
import { queueMail } from "../../events/queue-mail.ts";
import { spreadNews } from "../../notifications/news.ts";
import { type LockedTicket, lockPeople, lockTicket } from "../../tickets/lock.ts";
import { insertMessage, webhookMessageOf } from "../../tickets/messages.ts";
import { releaseMessage } from "../../tickets/release.ts";
import { assignmentNews, unassignIfAccessLost } from "../../tickets/transaction.ts";
import { checkPatch } from "../../tickets/update.ts";
import { saveTicket } from "../../tickets/write.ts";
import { openNew } from "./customer-mail.ts";
import { lockSender } from "./facts.ts";
import { saveMailOf } from "./message-mail.ts";
import { htmlOfText } from "./parse/html.ts";
import { findPerson } from "./staff-facts.ts";
import { beginAct, bodyOf, lockAny, type Outcome, type Work } from "./work.ts";

/** What an agent writes by mail, once it is proven that the agent wrote it. */

type Held = { held: "needs-review" | "unproven-staff" };

/** Adds the agent's words to the ticket, with the commands of the first lines. */
export async function answerAsStaff(
  work: Work,
  { ticketId, as }: { ticketId: string; as: "reply" | "note" },
): Promise<Outcome | Held> {
  const { tx, row, read, at, now } = work;
  const actor = await readStaff(work);
  const commands = readCommands(bodyOf(read));
  const changes = changesIn(commands, actor);
  await lockPeople(tx, [actor.id]);
  const ticket = await lockSeen(work, actor, ticketId);
  if (!ticket) return { held: "unproven-staff" };
  const kind = as === "note" || commands.isNote ? "note" : "public";
  const hasWords = commands.text !== "" || read.parts.length > 0;
  const planned = await planFor(work, actor, ticket, { kind, changes, hasWords });
  if (!planned) return { held: "needs-review" };
  const plan = await unassignIfAccessLost(tx, planned);
  const { unknown } = commands;
  if (unknown.length > 0) {
    const data = { commands: { unknown, ticketNumber: ticket.number } };
    await queueMail(tx, { template: "command-unknown", userId: actor.id, data }, now);
  }
  const actId = await beginAct(work, actor);
  const acting = { actId, actorId: actor.id, plan };
  if (!hasWords) {
    await saveTicket(tx, ticket, { ...acting, made: { ticketId } });
    await spreadNews(tx, actor, assignmentNews(ticketId, plan), now);
    return { state: "message", reason: null, ticket_id: ticketId, message_id: null };
  }
  const message = {
    kind,
    body: commands.text,
    format: "html",
    recipients: kind === "public" ? "copied" : [],
  } as const;
  const where = { ticketId, actId, requestId: row.id, actor, at: plan.at };
  const { id: messageId } = await insertMessage(tx, where, message);
  await saveTicket(tx, ticket, {
    ...acting,
    made: { ticketId, messageId },
    message: webhookMessageOf(message, messageId, actor),
  });
  await saveMailOf(withoutCommands(work, commands), { ticketId, messageId, authorId: actor.id });
  await spreadNews(tx, actor, assignmentNews(ticketId, plan), now);
  if (kind === "public") {
    // There is no one to press Undo.
    const due = { id: messageId, ticketId, authorId: actor.id, sentAt: plan.at };
    await releaseMessage(tx, due, at);
  }
  return { state: "message", reason: null, ticket_id: ticketId, message_id: messageId };
}

/** A ticket for the customer whose mail the agent forwarded; the agent's own words are a note on it. */
export async function openForwarded(work: Work): Promise<Outcome | Held> {
  const { tx, row, read, facts, at } = work;
  const forward = readForward(read.mail.text);
  if (!forward) return { held: "needs-review" };
  const { from, subject, text, words } = forward;
  const agent = await readStaff(work);
  await lockSender(tx, from.address);
  const mail = {
    ...read.mail,
    subject: subject || read.mail.subject,
    to: [],
    cc: [],
    text,
    html: htmlOfText(text),
    restText: null,
    restHtml: null,
    remoteImages: 0,
  };
  const person = await findPerson(tx, from.address);
  // What the agent's mail server checked says nothing about the customer.
  const theirs = { ...facts, sender: from, person, verdict: "none" as const };
  const customers = { ...work, read: { ...read, mail }, facts: theirs };
  const outcome = await openNew(customers, { kind: "ticket", names: null, relatedTo: null });
  const ticketId = outcome.ticket_id;
  const ticket = words === "" || ticketId === null ? undefined : await lockAny(tx, ticketId);
  if (!ticket || ticketId === null) return outcome;
  const actId = await beginAct(work, agent);
  const plan = planNote(ticket.state, agent.id, {}, instantOf(at));
  const note = { kind: "note", body: words.slice(0, 100_000) } as const;
  const where = { ticketId, actId, requestId: row.id, actor: agent, at: plan.at };
  const { id: messageId } = await insertMessage(tx, where, note);
  await saveTicket(tx, ticket, {
    actId,
    actorId: agent.id,
    plan,
    made: { ticketId, messageId },
    message: webhookMessageOf(note, messageId, agent),
  });
  return outcome;
}

async function readStaff({ tx, facts: { person } }: Work): Promise<Actor> {
  if (!person) throw new Error("A mail from staff has a person");
  return await readActor(tx, person);
}

function changesIn({ status, assignsMe, tags }: StaffCommands, { id }: Actor): StatusAndChanges {
  return {
    ...(status !== null && { status }),
    ...(assignsMe && { assigneeId: id }),
    ...(tags.length > 0 && { addTags: tags }),
  };
}

/** Null if the agent does not see the ticket. */
async function lockSeen(
  { tx }: Work,
  actor: Actor,
  ticketId: string,
): Promise<LockedTicket | null> {
  try {
    return await lockTicket(tx, actor, ticketId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

interface Wanted {
  kind: "public" | "note";
  changes: StatusAndChanges;
  hasWords: boolean;
}

/** Null for what cannot be done, such as an answer to a closed ticket: a person looks at it. */
async function planFor(
  { tx, at }: Work,
  actor: Actor,
  { state }: LockedTicket,
  { kind, changes, hasWords }: Wanted,
): Promise<TicketPlan | null> {
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasWords && !hasChanges) return null;
  const now = instantOf(at);
  try {
    if (hasChanges) await checkPatch(tx, actor, state, changes);
    if (!hasWords) return planTicketUpdate(state, changes, assignable(actor), now);
    if (kind === "note") return planNote(state, assignable(actor), changes, now);
    return planStaffReply(state, assignable(actor), changes, now);
  } catch (error) {
    if (error instanceof AppError && error.code !== "unavailable") return null;
    throw error;
  }
}

function withoutCommands(work: Work, { text }: StaffCommands): Work {
  if (text === bodyOf(work.read)) return work;
  const mail = { ...work.read.mail, text, html: htmlOfText(text) };
  return { ...work, read: { ...work.read, mail } };
}
