import { type RawBuilder, sql } from "kysely";
import { fewWords } from "../db/few-words.ts";
import { isoTime } from "../db/iso-time.ts";
import { comesAfter, type KeyColumn, type Order, orderBy } from "../db/keyset.ts";
import { storedHtml, textOrHtml } from "../markdown/message-html.ts";
import type { Scope, Sight } from "./scope.ts";
import { namesInEvent } from "./names-in-event.ts";
import type { StoredItem } from "./timeline-row.ts";

/** So many at once. */
export const timelineLimit = 60;

/** How a timeline is ordered: newest first, so that it is cut where it is oldest. */
export const timelineOrder = {
  ...orderOf(sql`"keyAt"`, sql`rank`, sql`tie`),
  mark: ({ keyAt, rank, tie }: StoredItem) => [keyAt, rank, tie],
};

interface ItemValues {
  ticketId: RawBuilder<unknown>;
  readerId: RawBuilder<unknown>;
  /** Acts since then can be taken back. */
  undoableSince: RawBuilder<unknown>;
  /** Within which other tickets are named. */
  scope?: Scope;
  /** Where the page before this one ended. */
  mark?: readonly RawBuilder<unknown>[];
  limit: number;
}

/** The newest items of a ticket's timeline, whole: what is for staff is not read for a Customer. */
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

/** All that is shown of the items whose keys are given; the newest first. */
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
      ${textOrHtml}, ${filesOfMessage} as files,
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

/** Each walks its own index and stops at the limit. */
function partsOf(sight: Sight, values: ItemValues): RawBuilder<unknown>[] {
  return sight === "own"
    ? [released(values), events(values, sql`e.audience = 'everyone'`, sql`md5(e.id::text)::uuid`)]
    : [released(values), unreleased(values), events(values, sql`true`, sql`e.id`)];
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

/** Notes stand where they were written; what is being sent stands last until it is out. */
function unreleased({ ticketId, mark, limit }: ItemValues): RawBuilder<unknown> {
  const keyAt = sql`case when ${isSending} then 'infinity' else m.created_at end`;
  const order = orderOf(keyAt, messageRank, sql`m.id`);
  return sql`
    select 'message' as type, m.id, m.id as tie, ${keyAt} as key_at, ${messageRank} as rank
    from messages m
    where m.ticket_id = ${ticketId} and m.released_at is null ${before(order, mark)}
    order by ${orderBy(order)} limit ${sql.lit(limit)}`;
}

/** What it has taken along, in its order. */
const filesOfMessage = sql`(
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'width', f.width, 'height', f.height) order by f.position, f.id)
  from files f where f.message_id = m.id and f.redacted_at is null)`;

const isSending = sql`m.kind = 'public' and m.released_at is null and m.redacted_at is null`;

/** Ids of events tell a Customer nothing, not even through the cursor: `tie` is made from them. */
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

/** It names the first event of the act that a Customer reads, as they know it. */
const undoneForCustomer = sql`e.data - 'back' || jsonb_build_object('undoes', (
  select md5(min(seen.id::text))::uuid
  from ticket_events undone join ticket_events seen
    on seen.ticket_id = undone.ticket_id and seen.act_id = undone.act_id
  where undone.id = (e.data ->> 'undoes')::uuid and seen.audience = 'everyone'))`;

/** What an Undo keeps to be replayed is for the desk alone; the act only tells what belongs together. */
const forCustomer = (values: Pick<ItemValues, "readerId">) => sql`
  e.kind, case e.kind when 'undone' then ${undoneForCustomer} else e.data end as data,
  ${namesInEvent("own", values)} as names, 'public' as state,
  md5(e.act_id::text)::uuid as "actId", false as undoable, null as "releaseAt", null as "releaseInMs", null as mentions`;

/** Whom its mail did not reach, and what the mail server said: a few words of it. */
const undelivered = sql`(
  select json_agg(json_build_object('to', btrim(u.first_name || ' ' || u.last_name), 'why',
    ${fewWords(sql`mail.error`)})
    order by u.first_name, u.last_name, u.id)
  from outgoing_mails mail join users u on u.id = mail.user_id
  where mail.message_id = m.id and mail.state = 'failed')`;

function forStaff(
  sight: Sight,
  values: Pick<ItemValues, "readerId" | "undoableSince" | "scope">,
): RawBuilder<unknown> {
  const { readerId, undoableSince } = values;
  return sql`
    e.kind, e.data, ${namesInEvent(sight, values)} as names, e.act_id as "actId",
    case
      when m.kind = 'note' then 'note' when m.released_at is null then 'sending' else 'public'
    end as state,
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
    coalesce(e.actor_id = ${readerId}::uuid and (
      select acts.actor_id = ${readerId}::uuid and acts.undone_at is null
        and acts.created_at > ${undoableSince}::timestamptz
        and jsonb_typeof(acts.made -> 'undo') = 'object'
      -- By its key alone: of "exists" Postgres makes a list of all that the reader did in a day.
      from acts where acts.id = e.act_id), false) as undoable`;
}
