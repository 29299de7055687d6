import type { TicketRef } from "./tickets/page.ts";

/** What the log writes down, each with the words for it: `Maya Chen` … `a user`. */
export const auditActs = {
  "session.signed-in": "signed in",
  "session.sign-in-failed": "failed to sign in",
  "session.signed-out": "signed out",
  "session.ended": "ended a session",
  "password.changed": "changed their password",
  "password.reset-requested": "asked for a reset of the password",
  "password.chosen": "chose a password",
  "password.reset-by-admin": "reset the password",
  "desk.first-admin-created": "set up the desk",
  "desk.updated": "changed the settings",
  "user.created": "created a user",
  "user.updated": "changed a user",
  "user.deleted": "deleted a user",
  "user.invited": "sent an invitation",
  "user.link-made": "made a link",
  "user.address-change-requested": "asked to change an address",
  "user.address-change-confirmed": "confirmed a change of address",
  "user.address-change-cancelled": "cancelled a change of address",
  "profile.updated": "changed their profile",
  "user.imported": "imported users",
  "user.exported": "exported users",
  "macro.created": "shared a macro",
  "macro.updated": "changed a shared macro",
  "macro.deleted": "deleted a shared macro",
  "view.shared": "shared a view",
  "view.renamed": "renamed a shared view",
  "view.changed": "changed what a shared view finds",
  "view.unshared": "stopped sharing a view",
  "view.deleted": "deleted a shared view",
  "company.created": "created a company",
  "company.updated": "changed a company",
  "company.archived": "archived a company",
  "company.restored": "took a company out of the archive",
  "company.agent-added": "assigned an agent to a company",
  "company.agent-removed": "took an agent off a company",
  "company.member-added": "added a member to a company",
  "company.member-changed": "changed what a member sees",
  "company.member-removed": "took a member out of a company",
  "company.merge-begun": "began to merge a company",
  "company.merge-stopped": "stopped the merge of a company",
  "company.merged": "merged a company",
  "company.took-over": "took over another company",
  "company.imported": "imported companies",
  "company.exported": "exported companies",
  "ticket.exported": "exported tickets",
  "ticket.subject-redacted": "redacted an earlier subject of a ticket",
  "message.redacted": "redacted a message",
  "file.redacted": "redacted a file",
  "team.created": "created a team",
  "team.updated": "changed a team",
  "team.deleted": "deleted a team",
  "tag.renamed": "renamed a tag",
  "tag.merged": "merged two tags",
  "tag.deleted": "deleted a tag",
  "tag.restored": "took back a change of tags",
  "mail.tested": "sent a test mail",
  "mail.tried-again": "sent a mail again",
  "mail.kept-sent": "sent a kept mail",
  "dashboard.exported": "exported figures of the dashboard",
  "audit.exported": "exported the audit log",
  "audit.forgotten": "dropped an old month",
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
  mail: "Mail",
  dashboard: "Dashboard",
  audit: "Audit log",
} as const;

export type AuditSubject = keyof typeof auditSubjects;

/** An act as a Super Admin reads it; names are those of today. */
export interface AuditRow {
  id: string;
  at: string;
  /** As it was written, so that what a later release wrote is shown too. */
  act: string;
  /** Nobody: a visitor, or the desk by itself. */
  actor: AuditPerson | null;
  subject: {
    kind: string;
    id: string | null;
    /** Null where it is gone, and its name with it. */
    name: string | null;
    ticket: Pick<TicketRef, "number"> | null;
  };
  /** Whom it was about besides: who was assigned, added or given more sight. */
  person: AuditPerson | null;
  fields: string[];
  requestId: string | null;
  network: string | null;
  device: string | null;
  typedAddress: string | null;
  /** What is known of each field before and after; what was personal goes with the person. */
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
  /** Days of the reader's time zone, both within. */
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
}

/** `signed in`; of what a later release wrote, its name. */
export function actWords(act: string): string {
  return Object.hasOwn(auditActs, act) ? auditActs[act as AuditAct] : act.replace(/[.-]/g, " ");
}

/** On the page of whom it was done to: `changed this user`. */
export function actWordsHere(act: string): string {
  return actWords(act).replace(/\ba (user|company)$/, "this $1");
}

/** Which fields a line says: only of a change they are news. */
export function fieldsSaid(act: string, fields: readonly string[]): string {
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
