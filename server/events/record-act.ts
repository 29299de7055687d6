import { sql } from "kysely";
import type { AuditAct, AuditSubject } from "../../shared/audit.ts";
import type { Db, Tx } from "../db/database.ts";
import { notifyPages, type PageTopic } from "./live-events.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";
import { insertWebhookEvents, type SubjectEvent, webhookEventOfAudit } from "./webhook-events.ts";

export interface AuditEntry {
  act: AuditAct;
  actorId: string | null;
  subject: { kind: AuditSubject; id: string | null };
  /** The names of changed fields. Values are stored separately, keyed by person. */
  fields?: string[];
  personal?: {
    personId?: string | null;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
    network?: string;
    typedAddress?: string;
    device?: string;
  };
  /** Values that are not personal: the former and current name of the desk, a team or a tag. */
  values?: { before?: Record<string, unknown>; after?: Record<string, unknown> };
}

/** What an action records for others. */
interface RecordedAct extends AuditEntry {
  mail?: NewMail | undefined;
  /** The pages whose data it makes stale. */
  tells?: PageTopic;
  /** An event for webhooks besides what the audit log says. */
  posts?: SubjectEvent;
}

export interface RecordedAt {
  now: Date;
  requestId: string;
  network?: string;
}

/**
 * In the transaction of the action: its audit entry, the mail about it, and the events for open pages and for
 * webhooks, or none of them. Returns the id of the entry.
 */
export async function recordAct(
  tx: Db | Tx,
  { mail, tells, posts, ...entry }: RecordedAct,
  at: RecordedAt,
): Promise<string> {
  const id = await audit(tx, entry, at, posts ? [posts] : []);
  if (mail) await queueMail(tx, mail, at.now);
  if (tells) await notifyPages(tx, tells);
  return id;
}

async function audit(
  tx: Db | Tx,
  entry: AuditEntry,
  at: RecordedAt,
  posted: readonly SubjectEvent[],
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { act, actorId, subject, fields = [] } = entry;
  const events = [...webhookEventsOfAudit([entry]), ...posted];
  // Kysely puts no brackets around a statement that is written as text.
  const posting = sql<Record<string, unknown>>`(${insertWebhookEvents(events, at.now)})`;
  const writing = events.length > 0 ? tx.with("posted", () => posting) : tx;
  await writing
    .insertInto("audit_log")
    .values({
      id,
      at: at.now,
      actor_id: actorId,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      fields,
      request_id: at.requestId,
    })
    .execute();
  const beside = personalRows(entry, at.network);
  if (beside.length === 0) return id;
  await tx
    .insertInto("audit_personal")
    .values(beside.map((row) => ({ ...row, audit_id: id, at: at.now })))
    .execute();
  return id;
}

/** Webhooks are notified of users and companies by what the audit log says of them. */
function webhookEventsOfAudit(entries: readonly AuditEntry[]): SubjectEvent[] {
  return entries.flatMap((entry) => webhookEventOfAudit(entry) ?? []);
}

interface Beside {
  person_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  network: string | null;
  typed_address: string | null;
  device: string | null;
}

/** Each person's values in a separate row, so that deleting a person erases only theirs. */
export function personalRows(
  { actorId, subject, personal, values }: AuditEntry,
  network?: string,
): Beside[] {
  const rows = new Map<string | null, Beside>();
  const rowOf = (personId: string | null): Beside => {
    const known = rows.get(personId);
    if (known) return known;
    const row = { ...nothing, person_id: personId };
    rows.set(personId, row);
    return row;
  };
  if (personal) {
    const row = rowOf(personal.personId ?? subject.id ?? actorId);
    row.before = personal.before ?? null;
    row.after = personal.after ?? null;
    row.network = personal.network ?? null;
    row.device = personal.device?.slice(0, 200) ?? null;
    row.typed_address = personal.typedAddress?.slice(0, 254) ?? null;
  }
  if (values) {
    const row = rowOf(null);
    row.before = values.before ?? null;
    row.after = values.after ?? null;
  }
  // The network belongs to the actor.
  if (network && !personal?.network && actorId) rowOf(actorId).network = network;
  return [...rows.values()];
}

const nothing = { before: null, after: null, network: null, typed_address: null, device: null };

/** Writes for many actions what `recordAct` writes for one, in a few statements. */
export async function recordActs(
  tx: Tx,
  entries: readonly AuditEntry[],
  at: RecordedAt,
): Promise<void> {
  if (entries.length === 0) return;
  const named = entries.map((entry) => ({ id: Bun.randomUUIDv7(), entry }));
  const log = named.map(({ id, entry: { act, actorId, subject, fields = [] } }) => ({
    id,
    act,
    fields,
    actor_id: actorId,
    subject_kind: subject.kind,
    subject_id: subject.id,
  }));
  const events = webhookEventsOfAudit(entries);
  await sql`
    ${events.length > 0 ? sql`with posted as (${insertWebhookEvents(events, at.now)})` : sql``}
    insert into audit_log (id, at, actor_id, act, subject_kind, subject_id, fields, request_id)
    select id, ${at.now}::timestamptz, actor_id, act, subject_kind, subject_id,
      array(select jsonb_array_elements_text(fields)), ${at.requestId}::text
    from jsonb_to_recordset(${JSON.stringify(log)}::text::jsonb) as entry(
      id uuid, actor_id uuid, act text, subject_kind text, subject_id uuid, fields jsonb)
  `.execute(tx);
  const beside = named.flatMap(({ id, entry }) =>
    personalRows(entry, at.network).map((row) => ({ ...row, audit_id: id })),
  );
  if (beside.length === 0) return;
  await sql`
    insert into audit_personal
      (audit_id, at, person_id, before, after, network, typed_address, device)
    select audit_id, ${at.now}::timestamptz, person_id, before, after, network, typed_address, device
    from jsonb_to_recordset(${JSON.stringify(beside)}::text::jsonb) as entry(
      audit_id uuid, person_id uuid, before jsonb, after jsonb, network text, typed_address text,
      device text)`.execute(tx);
}
