import { type RawBuilder, sql } from "kysely";
import type { AuditAct } from "../../shared/audit.ts";
import { staffFieldKeys } from "../../shared/tickets/fields.ts";
import {
  type ChangeKind,
  differences,
  type TicketPlan,
  type TicketState,
} from "../../shared/tickets/state.ts";
import type { WebhookType } from "../../shared/webhooks.ts";

/** What a webhook event stores: names of fields and ids, never words. */
export interface WebhookChanges {
  fields?: string[];
  messageId?: string;
  /** The ticket that a merged one was merged into. */
  intoId?: string;
}

/** An event of a ticket, to be inserted with the ticket. */
interface TicketWebhookEvent {
  id: string;
  type: WebhookType;
  changes: WebhookChanges;
}

/** A message that a transition wrote, or made public. */
export interface WebhookMessage {
  id: string;
  type: "message.published" | "note.created";
}

/** The events of a transition, in the order in which they are sent. */
export function webhookEventsOf(
  { before, after, changes }: Pick<TicketPlan, "before" | "after" | "changes">,
  message?: WebhookMessage,
): TicketWebhookEvent[] {
  const events: TicketWebhookEvent[] = [];
  const add = (type: WebhookType, changes: WebhookChanges = {}) =>
    events.push({ id: Bun.randomUUIDv7(), type, changes });
  const merged = changes.find((change) => change.kind === "merged");
  const fields = changedFields(before, after, changes);
  if (changes.some(({ kind }) => kind === "created")) add("ticket.created");
  else if (merged) add("ticket.merged", { fields, intoId: merged.into });
  else if (changes.some(({ kind }) => kind === "rated")) add("ticket.rated", { fields });
  else if (fields.length > 0) add("ticket.updated", { fields });
  if (message) add(message.type, { messageId: message.id });
  return events;
}

const fieldNames: Partial<Record<keyof TicketState, string>> = {
  subject: "subject",
  status: "status",
  ...Object.fromEntries(staffFieldKeys.map((field) => [field, field])),
  companyId: "company",
  requesterId: "requester",
  assigneeId: "assignee",
  teamId: "team",
  tags: "tags",
  followers: "followers",
  snoozedUntil: "snoozedUntil",
  rating: "rating",
};

const fieldOfChange: Partial<Record<ChangeKind, string>> = {
  spam: "spam",
  split: "messages",
  "split-from": "messages",
  "merged-from": "messages",
  unmerged: "messages",
  redacted: "messages",
};

function changedFields(
  before: TicketState,
  after: TicketState,
  changes: readonly { kind: ChangeKind }[],
): string[] {
  const changed = Object.keys(differences(before, after)) as (keyof TicketState)[];
  const fields = [
    ...changed.map((key) => fieldNames[key]),
    ...changes.map(({ kind }) => fieldOfChange[kind]),
  ];
  return [...new Set(fields.filter((field) => field !== undefined))];
}

/** Without a webhook that collects events, nothing is inserted. A paused one collects for seven days. */
export const hasWebhooks = sql<boolean>`exists (
  select from webhooks
  where paused_at is null or paused_at > statement_timestamp() - interval '7 days')`;

export interface SubjectEvent {
  type: WebhookType;
  subjectId: string;
  version?: number;
  actorId: string | null;
  changes: WebhookChanges;
}

/**
 * The statement that stores the events, to be run within the one that writes the action: a `with` in front of it, so that
 * an action costs no further statement.
 */
export function insertWebhookEvents(
  events: readonly SubjectEvent[],
  now: Date,
): RawBuilder<unknown> {
  const rows = events.map((event) => ({ id: Bun.randomUUIDv7(), ...event }));
  return sql`
    insert into webhook_events (id, type, subject_id, version, actor_id, changes, at)
    select id, type, "subjectId", version, "actorId", changes, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as event(
      id uuid, type text, "subjectId" uuid, version int, "actorId" uuid, changes jsonb)
    where ${hasWebhooks}`;
}

const typeOfAct: Partial<Record<AuditAct, WebhookType>> = {
  "user.created": "person.created",
  "user.updated": "person.updated",
  "user.address-change-confirmed": "person.updated",
  "profile.updated": "person.updated",
  "company.member-added": "person.updated",
  "company.member-changed": "person.updated",
  "company.member-removed": "person.updated",
  "company.agent-added": "person.updated",
  "company.agent-removed": "person.updated",
  "user.deleted": "person.deleted",
  "company.created": "company.created",
  "company.updated": "company.updated",
  "company.archived": "company.updated",
  "company.restored": "company.updated",
  "company.merged": "company.updated",
  "company.took-over": "company.updated",
};

interface Audited {
  act: AuditAct;
  actorId: string | null;
  subject: { id: string | null };
  fields?: string[];
  personal?: { personId?: string | null };
}

/** The event about a person or company that an audit entry reports; null for other entries. */
export function webhookEventOfAudit(entry: Audited): SubjectEvent | null {
  const { act, actorId, subject, fields = [], personal } = entry;
  const type = typeOfAct[act];
  const isMembership = act.startsWith("company.member-") || act.startsWith("company.agent-");
  const subjectId = isMembership ? (personal?.personId ?? null) : subject.id;
  if (!type || !subjectId) return null;
  return { type, subjectId, actorId, changes: { fields: isMembership ? ["companies"] : fields } };
}
