import { type RawBuilder, sql } from "kysely";
import {
  type HasChoice,
  type IsChoice,
  type OperatorTaking,
  takes,
} from "../../shared/search/operators.ts";
import { openStatuses } from "../../shared/tickets/vocabulary.ts";
import { isUnread, joinReadMark, whatConcerns } from "../access/read-marks.ts";
import type { Sight } from "../access/scope.ts";
import { isReadable, lexemesIn, phraseMatches } from "./match.ts";
import type { RangeOperator, ShapedTerm, ValueName } from "./shape.ts";

export interface ConditionValues {
  sight: Sight;
  /** The sight by which texts are read. */
  reading: Sight;
  changing: boolean;
  /** Whether a phrase that is not excluded can be in the head. */
  phraseInHead: boolean;
  userId: RawBuilder<unknown>;
  now: RawBuilder<unknown>;
  timeZone: RawBuilder<unknown>;
  value(name: ValueName): RawBuilder<unknown>;
}

/** Whether the ticket `t` matches a term. */
export function holds(term: ShapedTerm, values: ConditionValues): RawBuilder<boolean> {
  const condition = positive(term, values);
  if (!term.not) return condition;
  // Spelled so that an index still serves it.
  const is = term.kind === "choices" && term.operator === "is" ? term.choices.join() : "";
  if (is === "snoozed") {
    return sql`(t.snoozed_until is null or t.snoozed_until <= ${values.now}::timestamptz)`;
  }
  if (is === "opened-by-staff") return sql`not t.opened_by_staff`;
  return sql`(${condition}) is not true`;
}

function positive(term: ShapedTerm, values: ConditionValues): RawBuilder<boolean> {
  const { value, reading } = values;
  switch (term.kind) {
    case "word":
      return lexemesIn(
        { sight: reading, changing: values.changing },
        sql`(select ${value(term.value)}::text)`,
      );
    case "phrase": {
      const text = sql`(select ${value(term.value)}::text)`;
      return phraseMatches(reading, text, term.not || values.phraseInHead);
    }
    case "number":
      return sql`t.number = ${value(term.value)}::bigint`;
    case "choices":
      return isChosen(term.operator, term.choices, values);
    case "named":
      return isNamed(term, values);
    case "ranges":
      return anyOf(term.ranges.map(([from, to]) => isWithin(term.operator, from, to, values)));
    case "moments":
      return anyOf(term.moments.map((at) => wasOpenAt(sql`${value(at)}::timestamptz`)));
    case "hours":
      return sql`(extract(isodow from t.created_at at time zone ${values.timeZone}::text) * 24
        + extract(hour from t.created_at at time zone ${values.timeZone}::text))::int
        = any(${value(term.hours)}::int[])`;
  }
}

function isChosen(
  operator: OperatorTaking<"choice">,
  choices: readonly string[],
  values: ConditionValues,
): RawBuilder<boolean> {
  switch (operator) {
    case "status":
      return among(sql`t.status`, choices);
    case "priority":
      return among(sql`t.priority`, choices);
    case "type":
      return among(sql`t.type`, choices);
    case "channel":
      return among(sql`t.channel`, choices);
    case "rating":
      return among(sql`t.rating`, choices);
    case "waiting":
      return among(sql`t.waiting_for`, choices);
    case "has":
      return anyOf(choices.map((choice) => hasIt(choice as HasChoice, values)));
    case "is":
      return anyOf(choices.map((choice) => isIt(choice as IsChoice, values)));
  }
}

function hasIt(choice: HasChoice, { reading, userId }: ConditionValues): RawBuilder<boolean> {
  switch (choice) {
    case "attachment":
      return sql`exists (
        select from messages m join files f on f.message_id = m.id
        where m.ticket_id = t.id and ${isReadable(reading)} and f.redacted_at is null)`;
    case "draft":
      return sql`t.id in (select ticket_id from drafts where user_id = ${userId}::uuid
        and ticket_id is not null)`;
    case "company":
      return sql`t.company_id is not null`;
    case "team":
      return sql`t.team_id is not null`;
    case "tag":
      return sql`exists (select from ticket_tags where ticket_tags.ticket_id = t.id)`;
    case "assignee":
      return sql`t.assignee_id is not null`;
    case "rating":
      return sql`t.rating is not null`;
  }
}

// Ranges always have two ends: with one, Postgres plans for a third of all tickets.
function isIt(choice: IsChoice, { reading, userId, now }: ConditionValues): RawBuilder<boolean> {
  switch (choice) {
    case "open":
      return among(sql`t.status`, openStatuses);
    case "unread":
      return sql`(t.id in (${whatConcerns(userId)}) and exists (
        select from (select) reader ${joinReadMark(userId)} where ${isUnread(reading, userId)}))`;
    case "snoozed":
      return sql`t.snoozed_until > ${now}::timestamptz and t.snoozed_until < 'infinity'`;
    case "unassigned":
      return sql`t.assignee_id is null`;
    case "overdue":
      return sql`${among(sql`t.status`, openStatuses)} and t.waiting_for = 'us'
        and t.waiting_since < ${now}::timestamptz
          - (select overdue_hours from desk) * interval '1 hour'
        and t.waiting_since > '-infinity'`;
    case "followed":
      return sql`t.requester_id <> ${userId}::uuid and exists (
        select from ticket_people follower
        where follower.ticket_id = t.id and follower.user_id = ${userId}::uuid)`;
    case "mentioned":
      return sql`t.id in (
        select m.ticket_id from message_mentions mention
        join messages m on m.id = mention.message_id
        where mention.user_id = ${userId}::uuid and m.redacted_at is null)`;
    case "opened-by-staff":
      return sql`t.opened_by_staff`;
    case "spam":
      return sql`t.spam_at is not null`;
    case "merged":
      return sql`t.merged_into_id is not null`;
  }
}

function isNamed(
  { operator, ids, me, none }: ShapedTerm & { kind: "named" },
  { userId, value }: ConditionValues,
): RawBuilder<boolean> {
  const found = ids && sql`${value(ids)}::uuid[]`;
  if (operator === "tag") {
    return anyOf([
      found && sql`t.id in (select ticket_id from ticket_tags where tag_id = any(${found}))`,
      none && sql`not exists (select from ticket_tags where ticket_tags.ticket_id = t.id)`,
    ]);
  }
  const columns: Record<typeof operator, RawBuilder<unknown>> = {
    assignee: sql`t.assignee_id`,
    requester: sql`t.requester_id`,
    company: sql`t.company_id`,
    team: sql`t.team_id`,
    mailbox: sql`t.mailbox_id`,
  };
  const column = columns[operator];
  return anyOf([
    found && sql`${column} = any(${found})`,
    me && sql`${column} = ${userId}::uuid`,
    none && sql`${column} is null`,
  ]);
}

function isWithin(
  operator: RangeOperator,
  from: ValueName | null,
  to: ValueName | null,
  { sight, value }: ConditionValues,
): RawBuilder<boolean> {
  if (takes(operator, "number")) {
    const counts: Record<typeof operator, RawBuilder<unknown>> = {
      reopened: sql`t.reopen_count`,
      replies: sql`t.staff_reply_count`,
    };
    const count = counts[operator];
    return sql`${count} >= ${from ? sql`${value(from)}::int` : sql`0`}
      and ${count} < ${to ? sql`${value(to)}::int` : sql`2147483647`}`;
  }
  const start = from ? sql`${value(from)}::timestamptz` : sql`'-infinity'`;
  const end = to ? sql`${value(to)}::timestamptz` : sql`'infinity'`;
  if (operator === "reopened-at") {
    return sql`t.id in (
      select reopening.ticket_id from reopenings reopening
      where reopening.was = 'resolved'
        and reopening.reopened_at >= ${start} and reopening.reopened_at < ${end})`;
  }
  const times: Record<typeof operator, RawBuilder<unknown>> = {
    created: sql`t.created_at`,
    updated: sight === "own" ? sql`t.publicly_updated_at` : sql`t.updated_at`,
    resolved: sql`t.last_resolved_at`,
    closed: sql`t.closed_at`,
    "first-reply": sql`t.first_staff_reply_at`,
    unassigned: sql`t.unassigned_since`,
    rated: sql`t.rated_at`,
  };
  const time = times[operator];
  return sql`${time} >= ${start} and ${time} < ${end}`;
}

/** Whether its status spans say that it was open right before then, whatever it is now. */
function wasOpenAt(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from status_spans span
    where span.ticket_id = t.id and span.started_at < ${at}
      and (span.ended_at is null or span.ended_at >= ${at})
      and ${among(sql`span.status`, openStatuses)})`;
}

/** Spelled as in the partial indexes, which serve no other spelling. */
function among(column: RawBuilder<unknown>, choices: readonly string[]): RawBuilder<boolean> {
  const [only, second] = choices;
  if (only !== undefined && second === undefined) return sql`${column} = ${sql.lit(only)}`;
  return sql`${column} in (${sql.join(choices.map((choice) => sql.lit(choice)))})`;
}

function anyOf(
  conditions: readonly (RawBuilder<boolean> | RawBuilder<unknown> | false | null)[],
): RawBuilder<boolean> {
  const [only, ...more] = conditions.filter((condition) => !!condition);
  if (!only) return sql`false`;
  if (more.length === 0) return sql`${only}`;
  return sql`(${sql.join(
    [only, ...more].map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
}
