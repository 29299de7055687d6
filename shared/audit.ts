import type { TicketRef } from "./tickets/page.ts";

/** The actions in the audit log, with their text after the name of the actor. */
export const auditActs = {
  "session.signed-in": "signed in",
  "session.sign-in-failed": "failed to sign in",
  "session.signed-out": "signed out",
  "session.ended": "ended a session",
  "password.changed": "changed their password",
  "password.reset-requested": "requested a password reset",
  "password.chosen": "chose a password",
  "password.reset-by-admin": "reset the password",
  "desk.first-admin-created": "set up the desk",
  "desk.updated": "changed the settings",
  "user.created": "created a user",
  "user.updated": "changed a user",
  "user.deleted": "deleted a user",
  "user.invited": "sent an invitation",
  "user.link-made": "created a link",
  "user.address-change-requested": "asked to change an address",
  "user.address-change-confirmed": "confirmed a change of address",
  "user.address-change-cancelled": "cancelled a change of address",
  "profile.updated": "changed their profile",
  "user.imported": "imported users",
  "user.exported": "exported users",
  "user.data-exported": "exported a user's data",
  "macro.created": "shared a macro",
  "macro.updated": "changed a shared macro",
  "macro.deleted": "deleted a shared macro",
  "view.shared": "shared a view",
  "view.renamed": "renamed a shared view",
  "view.changed": "changed the query of a shared view",
  "view.unshared": "stopped sharing a view",
  "view.deleted": "deleted a shared view",
  "company.created": "created a company",
  "company.updated": "changed a company",
  "company.archived": "archived a company",
  "company.restored": "restored a company",
  "company.agent-added": "assigned an agent to a company",
  "company.agent-removed": "unassigned an agent from a company",
  "company.member-added": "added a member to a company",
  "company.member-changed": "changed the access of a member",
  "company.member-removed": "removed a member from a company",
  "company.merge-begun": "started merging a company",
  "company.merge-stopped": "stopped the merge of a company",
  "company.merged": "merged a company",
  "company.took-over": "received a merged company",
  "company.deleted": "deleted a company",
  "company.imported": "imported companies",
  "company.exported": "exported companies",
  "ticket.exported": "exported tickets",
  "ticket.old-anonymised": "anonymised old tickets",
  "ticket.old-deleted": "deleted old tickets",
  "ticket.subject-redacted": "redacted an earlier subject of a ticket",
  "message.redacted": "redacted a message",
  "file.redacted": "redacted a file",
  "team.created": "created a team",
  "team.updated": "changed a team",
  "team.deleted": "deleted a team",
  "token.created": "created an API token",
  "token.revoked": "revoked an API token",
  "tag.created": "created a tag",
  "tag.renamed": "renamed a tag",
  "tag.merged": "merged two tags",
  "tag.deleted": "deleted a tag",
  "tag.restored": "undid a change of tags",
  "desk.resumed": "resumed emails, webhooks and mailboxes after a restore",
  "mail.tested": "sent a test email",
  "mail.updated": "changed the email settings",
  "mail.tried-again": "sent an email again",
  "mail.kept-sent": "sent a stored email",
  "mail.address-forgotten": "forgot an address",
  "mailbox.created": "connected a mailbox",
  "mailbox.updated": "changed a mailbox",
  "mailbox.paused": "paused a mailbox",
  "mailbox.resumed": "resumed a mailbox",
  "mailbox.removed": "removed a mailbox",
  "webhook.created": "created a webhook",
  "webhook.updated": "changed a webhook",
  "webhook.deleted": "deleted a webhook",
  "webhook.paused": "paused a webhook",
  "webhook.resumed": "resumed a webhook",
  "webhook.secret-rotated": "rotated the secret of a webhook",
  "webhook.delivery-sent-again": "sent webhook deliveries again",
  "webhook.delivery-skipped": "skipped a webhook delivery",
  "dashboard.exported": "exported dashboard figures",
  "audit.exported": "exported the audit log",
  "audit.forgotten": "deleted a month of old entries",
} as const;

export type AuditAct = keyof typeof auditActs;

export const auditSubjects = {
  user: "User",
  company: "Company",
  session: "Session",
  ticket: "Ticket",
  desk: "Desk",
  macro: "Macro",
  view: "View",
  message: "Message",
  file: "File",
  team: "Team",
  tag: "Tag",
  token: "API token",
  mail: "Email",
  mailbox: "Mailbox",
  webhook: "Webhook",
  dashboard: "Dashboard",
  audit: "Audit log",
} as const;

export type AuditSubject = keyof typeof auditSubjects;

/** An entry of the log with current names. */
export interface AuditRow {
  id: string;
  at: string;
  /** As stored, because a later release may have written unknown actions. */
  act: string;
  /** Null for visitors and for the system. */
  actor: AuditPerson | null;
  subject: {
    kind: string;
    id: string | null;
    /** Null if it was deleted. */
    name: string | null;
    ticket: Pick<TicketRef, "number"> | null;
  };
  /** Another person it concerns, such as an assigned agent. */
  person: AuditPerson | null;
  fields: string[];
  requestId: string | null;
  network: string | null;
  device: string | null;
  typedAddress: string | null;
  /** Known values before and after. Personal values are deleted with the person. */
  changes: { field: string; before: string | null; after: string | null }[];
}

interface AuditPerson {
  id: string;
  name: string;
}

export interface AuditPage {
  rows: AuditRow[];
  nextCursor: string | null;
}

export interface AuditFilter {
  actorId?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  subjectId?: string | undefined;
  /** Days in the reader's time zone, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
}

/** `signed in`. Unknown actions of a later release are shown by their name. */
export function actionWords(act: string): string {
  return Object.hasOwn(auditActs, act) ? auditActs[act as AuditAct] : act.replace(/[.-]/g, " ");
}

/** For the page of the user or company: `changed this user`. */
export function actionWordsHere(act: string): string {
  return actionWords(act).replace(/\ba (user|company)$/, "this $1");
}

/** The fields shown with an entry. Only updates show them. */
export function describeFields(act: string, fields: readonly string[]): string {
  return act.endsWith(".updated") ? fields.map(fieldWords).join(", ") : "";
}

export function subjectWords(kind: string): string {
  return Object.hasOwn(auditSubjects, kind)
    ? auditSubjects[kind as AuditSubject]
    : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** `company scope` of `company_scope`, `first name` of `firstName`. */
export function fieldWords(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();
}
