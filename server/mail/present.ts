import type { Mail, MailState } from "../../shared/mails.ts";
import { mailTemplates, subjectOf } from "./templates.ts";

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
}

export function presentMail(row: MailRow): Mail {
  return {
    id: row.id,
    state: row.state,
    to: row.address ?? row.email ?? "",
    subject: row.subject ?? expectedSubject(row),
    text: row.body ?? "",
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

function expectedSubject({ template, desk_name }: MailRow): string {
  const known = mailTemplates.find((name) => name === template);
  return known ? subjectOf(known, desk_name) : template;
}
