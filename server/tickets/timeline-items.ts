import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import type { MailedTo, MessageMail, TicketName, Undelivered } from "../../shared/tickets/page.ts";
import type { TicketChange } from "../../shared/tickets/state.ts";
import type { PersonRef } from "../../shared/tickets/vocabulary.ts";
import { isInStaffScope, type Scope, type Sight } from "../access/scope.ts";
import { fewWords } from "../db/few-words.ts";
import { isoTime } from "../db/iso-time.ts";
import { comesAfter, type KeyColumn, type Order, orderBy } from "../db/keyset.ts";
import type { StoredFile } from "../files/present.ts";
import { type MessageText, storedHtml, textOrHtml } from "../markdown/message-html.ts";

/** Items per page. */
export const timelineLimit = 60;

/** The order of a timeline: newest first. */
export const timelineOrder = {
  ...orderOf(sql`"keyAt"`, sql`rank`, sql`tie`),
  mark: ({ keyAt, rank, tie }: StoredItem) => [keyAt, rank, tie],
};

interface ItemValues {
  ticketId: RawBuilder<unknown>;
  readerId: RawBuilder<unknown>;
  /** Actions since then can be undone. */
  undoableSince: RawBuilder<unknown>;
  /** The scope in which other tickets are named. */
  scope?: Scope;
  /** Where the previous page ended. */
  mark?: readonly RawBuilder<unknown>[];
  limit: number;
  /** Only messages or only events; absent for both. */
  only?: "messages" | "events" | undefined;
  /** For a token that must not read notes. */
  withoutNotes?: boolean | undefined;
}

/** The newest items of a ticket's timeline. Staff-only items are not read for Customers. */
export function timelineItems(sight: Sight, values: ItemValues): RawBuilder<StoredItem> {
  const { limit } = values;
  return describeItems(
    sight,
    values,
    sql`
    select * from (${sql.join(
      partsOf(sight, values).map((part) => sql`(${part})`),
      sql` union all `,
    )}) part
    order by key_at desc, rank desc, tie desc limit ${sql.lit(limit)}`,
  );
}

/** The items with these keys, newest first. */
export function describeItems(
  sight: Sight,
  values: Pick<ItemValues, "readerId" | "undoableSince" | "scope">,
  keys: RawBuilder<unknown>,
): RawBuilder<StoredItem> {
  return sql<StoredItem>`
    select item.type, item.id, item.rank, item.tie,
      case when isfinite(item.key_at) then ${isoTime(sql`item.key_at`)} else 'infinity' end as "keyAt",
      coalesce(m.author_id, e.actor_id) as "personId", person.name as "personName",
      person.role as "personRole", ${isoTime(sql`coalesce(m.released_at, m.created_at, e.created_at)`)} as at,
      m.redacted_at is not null as redacted,
      case when m.redacted_by is not null then (
        select json_build_object('id', id, 'name', btrim(first_name || ' ' || last_name))
        from users where id = m.redacted_by)
      end as "redactedBy",
      m.format = 'html' as "isMail", ${textOrHtml}, ${filesOfMessage} as files,
      ${sight === "own" ? forCustomer(values) : forStaff(sight, values)}
    from (${keys}) item
    left join messages m on item.type = 'message' and m.id = item.id
    ${storedHtml}
    left join ticket_events e on item.type = 'event' and e.id = item.id
    left join lateral (
      select btrim(first_name || ' ' || last_name) as name, role from users
      where id = coalesce(m.author_id, e.actor_id) limit 1
    ) person on true
    order by item.key_at desc, item.rank desc, item.tie desc`;
}

/** Each part walks its own index and stops at the limit. */
function partsOf(sight: Sight, values: ItemValues): RawBuilder<unknown>[] {
  const messages = sight === "own" ? [released(values)] : [released(values), unreleased(values)];
  const changes =
    sight === "own"
      ? events(values, sql`e.audience = 'everyone'`, sql`md5(e.id::text)::uuid`)
      : events(values, sql`true`, sql`e.id`);
  if (values.only === "messages") return messages;
  return values.only === "events" ? [changes] : [...messages, changes];
}

const messageRank = sql`1::smallint`;
const eventRank = sql`(case when e.kind = 'created' then 0 else 2 end)::smallint`;

function released({ ticketId, mark, limit }: ItemValues): RawBuilder<unknown> {
  const order = orderOf(sql`m.released_at`, messageRank, sql`m.id`);
  return sql`
    select 'message' as type, m.id, m.id as tie, m.released_at as key_at, ${messageRank} as rank
    from messages m
    where m.ticket_id = ${ticketId} and m.released_at is not null ${before(order, mark)}
    order by m.released_at desc, m.id desc limit ${sql.lit(limit)}`;
}

/** Notes are sorted by when they were written; messages being sent come last. */
function unreleased({ ticketId, mark, limit, withoutNotes }: ItemValues): RawBuilder<unknown> {
  const keyAt = sql`case when ${isSending} then 'infinity' else m.created_at end`;
  const order = orderOf(keyAt, messageRank, sql`m.id`);
  return sql`
    select 'message' as type, m.id, m.id as tie, ${keyAt} as key_at, ${messageRank} as rank
    from messages m
    where m.ticket_id = ${ticketId} and m.released_at is null ${before(order, mark)}
      ${withoutNotes ? sql`and m.kind = 'public'` : sql``}
    order by ${orderBy(order)} limit ${sql.lit(limit)}`;
}

/** Its files, in order. */
const filesOfMessage = sql`(
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'width', f.width, 'height', f.height) order by f.position, f.id)
  from files f where f.message_id = m.id and f.redacted_at is null and not f.is_inline)`;

const isSending = sql`m.kind = 'public' and m.released_at is null and m.redacted_at is null`;

/** Customers must not learn ids of events, not even from the cursor, which uses `tie`. */
function events(
  { ticketId, mark, limit }: ItemValues,
  seen: RawBuilder<unknown>,
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = orderOf(sql`e.created_at`, eventRank, tie);
  return sql`
    select 'event' as type, e.id, ${tie} as tie, e.created_at as key_at, ${eventRank} as rank
    from ticket_events e
    where e.ticket_id = ${ticketId} and ${seen} ${before(order, mark)}
    order by ${orderBy(order)} limit ${sql.lit(limit)}`;
}

function before(order: Order, mark: ItemValues["mark"]): RawBuilder<unknown> {
  return mark ? sql`and ${comesAfter(order, mark)}` : sql``;
}

function orderOf(...keys: [at: KeyColumn["sql"], rank: KeyColumn["sql"], tie: KeyColumn["sql"]]) {
  const [at, rank, tie] = keys;
  return {
    name: "timeline",
    descending: true,
    columns: [
      { sql: at, type: "timestamptz" },
      { sql: rank, type: "smallint" },
      { sql: tie, type: "uuid" },
    ] as KeyColumn[],
  };
}

/** The first event of the action that a Customer sees, by the id they know. */
const undoneForCustomer = sql`e.data - 'back' || jsonb_build_object('undoes', (
  select md5(min(seen.id::text))::uuid
  from ticket_events undone join ticket_events seen
    on seen.ticket_id = undone.ticket_id and seen.act_id = undone.act_id
  where undone.id = (e.data ->> 'undoes')::uuid and seen.audience = 'everyone'))`;

/**
 * Whether the customer wrote the message `m` as the mail `original`, which `received` describes. What an agent
 * forwarded is not theirs: it holds the agent's own words.
 */
export function isOwnMail(readerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(m.author_id = ${readerId}::uuid and m.kind = 'public' and m.released_at is not null
    and lower(original.sender) = lower(received.from_address))`;
}

/** Whether the mail of the message `m` is stored, and its reader can download it. */
const hasOriginal = (isReaders: RawBuilder<boolean>) => sql`
  case when received.message_id is not null and m.redacted_at is null then exists (
    select from inbound_mails original
    where original.id = received.inbound_mail_id and original.content_id is not null
      and ${isReaders})
  end as "hasOriginal"`;

/** `back` is not for readers; the action id only groups events. */
const forCustomer = (values: Pick<ItemValues, "readerId">) => sql`
  ${hasOriginal(isOwnMail(values.readerId))},
  e.kind, case e.kind when 'undone' then ${undoneForCustomer} else e.data end as data,
  ${namesInEvent("own", values)} as names, 'public' as state,
  md5(coalesce(e.act_id, m.act_id)::text)::uuid as "actId", false as undoable, null as "releaseAt", null as "releaseInMs", null as mentions`;

/** The name of a user, or a copied person's address. */
const mailedTo = sql`coalesce(btrim(u.first_name || ' ' || u.last_name), mail.to_address)`;

/** Why a mail came back: `no such mailbox (5.1.1)`. */
const whyReturned = sql`case when mail.bounce_code = '' then mail.bounce_text
  else mail.bounce_text || ' (' || mail.bounce_code || ')' end`;

/** Addresses that the mail did not reach, with a few words of the mail server's answer. */
const undelivered = sql`(
  select json_agg(json_build_object('id', mail.id, 'to', coalesce(mail.address, ${mailedTo}),
      'why', ${fewWords(sql`coalesce(${whyReturned}, mail.error)`)})
    order by coalesce(mail.address, ${mailedTo}), mail.id)
  from outgoing_mails mail left join users u on u.id = mail.user_id
  where mail.message_id = m.id and (mail.state = 'failed' or mail.bounced_at is not null))`;

/** Customers and copied people whom the message was mailed to, or is mailed to once the mail server takes it. */
const mailed = sql`(
  select json_agg(json_build_object('id', mail.id, 'to', ${mailedTo},
      'isWaiting', mail.state = 'queued',
      'answer', case mail.state when 'queued' then ${fewWords(sql`mail.error`)}
        else ${fewWords(sql`mail.server_answer`)} end)
    order by ${mailedTo}, mail.id)
  from outgoing_mails mail left join users u on u.id = mail.user_id
  where mail.message_id = m.id and (u.role = 'Customer' or mail.to_address is not null)
    and ((mail.state = 'sent' and mail.bounced_at is null) or (mail.state = 'queued' and mail.error is not null)))`;

/** The mail of the message `m`, by which it came. Of a forwarded mail, only the agent who sent it is proven. */
const mailOfMessage = (readerId: RawBuilder<unknown>) => sql`(
  select json_build_object('sender', received.from_address,
    'verdict', case when lower(original.sender) = lower(received.from_address) then original.verdict
      else 'none' end,
    'sentAt', ${isoTime(sql`received.sent_at`)},
    'receivedAt', ${isoTime(sql`original.received_at`)}, 'hasRest', received.rest_html is not null,
    'remoteImages', received.remote_images,
    'showsImages', exists (select from image_choices
      where user_id = ${readerId}::uuid and sender = received.from_address),
    'isSigned', received.is_signed, 'calendar', received.calendar,
    'recipients', coalesce((
      select json_agg(json_build_object('kind', kind, 'address', address, 'name', name)
        order by kind desc, address)
      from message_recipients where message_id = m.id), '[]'))
  from inbound_mails original where original.id = received.inbound_mail_id)`;

function forStaff(
  sight: Sight,
  values: Pick<ItemValues, "readerId" | "undoableSince" | "scope">,
): RawBuilder<unknown> {
  const { readerId, undoableSince } = values;
  return sql`
    ${hasOriginal(sql`true`)},
    e.kind, e.data, ${namesInEvent(sight, values)} as names,
    coalesce(e.act_id, m.act_id) as "actId",
    case
      when m.kind = 'note' then 'note' when m.released_at is null then 'sending' else 'public'
    end as state,
    m.kind = 'note' and m.format = 'markdown' and m.request_id is not null as "isOwnNote",
    case when ${isSending} then ${isoTime(sql`m.release_at`)} end as "releaseAt",
    case when ${isSending} then
      greatest(0, ceil(extract(epoch from m.release_at - clock_timestamp()) * 1000))::int
    end as "releaseInMs",
    case when m.kind = 'note' then (
      select json_agg(btrim(u.first_name || ' ' || u.last_name))
      from message_mentions mention join users u on u.id = mention.user_id
      where mention.message_id = m.id)
    end as mentions,
    case when m.kind = 'public' and m.released_at is not null and m.redacted_at is null
      and person.role <> 'Customer' then ${undelivered} end as undelivered,
    case when m.kind = 'public' and m.released_at is not null and m.redacted_at is null
      and person.role <> 'Customer' then ${mailed} end as mailed,
    case when received.message_id is not null and m.redacted_at is null then ${mailOfMessage(readerId)}
    end as mail,
    coalesce(e.actor_id = ${readerId}::uuid and (
      select acts.actor_id = ${readerId}::uuid and acts.undone_at is null
        and acts.created_at > ${undoableSince}::timestamptz
        and jsonb_typeof(acts.made -> 'undo') = 'object'
      -- By key alone: for "exists" Postgres would list all that the reader did in a day.
      from acts where acts.id = e.act_id), false) as undoable`;
}

/** A row of the timeline: a message or an event, with the names it needs. */
export type StoredItem = StoredMessage | StoredEvent;

interface Stored {
  id: string;
  /** Its position in the timeline. */
  keyAt: string;
  rank: number;
  tie: string;
  at: string;
  personName: string | null;
  personRole: Role | null;
}

export interface StoredMessage extends Stored, MessageText {
  type: "message";
  personId: string;
  actId: string | null;
  state: "public" | "sending" | "note";
  redacted: boolean;
  redactedBy: PersonRef | null;
  releaseAt: string | null;
  releaseInMs: number | null;
  /** It came by mail, as HTML. */
  isMail?: boolean;
  hasOriginal?: boolean | null;
  /** A note that a person wrote, not an action. For staff only. */
  isOwnNote?: boolean | null;
  /** For staff only. */
  undelivered?: Undelivered[] | null;
  mailed?: MailedTo[] | null;
  mail?: MessageMail | null;
  files: StoredFile[] | null;
}

/** `isMerged`: it is merged into this ticket now. */
interface NamedTicket extends TicketName {
  isMerged: boolean | null;
}

export interface StoredEvent extends Stored {
  type: "event";
  personId: string | null;
  kind: TicketChange["kind"];
  data: Record<string, unknown>;
  /** The names of the ids in its data. */
  names: Record<string, string | NamedTicket> | null;
  actId: string;
  undoable: boolean;
}

interface NamesFor {
  readerId: RawBuilder<unknown>;
  /** Within which other tickets are named. */
  scope?: Scope;
}

/** Names are joined on reading, for the ids of people, teams and companies in the data. */
const idsInData = sql`array(
  select (value #>> '{}')::uuid from jsonb_path_query(e.data, '$.*[*]') value
  where jsonb_typeof(value) = 'string')`;

/** The data of an Undo also holds words, so only ids are picked. */
const idsInBack = sql`array(
  select (value #>> '{}')::uuid from jsonb_path_query(e.data,
    '$.back[*].*[*] ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') value)`;

/** Only the ids of tickets: the data holds words too, such as the kind of a link. */
const idsOfTickets = sql`array[
  e.data ->> 'into', e.data ->> 'source', e.data ->> 'other', e.data ->> 'origin'
]::uuid[]`;

/** The names in the event `e` that its reader can see. */
const namesInEvent = (sight: Sight, { readerId, scope }: NamesFor) => sql`
  case
    when e.kind in ('assigned', 'requester', 'followers') then (
      select json_object_agg(id, btrim(first_name || ' ' || last_name)) from users
      where id = any(${idsInData}) and ${isPersonKnownTo(sight, readerId)})
    when e.kind = 'subject' and e.data ? 'redactedBy' then (
      select json_build_object(id, btrim(first_name || ' ' || last_name)) from users
      where id = (e.data ->> 'redactedBy')::uuid)
    when e.kind = 'company' then (
      select json_object_agg(id, name) from companies
      where id = any(${idsInData}) and ${isKnownTo(sight, readerId)})
    when e.kind = 'team' then (
      select json_object_agg(id, name) from teams where id = any(${idsInData}))
    when e.kind = 'undone' then ${sight === "own" ? sql`null` : namesInBack(sight, readerId)}
    when e.kind in
      ('merged', 'merged-from', 'unmerged', 'split', 'split-from', 'linked', 'unlinked') then (
      select json_object_agg(t.id, json_build_object(
        'number', t.number, 'subject', t.subject, 'isMerged', t.merged_into_id = e.ticket_id))
      from tickets t where t.id = any(${idsOfTickets}) and ${scope && sight !== "own" ? isInStaffScope(scope) : sql`false`})
  end`;

function namesInBack(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_object_agg(id, name) from (
      select id, btrim(first_name || ' ' || last_name) as name from users
      where id = any(${idsInBack})
      union all select id, name from companies
      where id = any(${idsInBack}) and ${isKnownTo(sight, readerId)}
      union all select id, name from teams where id = any(${idsInBack})
    ) named)`;
}

/**
 * A Customer sees the names of the requester, of people who wrote in the ticket, and of people in a
 * company whose tickets they all see. Followers are not shown.
 */
function isPersonKnownTo(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sight !== "own") return sql`true`;
  return sql`(users.role <> 'Customer' or users.id = ${readerId}::uuid
    or users.id = (select asks.requester_id from tickets asks where asks.id = e.ticket_id)
    or exists (
      select from messages wrote
      where wrote.ticket_id = e.ticket_id and wrote.author_id = users.id
        and wrote.released_at is not null)
    or exists (
      select from user_companies mine
      join user_companies theirs on theirs.company_id = mine.company_id
      where mine.user_id = ${readerId}::uuid and mine.sees_all_tickets
        and theirs.user_id = users.id))`;
}

/** Names of companies are shown to people who belong to them or have them in scope. */
function isKnownTo(sight: Sight, readerId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sight === "all") return sql`true`;
  return sql`exists (
    select from user_companies mine
    where mine.company_id = companies.id and mine.user_id = ${readerId}::uuid)`;
}
