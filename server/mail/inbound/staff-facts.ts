import { sql } from "kysely";
import type { ThreadHints } from "../../../shared/mail-thread.ts";
import type { MailTemplate } from "../../../shared/mails.ts";
import {
  type AnsweredMail,
  isWrittenAbove,
  readForward,
  type StaffSituation,
} from "../../../shared/staff-mail.ts";
import { findShownTicket } from "../../access/merged-into.ts";
import type { Tx } from "../../db/database.ts";
import type { MailSigning } from "../outbox/signing.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";

export interface MailPerson {
  id: string;
  role: "Super Admin" | "Agent" | "Customer";
  state: "invited" | "active" | "disabled";
  company_scope: "all" | "assigned" | null;
}

export async function findPerson(tx: Tx, address: string): Promise<MailPerson | null> {
  const found = await tx
    .selectFrom("users")
    .select(["id", "role", "state", "company_scope"])
    .where((where) => where(where.fn("lower", ["email"]), "=", address))
    .executeTakeFirst();
  return found ?? null;
}

interface StaffMail {
  person: MailPerson;
  hints: ThreadHints;
  signing: MailSigning;
  /** All addresses of mailboxes. */
  addresses: ReadonlySet<string>;
  isProven: boolean;
  isAnswer: boolean;
}

/** What the decision about a mail from staff needs to know. */
export async function gatherStaffFacts(
  tx: Tx,
  mail: ParsedMail,
  { person, hints, signing, addresses, isProven, isAnswer }: StaffMail,
): Promise<StaffSituation> {
  return {
    isProven: isProven && person.state === "active",
    answered: await findAnswered(tx, { person, hints, signing }),
    isAnswer,
    isClear: isWrittenAbove(mail),
    isForward: await forwardsCustomer(tx, mail, addresses),
  };
}

/** The mail to this agent that it answers, by its signed id or by the token in the answer address. */
async function findAnswered(
  tx: Tx,
  { person, hints, signing }: Pick<StaffMail, "person" | "hints" | "signing">,
): Promise<AnsweredMail | null> {
  const ids = hints.ours.flatMap((hint) => {
    if (!("readerId" in hint) || hint.readerId !== person.id || !hint.signedId) return [];
    return signing.isSignedId(hint.signedId) ? [hint.id] : [];
  });
  const { rows } = await sql<{ template: MailTemplate; ticketId: string }>`
    select mail.template, coalesce(m.ticket_id, mail.ticket_id) as "ticketId"
    from outgoing_mails mail left join messages m on m.id = mail.message_id
    where mail.user_id = ${person.id}::uuid and mail.ticket_id is not null
      and mail.message_id_header is not null
      and (mail.message_id_header = any(${ids}::text[]) or mail.ticket_id in (
        select ticket_id from mail_tokens
        where token = any(${[...hints.tokens]}::text[]) and user_id = ${person.id}::uuid))
    order by array_position(${ids}::text[], mail.message_id_header) nulls last,
      mail.sent_at desc limit 1`.execute(tx);
  const [found] = rows;
  const ticketId = found && (await findShownTicket(tx, found.ticketId));
  return ticketId ? { ticketId, as: answerTo(found.template) } : null;
}

function answerTo(template: MailTemplate): AnsweredMail["as"] {
  if (template === "ticket-mentioned") return "note";
  return answered.has(template) ? "reply" : "review";
}

/** A customer's message, and an assignment. */
const answered: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  "ticket-customer-wrote",
  "ticket-assigned",
  "ticket-team",
]);

async function forwardsCustomer(
  tx: Tx,
  { text, isForward }: ParsedMail,
  addresses: ReadonlySet<string>,
): Promise<boolean> {
  const forward = isForward ? readForward(text) : null;
  if (!forward || addresses.has(forward.from.address)) return false;
  const person = await findPerson(tx, forward.from.address);
  return person === null || (person.role === "Customer" && person.state !== "disabled");
}
