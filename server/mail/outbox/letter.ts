import { isStaff } from "../../../shared/access.ts";
import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/database.ts";
import { linkPlaceholder, renderMail } from "../templates/account.ts";
import type { MailFacts } from "../templates/facts.ts";
import { choosesAt, renderTicketMail, withoutMessageText } from "../templates/ticket.ts";
import type { MailText } from "../templates/write-mail.ts";
import type { MailCopy, MailJob } from "./lease.ts";
import { isAccountTemplate } from "./recipient.ts";
import type { SendingMailbox } from "./sending-mailbox.ts";
import type { OutgoingMail } from "./smtp.ts";
import { findTicketFacts } from "./ticket-facts.ts";

/** A mail as it is sent, and the copy that is stored. */
export interface Letter {
  envelope: Pick<OutgoingMail, "automatic" | "choosesAt" | "agentName">;
  /** The left side of its Message-ID, without the signature. */
  localId: string;
  /** The ticket it is about, if any. */
  ticketId: string | null;
  messageId: string | null;
  /** Whether it names the requester and the copied people instead of its reader. */
  isConversation: boolean;
  text(link?: string): MailText;
  copy: Omit<MailCopy, "address">;
}

interface LetterOptions {
  mailbox: Pick<SendingMailbox, "signature" | "quotes"> | null;
  copied: string | null;
}

/** Returns the reason instead when there is nothing left to send. */
export async function writeLetter(
  db: Db,
  [job, ...others]: readonly [MailJob, ...MailJob[]],
  reader: Actor,
  facts: MailFacts,
  { mailbox, copied }: LetterOptions = { mailbox: null, copied: null },
): Promise<Letter | string> {
  const { template, messageId } = job;
  if (isAccountTemplate(template)) {
    return {
      envelope: { automatic: "auto-generated", choosesAt: null, agentName: null },
      localId: job.id,
      ticketId: null,
      messageId: null,
      isConversation: false,
      text: (link) => renderMail(template, facts, link),
      copy: copyOf(renderMail(template, facts)),
    };
  }
  const messageIds = [job, ...others].flatMap(({ messageId }) => messageId ?? []);
  const ticket = await findTicketFacts(db, { ...job, template, messageIds }, reader, copied);
  if (typeof ticket === "string") return ticket;
  const quoted = mailbox?.quotes === false ? null : ticket.card?.quoted;
  const all = {
    ...facts,
    ...ticket,
    card: ticket.card && { ...ticket.card, quoted: quoted ?? null },
    signature: mailbox?.signature ?? "",
  };
  return {
    envelope: {
      automatic: automatic(job.template, reader),
      choosesAt: choosesAt(template, all),
      agentName: ticket.card?.agent ?? null,
    },
    localId: `${messageId ?? job.id}.${reader.id}`,
    ticketId: ticket.ticketId,
    messageId,
    isConversation: template === "ticket-reply" && !isStaff(reader),
    text: (link) => renderTicketMail(template, { ...all, ...(link && { link }) }),
    copy: copyOf(
      renderTicketMail(template, {
        ...withoutMessageText(all),
        ...(ticket.card && { link: linkPlaceholder }),
      }),
    ),
  };
}

/** A reply to a customer is a person's own words. Notifications to staff are automatic. */
function automatic(template: MailJob["template"], reader: Actor): Letter["envelope"]["automatic"] {
  if (template === "ticket-received") return "auto-replied";
  return template === "ticket-reply" && reader.role === "Customer" ? null : "auto-generated";
}

function copyOf({ subject, text }: MailText): Letter["copy"] {
  return { subject, body: text };
}
