import { type RawBuilder, sql } from "kysely";
import { moveDay, startOfDay, todayIn } from "../../shared/dashboard/days.ts";
import { type DashboardTodo, type TodoKey, todoKeys } from "../../shared/dashboard/figures.ts";
import type { TodoInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isOpen, isSolved } from "../access/views.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";
import { applyFilters, readFigures } from "./selection.ts";

/** Tickets listed with each count. */
const shown = 3;
const hourMs = 3_600_000;

interface StoredItem {
  key: TodoKey;
  count: number;
  tickets: { number: number; subject: string; company: string | null; since: string }[];
}

/** What needs a person now: each item counts what its query in shared/dashboard/drill.ts finds. */
export async function readTodo(deps: ActorDeps, asked: TodoInput): Promise<DashboardTodo> {
  const { db, now } = deps;
  const { matches } = await applyFilters(deps, asked);
  const day = todayIn(asked.timeZone, now);
  const today = startOfDay(day, asked.timeZone);
  const tomorrow = startOfDay(moveDay(day, 1), asked.timeZone);
  const hourAgo = new Date(now.getTime() - hourMs);
  const items: Record<TodoKey, RawBuilder<StoredItem>> = {
    unassigned: itemOf("unassigned", {
      from: sql`select id, unassigned_since as since from awake
        where unassigned_since < ${hourAgo}`,
    }),
    firstReply: itemOf("firstReply", {
      from: sql`select id, waiting_since as since from awake
        where waiting_for = 'us' and staff_reply_count = 0`,
    }),
    unanswered: itemOf("unanswered", {
      from: sql`select id, waiting_since as since from awake
        where waiting_for = 'us' and staff_reply_count > 0`,
    }),
    resolvedToday: itemOf("resolvedToday", {
      from: sql`select t.id, t.last_resolved_at as since from tickets t
        where ${matches} and ${isSolved}
          and t.last_resolved_at >= ${today} and t.last_resolved_at < ${tomorrow}`,
      newest: true,
    }),
    reopenedToday: itemOf("reopenedToday", {
      from: sql`select t.id, max(reopened_at) as since
        from reopenings join tickets t on t.id = reopenings.ticket_id
        where ${matches} and was = 'resolved'
          and reopened_at >= ${today} and reopened_at < ${tomorrow}
        group by t.id`,
      newest: true,
    }),
  };
  // Open tickets that are not snoozed are read once for the three items that count them.
  const awake = sql`
    select t.id, t.unassigned_since, t.waiting_for, t.waiting_since, t.staff_reply_count
    from tickets t
    where ${matches} and ${isOpen}
      and (t.snoozed_until is null or t.snoozed_until <= ${now})`;
  const each = todoKeys.map((key) => items[key]);
  const rows = await readFigures(
    db,
    sql<StoredItem>`with awake as materialized (${awake}) ${sql.join(each, sql` union all `)}`,
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  return {
    items: todoKeys.map((key) => {
      const { count = 0, tickets = [] } = found.get(key) ?? {};
      const presented = tickets.map(({ since, ...ticket }) => ({
        ...ticket,
        since: presentTime(since),
      }));
      return { key, count, tickets: presented };
    }),
  };
}

/** `from` selects the ids of its tickets, and since when each of them counts. */
function itemOf(
  key: TodoKey,
  { from, newest = false }: { from: RawBuilder<unknown>; newest?: boolean },
): RawBuilder<StoredItem> {
  const order = sql`${newest ? sql`first.since desc` : sql`first.since`}, first.id`;
  return sql<StoredItem>`
    select ${sql.lit(key)} as key, (select count(*) from (${from}) found) as count, (
      select coalesce(json_agg(json_build_object(
        'number', t.number, 'subject', t.subject, 'company', companies.name,
        'since', ${isoTime(sql`first.since`)}
      ) order by ${order}), '[]')
      from (select id, since from (${from}) first order by ${order} limit ${sql.lit(shown)}) first
        join tickets t using (id) left join companies on companies.id = t.company_id
    ) as tickets`;
}
