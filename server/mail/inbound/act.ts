import { type Decision, decideMail, type HeldReason } from "../../../shared/inbound-mail.ts";
import { givingWay } from "../../access/transact.ts";
import type { Db } from "../../db/database.ts";
import { notifyPages, recordLiveEvent } from "../../events/live-events.ts";
import { notifyOfFlood } from "../../notifications/mailbox-news.ts";
import { endStop } from "../outbox/undeliverable.ts";
import { recordReturned } from "./bounces.ts";
import { addMessage, followUp, openNew } from "./customer-mail.ts";
import { cut, gatherFacts, inboundPreview, inboundSubject, type MailFacts } from "./facts.ts";
import type { ReadMail } from "./original.ts";
import { answerAsStaff, openForwarded } from "./staff-mail.ts";
import { addEvents, type InboundMail, type Outcome, type Work } from "./work.ts";

/**
 * Turns a read mail into a ticket, a message or a held mail, in one transaction. Null if another server did
 * it before. The mail's id is the id of the request, so nothing is written twice.
 */
export async function actOnMail(
  { db, now }: { db: Db; now: Date },
  id: string,
  read: ReadMail,
): Promise<Outcome | null> {
  return await givingWay(() =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom("inbound_mails")
        .selectAll()
        .where("id", "=", id)
        .where("state", "=", "stored")
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const mail = { ...read.mail, envelopeTo: row.envelope_to };
      const known = { id, mailboxId: row.mailbox_id, source: row.source, now };
      const facts = await gatherFacts(tx, mail, known);
      const sent = mail.sentAt === null ? row.received_at : new Date(mail.sentAt);
      const at = row.is_backlog && sent < now ? sent : now;
      const work = { tx, row, read: { ...read, mail }, facts, at, now };
      const outcome = await carryOut(work, decisionFor(row, facts));
      // An address that writes exists.
      if (facts.sender && provesAddress(facts)) await endStop(tx, facts.sender.address);
      await saveOutcome(work, outcome);
      return outcome;
    }),
  );
}

function provesAddress({ class: kind, verdict }: MailFacts): boolean {
  return kind !== "own" && kind !== "bounce" && verdict !== "fail";
}

/** What a person chose for a held mail outranks the rules. */
function decisionFor({ wanted, wanted_ticket_id }: InboundMail, facts: MailFacts): Decision {
  const canWrite = facts.situation.sender && !facts.situation.sender.isStaff;
  if (wanted === "ticket" && canWrite) return { kind: "ticket", names: null, relatedTo: null };
  if (wanted === "message" && wanted_ticket_id && canWrite) {
    const ticketId = wanted_ticket_id;
    return { kind: "message", ticketId, joins: true, isOther: false, isQuiet: false };
  }
  const isStaff = facts.situation.sender?.isStaff === true;
  if ((wanted === "reply" || wanted === "note") && wanted_ticket_id && isStaff) {
    return { kind: "staff-message", ticketId: wanted_ticket_id, as: wanted };
  }
  return decideMail(facts.situation);
}

async function carryOut(work: Work, decision: Decision): Promise<Outcome> {
  switch (decision.kind) {
    case "held":
      return await hold(work, decision.reason, decision.ticketId);
    case "message":
      return await addMessage(work, decision);
    case "follow-up":
      return await followUp(work, decision.ticketId);
    case "ticket":
      return await openNew(work, decision);
    case "staff-message":
      return await orHold(work, await answerAsStaff(work, decision), decision.ticketId);
    case "staff-ticket":
      return await orHold(work, await openForwarded(work), null);
  }
}

async function orHold(
  work: Work,
  result: Outcome | { held: HeldReason },
  ticketId: string | null,
): Promise<Outcome> {
  return "held" in result ? await hold(work, result.held, ticketId) : result;
}

async function hold(work: Work, reason: HeldReason, ticketId: string | null): Promise<Outcome> {
  const { earlier, mailbox, situation } = work.facts;
  const isSentElsewhere = reason === "duplicate" && situation.duplicate === "elsewhere";
  if (isSentElsewhere && earlier?.ticketId) {
    await addEvents(work, earlier.ticketId, [
      { kind: "mail", about: "also-sent", address: mailbox.address },
    ]);
  }
  if (reason === "bounce") await recordReturned(work.tx, work.facts.returned, work.now);
  if (reason === "flood") await notifyOfFlood(work.tx, mailbox.id, work.now);
  if (ticketId) await showOnTicket(work, ticketId);
  await notifyPages(work.tx, "held");
  const at = reason === "duplicate" ? (earlier?.ticketId ?? null) : ticketId;
  return { state: "held", reason, ticket_id: at, message_id: null };
}

/** Open pages of staff show the held mail; nothing of the ticket changes. */
async function showOnTicket({ tx }: Work, ticketId: string): Promise<void> {
  const ticket = await tx
    .selectFrom("tickets")
    .select(["number", "company_id"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  if (!ticket) return;
  await recordLiveEvent(tx, {
    topic: "ticket",
    subjectId: ticketId,
    number: ticket.number,
    version: null,
    audience: "staff",
    companyIds: ticket.company_id === null ? [] : [ticket.company_id],
    peopleIds: [],
  });
}

async function saveOutcome({ tx, row, read, facts, now }: Work, outcome: Outcome): Promise<void> {
  await tx
    .updateTable("inbound_mails")
    .set({
      ...outcome,
      fingerprint: facts.fingerprint,
      sender: facts.sender?.address ?? null,
      sender_name: cut(facts.sender?.name ?? "", 300),
      subject: inboundSubject(read.mail),
      preview: inboundPreview(read.mail),
      verdict: facts.verdict,
      wanted: null,
      wanted_ticket_id: null,
      decided_at: now,
    })
    .where("id", "=", row.id)
    .execute();
}
