import type { Actor } from "../actor.ts";
import type { Db } from "../db/database.ts";
import type { MailCopy, MailJob } from "./lease.ts";
import { isAccountTemplate } from "./recipient.ts";
import type { OutgoingMail } from "./smtp.ts";
import { renderMail } from "./templates/account.ts";
import type { MailFacts } from "./templates/facts.ts";
import { choosesAt, renderTicketMail, withoutMessageText } from "./templates/ticket.ts";
import type { MailText } from "./templates/write-mail.ts";
import { findTicketFacts } from "./ticket-facts.ts";

/** A mail as it goes out, and what of it is kept. */
export interface Letter {
  envelope: Pick<OutgoingMail, "id" | "threadId" | "automatic" | "choosesAt">;
  text(link?: string): MailText;
  copy: Omit<MailCopy, "address">;
}

/** Or the plain reason why there is nothing to send any more. */
export async function writeLetter(
  db: Db,
  [job, ...others]: readonly [MailJob, ...MailJob[]],
  reader: Actor,
  facts: MailFacts,
): Promise<Letter | string> {
  const { template } = job;
  if (isAccountTemplate(template)) {
    return {
      envelope: { id: job.id, threadId: null, automatic: "auto-generated", choosesAt: null },
      text: (link) => renderMail(template, facts, link),
      copy: copyOf(renderMail(template, facts)),
    };
  }
  const messageIds = [job, ...others].flatMap(({ messageId }) => messageId ?? []);
  const ticket = await findTicketFacts(db, { ...job, template, messageIds }, reader);
  if (typeof ticket === "string") return ticket;
  const all = { ...facts, ...ticket };
  return {
    envelope: {
      id: job.messageId ? `${job.messageId}.${reader.id}` : job.id,
      threadId: `ticket.${ticket.ticketId}`,
      automatic: automatic(job.template, reader),
      choosesAt: choosesAt(template, all),
    },
    text: () => renderTicketMail(template, all),
    copy: copyOf(renderTicketMail(template, withoutMessageText(all))),
  };
}

/** A reply is a person's own words; what staff are notified of is not written to them. */
function automatic(template: MailJob["template"], reader: Actor): Letter["envelope"]["automatic"] {
  if (template === "ticket-received") return "auto-replied";
  return template === "ticket-reply" && reader.role === "Customer" ? null : "auto-generated";
}

function copyOf({ subject, text }: MailText): Letter["copy"] {
  return { subject, body: text };
}
