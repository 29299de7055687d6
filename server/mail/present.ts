import type { Role } from "../../shared/access.ts";
import {
  linkTemplates,
  type Mail,
  type MailState,
  mailTemplates,
  type NewLinkFor,
  type ShownMailState,
} from "../../shared/mails.ts";
import type { UserState } from "../../shared/users.ts";
import { isAccountTemplate } from "./outbox/recipient.ts";
import { subjectOf } from "./templates/account.ts";
import { ticketSubject } from "./templates/ticket.ts";

interface MailRow {
  id: string;
  template: string;
  state: MailState;
  address: string | null;
  /** The person's current address, for a mail that was not tried yet. */
  email: string | null;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  role: Role | null;
  user_state: UserState | null;
  password_set_at: Date | null;
  was_super_admin: boolean | null;
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

export function presentMail(row: MailRow, sending: boolean): Mail {
  return {
    id: row.id,
    template: knownTemplate(row),
    state: shownState(row),
    to: row.address ?? row.email ?? "",
    subject: row.subject ?? expectedSubject(row),
    text: row.body ?? "",
    ticket:
      row.ticket_id !== null && row.ticket_number !== null
        ? { id: row.ticket_id, number: row.ticket_number }
        : null,
    newLink: sending ? null : newLinkFor(row),
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

/** A mail that was really sent has the address it went to. */
function shownState({ state, address }: MailRow): ShownMailState {
  return state === "sent" && address === null ? "demo" : state;
}

/** A mail that was not sent brought its link to no one: the person still needs one. */
function newLinkFor(row: MailRow): NewLinkFor | null {
  const { user_id, email, role, user_state, password_set_at } = row;
  if (row.state !== "kept" || !linkTemplates.some((known) => known === row.template)) return null;
  if (!user_id || !email || !role || user_state === "disabled") return null;
  // They have used another link since.
  if (password_set_at !== null && password_set_at >= row.created_at) return null;
  return {
    user: {
      id: user_id,
      email,
      firstName: row.first_name ?? "",
      lastName: row.last_name ?? "",
    },
    isInvited: user_state === "invited",
    onServerOnly: row.was_super_admin ?? false,
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
    answered: null,
  });
}
