import type { TicketRef } from "./tickets/page.ts";

/** Skipped: when it was due, there was no longer a reason to send it. */
export const mailStates = ["queued", "sent", "kept", "failed", "skipped"] as const;
export type MailState = (typeof mailStates)[number];

/** For the demo: counts as sent, but was never sent. */
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
  "webhook-paused",
  "token-expiring",
  "mailbox-failing",
  "command-unknown",
] as const;
export type AccountTemplate = (typeof accountTemplates)[number];

/** Mails whose link lets a person choose a password. */
export const linkTemplates = [
  "invitation",
  "reset",
  "reset-by-admin",
] as const satisfies AccountTemplate[];

/** Mails whose link confirms a change of address. */
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
  "webhook-paused": "Webhook paused",
  "token-expiring": "Token expires",
  "mailbox-failing": "Mailbox can’t be read",
  "command-unknown": "Unknown command",
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

/** Unknown templates of a later release are shown by their key. */
export function mailTemplateName(template: string): string {
  const known = mailTemplates.find((each) => each === template);
  return known ? mailTemplateNames[known] : template;
}

/**
 * An outgoing mail as shown to a Super Admin. Links with a token are shown as `[link]`, and a ticket's
 * message as `[message]`: it can be read in the ticket.
 */
export interface Mail {
  id: string;
  /** Null if a later release queued it. */
  template: MailTemplate | null;
  state: ShownMailState;
  to: string;
  subject: string;
  text: string;
  ticket: Pick<TicketRef, "id" | "number"> | null;
  /** The person for whom a Super Admin can create the link that this mail did not deliver. */
  newLink: NewLinkFor | null;
  attempts: number;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
}

export interface NewLinkFor {
  user: { id: string; firstName: string; lastName: string; email: string };
  /** Whether they have never signed in: a new link then ends nothing of theirs. */
  isInvited: boolean;
  /** A Super Admin who has had a password: their link can only be made on the server. */
  onServerOnly: boolean;
}

export interface MailPage {
  mails: Mail[];
  nextCursor: string | null;
  /** Whether a mail server is set up: without one, mails are stored here and not sent. */
  sending: boolean;
}
