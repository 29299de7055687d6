import type { TicketRef } from "./tickets/page.ts";

/** Skipped: by the time it was to go out there was no reason to send it any more. */
export const mailStates = ["queued", "sent", "kept", "failed", "skipped"] as const;
export type MailState = (typeof mailStates)[number];

/** Of the demo: it counts as sent, and never went out. */
export type ShownMailState = MailState | "demo";

export const accountTemplates = [
  "invitation",
  "reset",
  "reset-by-admin",
  "password-changed",
  "password-set",
  "address-new",
  "address-old",
  "address-changed",
  "role-changed",
] as const;
export type AccountTemplate = (typeof accountTemplates)[number];

/** Those whose link lets somebody choose a password. */
export const linkTemplates = [
  "invitation",
  "reset",
  "reset-by-admin",
] as const satisfies AccountTemplate[];

/** Those whose link confirms a change of address. */
export const addressTemplates = ["address-new", "address-old"] as const satisfies AccountTemplate[];

const ticketTemplates = [
  "ticket-received",
  "ticket-opened",
  "ticket-reply",
  "ticket-customer-wrote",
  "ticket-reopened",
  "ticket-rated",
  "ticket-assigned",
  "ticket-team",
  "ticket-mentioned",
] as const;
export type TicketTemplate = (typeof ticketTemplates)[number];

export const mailTemplates = [...accountTemplates, ...ticketTemplates] as const;
export type MailTemplate = (typeof mailTemplates)[number];

export const mailTemplateNames: Record<MailTemplate, string> = {
  invitation: "Invitation",
  reset: "Reset link",
  "reset-by-admin": "Reset by an admin",
  "password-changed": "Password changed",
  "password-set": "First password",
  "address-new": "Confirm new address",
  "address-old": "Confirm change of address",
  "address-changed": "Address changed",
  "role-changed": "Role changed",
  "ticket-received": "Confirmation",
  "ticket-opened": "Opened for a customer",
  "ticket-reply": "Reply",
  "ticket-customer-wrote": "Customer’s message",
  "ticket-reopened": "Reopening",
  "ticket-rated": "Bad rating",
  "ticket-assigned": "Assignment",
  "ticket-team": "Given to a team",
  "ticket-mentioned": "Mention",
};

/** Of a later release it is called by its template. */
export function mailTemplateName(template: string): string {
  const known = mailTemplates.find((each) => each === template);
  return known ? mailTemplateNames[known] : template;
}

/**
 * An outgoing mail as a Super Admin reads it. Links with a token show as `[link]`, and the words
 * of a ticket's message as `[message]`: those stand in the ticket.
 */
export interface Mail {
  id: string;
  /** Null where a later release queued it. */
  template: MailTemplate | null;
  state: ShownMailState;
  to: string;
  subject: string;
  text: string;
  ticket: Pick<TicketRef, "id" | "number"> | null;
  /** For whom a Super Admin may make the link that this mail brought to nobody. */
  newLink: NewLinkFor | null;
  attempts: number;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
}

export interface NewLinkFor {
  user: { id: string; firstName: string; lastName: string; email: string };
  /** Whether they have not been in yet: nothing of theirs ends by a new link. */
  isInvited: boolean;
  /** A Super Admin who has ever had a password: theirs is made on the server alone. */
  onServerOnly: boolean;
}

export interface MailPage {
  mails: Mail[];
  nextCursor: string | null;
  /** Whether a mail server is set: without one, mails are kept here and not sent. */
  sending: boolean;
}
