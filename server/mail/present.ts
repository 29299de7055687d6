import { type Mail, type MailState, mailTemplates } from "../../shared/mails.ts";
import { isAccountTemplate } from "./recipient.ts";
import { subjectOf } from "./templates/account.ts";
import { ticketSubject } from "./templates/ticket.ts";

export interface MailRow {
  id: string;
  template: string;
  state: MailState;
  address: string | null;
  /** The person's address of today, for a mail that has not been tried yet. */
  email: string | null;
  subject: string | null;
  body: string | null;
  attempts: number;
  error: string | null;
  created_at: Date;
  sent_at: Date | null;
  desk_name: string;
  ticket_id: string | null;
  ticket_number: number | null;
  ticket_subject: string | null;
}

export function presentMail(row: MailRow): Mail {
  return {
    id: row.id,
    template: knownTemplate(row),
    state: row.state,
    to: row.address ?? row.email ?? "",
    subject: row.subject ?? expectedSubject(row),
    text: row.body ?? "",
    ticket:
      row.ticket_id !== null && row.ticket_number !== null
        ? { id: row.ticket_id, number: row.ticket_number }
        : null,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

function knownTemplate({ template }: MailRow): Mail["template"] {
  return mailTemplates.find((known) => known === template) ?? null;
}

function expectedSubject(row: MailRow): string {
  const template = knownTemplate(row);
  if (!template) return row.template;
  if (isAccountTemplate(template)) return subjectOf(template, row.desk_name);
  return ticketSubject(template, {
    number: row.ticket_number ?? 0,
    subject: row.ticket_subject ?? "",
  });
}
