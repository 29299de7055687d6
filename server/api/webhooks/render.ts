import { type RawBuilder, sql } from "kysely";
import { parseQuery } from "../../../shared/search/query.ts";
import type { WebhookContent, WebhookEventType } from "../../../shared/webhooks.ts";
import type { Actor } from "../../access/actor.ts";
import { signature } from "../../auth/tokens.ts";
import type { Db } from "../../db/database.ts";
import { staffValueColumns } from "../../db/ticket-columns.ts";
import type { Encryption } from "../../encryption.ts";
import type { WebhookChanges } from "../../events/webhook-events.ts";
import { holds } from "../../search/conditions.ts";
import { isSearchable } from "../../search/match.ts";
import { findNames } from "../../search/names.ts";
import { shapeTerms } from "../../search/shape.ts";

interface RenderDeps {
  db: Db;
  encryption: Encryption;
  /** The start of links to tickets. */
  origin: () => string;
  now: Date;
}

/** A request as it is sent now; `postpone`: the search has not read the ticket yet. */
type Rendered =
  | { kind: "request"; url: string; headers: Record<string, string>; body: string }
  | { kind: "skip"; reason: string }
  | { kind: "postpone" };

interface StoredEvent {
  id: string;
  type: WebhookEventType;
  subjectId: string;
  version: number | null;
  actor: { id: string; name: string } | null;
  changes: WebhookChanges;
  at: string;
  webhookId: string;
  url: string;
  types: string[];
  query: string;
  timeZone: string;
  content: WebhookContent;
  notes: boolean;
  secrets: string;
  headers: string | null;
}

/**
 * Reads the event's subject as it is now: what was redacted since has no words any more. The settings are
 * those of now, too.
 */
export async function renderDelivery(
  deps: RenderDeps,
  { webhookId, eventId }: { webhookId: string; eventId: string },
): Promise<Rendered> {
  const event = await readEvent(deps.db, webhookId, eventId);
  if (!event) return { kind: "skip", reason: "The event was deleted." };
  const { type, content, notes } = event;
  if (type !== "ping" && !event.types.includes(type)) {
    return { kind: "skip", reason: "The webhook no longer wants events of this type." };
  }
  if (type === "note.created" && !notes) {
    return { kind: "skip", reason: "The webhook does not get internal notes." };
  }
  const match = await matchesQuery(deps, event);
  if (match === "unknown") return { kind: "postpone" };
  if (match === "no") return { kind: "skip", reason: "The ticket does not match the search." };
  const subject = await readSubject(deps, event);
  if (subject === null) return { kind: "skip", reason: "It was deleted or undone." };
  const { actor, version, changes } = event;
  const data = {
    ...subject,
    actor: actor && (content === "ids" ? { id: actor.id } : actor),
    changes: { fields: changes.fields ?? [] },
    version,
  };
  const body = JSON.stringify({ type, timestamp: event.at, data });
  return { kind: "request", url: event.url, body, headers: headersOf(deps, event, body) };
}

async function readEvent(
  db: Db,
  webhookId: string,
  eventId: string,
): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    select e.id, e.type, e.subject_id as "subjectId", e.version, e.changes, ${timeOf("e.at")} as at,
      (select json_build_object('id', u.id, 'name', ${nameOf("u")}) from users u where u.id = e.actor_id)
        as actor,
      w.id as "webhookId", w.url, w.types, w.query, w.time_zone as "timeZone", w.content, w.notes,
      w.secrets, w.headers
    from webhook_events e join webhooks w on w.id = ${webhookId}::uuid
    where e.id = ${eventId}::uuid`.execute(db);
  return rows[0];
}

export interface StoredSecret {
  secret: string;
  /** When it stops being used; null for the current one. */
  until: string | null;
}

export function secretsCell(id: string) {
  return { table: "webhooks", column: "secrets", id };
}

export function headersCell(id: string) {
  return { table: "webhooks", column: "headers", id };
}

/** Standard Webhooks. During a rotation, both secrets sign. */
function headersOf(
  { encryption, now }: RenderDeps,
  event: StoredEvent,
  body: string,
): Record<string, string> {
  const secrets: StoredSecret[] = JSON.parse(
    encryption.decrypt(event.secrets, secretsCell(event.webhookId)),
  );
  const own: Record<string, string> = event.headers
    ? JSON.parse(encryption.decrypt(event.headers, headersCell(event.webhookId)))
    : {};
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = secrets
    .filter(({ until }) => until === null || new Date(until) > now)
    .map(({ secret }) => `v1,${sign(secret, `${event.id}.${timestamp}.${body}`)}`);
  return {
    ...own,
    "Content-Type": "application/json",
    "User-Agent": "Frontdesk-Webhooks/1",
    "webhook-id": event.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return Buffer.from(signature(key, text), "base64url").toString("base64");
}

/** Sees everything, as the webhook does: Super Admins create them. */
const reader: Actor = {
  id: "00000000-0000-0000-0000-000000000000",
  role: "Super Admin",
  companyScope: null,
  companyIds: [],
  seesAllOf: [],
};

/** Unknown if the search index has not read the ticket's latest words. */
async function matchesQuery(
  { db, now }: RenderDeps,
  { query, timeZone, notes, subjectId, type }: StoredEvent,
): Promise<"yes" | "no" | "unknown"> {
  if (query === "" || type === "ping" || /^(person|company)\./.test(type)) return "yes";
  const terms = parseQuery(query, "staff").terms.filter(
    (term) => (term.kind !== "word" && term.kind !== "phrase") || isSearchable(term.text),
  );
  const names = await findNames(db, terms, reader);
  const shaped = shapeTerms(terms, { now, timeZone, names });
  const values = {
    sight: "all" as const,
    // Without notes, their words do not decide either.
    reading: notes ? ("all" as const) : ("own" as const),
    changing: false,
    phraseInHead: true,
    userId: sql.val(reader.id),
    now: sql.val(now),
    timeZone: sql.val(timeZone),
    value: (name: keyof typeof shaped.values) => sql.val(shaped.values[name]),
  };
  if (shaped.terms.length === 0) return "yes";
  const conditions = shaped.terms.map((term) => sql`(${holds(term, values)})`);
  const readsWords = shaped.terms.some(({ kind }) => kind === "word" || kind === "phrase");
  const { rows } = await sql<{ matches: boolean; isStale: boolean }>`
    select coalesce(${sql.join(conditions, sql` and `)}, false) as matches,
      exists (select from ticket_search_queue q where q.ticket_id = t.id) as "isStale"
    from tickets t where t.id = ${subjectId}::uuid`.execute(db);
  const [found] = rows;
  if (!found) return "no";
  if (readsWords && found.isStale) return "unknown";
  return found.matches ? "yes" : "no";
}

async function readSubject(
  deps: RenderDeps,
  event: StoredEvent,
): Promise<Record<string, unknown> | null> {
  const [kind] = event.type.split(".");
  switch (kind) {
    case "ping":
      return { webhook: { id: event.webhookId } };
    case "person":
      return await readOne(deps.db, "person", personOf(event));
    case "company":
      return await readOne(deps.db, "company", companyOf(event));
    default:
      return await readTicket(deps, event);
  }
}

async function readOne(db: Db, name: string, query: RawBuilder<{ one: unknown }>) {
  const { rows } = await query.execute(db);
  return rows[0] ? { [name]: rows[0].one } : null;
}

async function readTicket({ db, origin }: RenderDeps, event: StoredEvent) {
  const { content, subjectId, changes } = event;
  const { rows } = await ticketOf(content, subjectId, origin()).execute(db);
  const ticket = rows[0]?.one;
  if (!ticket) return null;
  const found: Record<string, unknown> = { ticket };
  if (changes.intoId) found.mergedInto = { id: changes.intoId };
  if (!changes.messageId) return found;
  const { rows: messages } = await messageOf(content, changes.messageId).execute(db);
  return messages[0] ? { ...found, message: messages[0].one } : null;
}

const nameOf = (table: string) =>
  sql`btrim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;

const timeOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const personRef = (id: string) => sql`(
  select json_build_object('id', u.id, 'name', ${nameOf("u")}) from users u
  where u.id = ${sql.ref(id)})`;

function ticketOf(
  content: WebhookContent,
  id: string,
  origin: string,
): RawBuilder<{ one: unknown }> {
  const ids = sql`'id', t.id, 'number', t.number`;
  const fields = sql`'url', ${`${origin}/ticket/`}::text || t.number,
    'subject', t.subject, 'status', t.status, ${sql.join(
      Object.entries(staffValueColumns("t")).map(
        ([name, column]) => sql`${sql.lit(name)}, ${column}`,
      ),
    )},
    'channel', t.channel,
    'requester', (
      select json_build_object('id', u.id, 'name', ${nameOf("u")}, 'email', u.email)
      from users u where u.id = t.requester_id),
    'assignee', ${personRef("t.assignee_id")},
    'team', (select json_build_object('id', id, 'name', name) from teams where id = t.team_id),
    'company', (
      select json_build_object('id', id, 'name', name) from companies where id = t.company_id),
    'tags', coalesce((
      select json_agg(tags.name order by tags.name)
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = t.id), '[]'),
    'rating', case when t.rating is not null then json_build_object(
      'rating', t.rating, 'comment', coalesce(t.rating_comment, ''), 'at', ${timeOf("t.rated_at")}) end,
    'spam', t.spam_at is not null,
    'mergedInto', case when t.merged_into_id is not null
      then json_build_object('id', t.merged_into_id) end,
    'waitingFor', t.waiting_for, 'waitingSince', ${timeOf("t.waiting_since")},
    'snoozedUntil', ${timeOf("t.snoozed_until")},
    'createdAt', ${timeOf("t.created_at")}, 'updatedAt', ${timeOf("t.updated_at")}`;
  return sql`
    select json_build_object(${content === "ids" ? ids : sql`${ids}, ${fields}`}) as one
    from tickets t where t.id = ${id}::uuid`;
}

/** A redacted message has no text any more. */
function messageOf(content: WebhookContent, id: string): RawBuilder<{ one: unknown }> {
  const ids = sql`'id', m.id, 'state', m.kind`;
  const fields = sql`'at', coalesce(${timeOf("m.released_at")}, ${timeOf("m.created_at")}),
    'author', (
      select json_build_object('id', u.id, 'name', ${nameOf("u")}, 'isStaff', u.role <> 'Customer')
      from users u where u.id = m.author_id),
    'redacted', m.redacted_at is not null`;
  const text = sql`'format', m.format, 'text', case when m.redacted_at is null then m.body end`;
  const columns = {
    ids,
    fields: sql`${ids}, ${fields}`,
    messages: sql`${ids}, ${fields}, ${text}`,
  };
  return sql`
    select json_build_object(${columns[content]}) as one from messages m where m.id = ${id}::uuid`;
}

function personOf({ type, content, subjectId }: StoredEvent): RawBuilder<{ one: unknown }> {
  const ids = sql`'id', u.id`;
  const fields = sql`'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
    'role', u.role, 'state', u.state,
    'companies', coalesce((
      select json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'seesAllTickets', uc.sees_all_tickets) order by c.name)
      from user_companies uc join companies c on c.id = uc.company_id
      where uc.user_id = u.id), '[]')`;
  const isShort = content === "ids" || type === "person.deleted";
  return sql`
    select json_build_object(${isShort ? ids : sql`${ids}, ${fields}`}) as one
    from users u where u.id = ${subjectId}::uuid`;
}

function companyOf({ content, subjectId }: StoredEvent): RawBuilder<{ one: unknown }> {
  const ids = sql`'id', c.id`;
  const fields = sql`'name', c.name, 'state', c.state,
    'domains', coalesce((
      select json_agg(d.domain order by d.domain) from company_domains d
      where d.company_id = c.id), '[]')`;
  return sql`
    select json_build_object(${content === "ids" ? ids : sql`${ids}, ${fields}`}) as one
    from companies c where c.id = ${subjectId}::uuid`;
}
