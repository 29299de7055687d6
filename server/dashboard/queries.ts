import { type RawBuilder, sql } from "kysely";
import type { DashboardFigures } from "../../shared/dashboard.ts";
import { AppError } from "../../shared/errors.ts";
import type { DashboardInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { isUnknownTimeZone } from "../db/client.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import { isOpen, isSolved } from "../tickets/views.ts";
import { days, daysOf } from "./days.ts";
import { presentFigures, type StoredFigures } from "./present.ts";

/** Each figure is defined in shared/dashboard.ts. All are of one moment: it is one statement. */
export async function dashboardFigures(
  deps: ActorDeps,
  { period, timeZone }: DashboardInput,
): Promise<DashboardFigures> {
  const seen = isSeen(scopeOf(deps.actor));
  const query = sql<StoredFigures>`
    with days as materialized (${days(daysOf[period], deps.now, timeZone)}),
    period as materialized (
      select min(starts) as starts, max(ends) as ends from days where in_period
    ),
    open as materialized (
      select company_id, status, assignee_id is null as unassigned, count(*) as count
      from tickets t where ${seen} and ${isOpen} group by 1, 2, 3
    )
    select
      (${perDay(seen)}) as days,
      (${firstReply(seen)}) as "firstReply",
      (${solved(seen)}) as solved,
      (
        select coalesce(json_object_agg(status, count), '{}')
        from (select status, sum(count) as count from open group by status) by_status
      ) as open,
      (select coalesce(sum(count), 0)::bigint from open where unassigned) as unassigned,
      (${topCompanies}) as "topCompanies"`;
  const { rows } = await query.execute(deps.db).catch((error) => {
    if (!isUnknownTimeZone(error)) throw error;
    const fields = [{ field: "timeZone", message: "This is not a time zone." }];
    throw new AppError("invalid_input", { fields });
  });
  const [figures] = rows;
  if (!figures) throw new Error("The figures of the dashboard are always one row");
  return presentFigures(figures);
}

/** A day at a time, since so each count is a stretch of an index. */
function perDay(seen: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select json_agg(json_build_object(
      'day', to_char(day, 'YYYY-MM-DD'), 'inPeriod', in_period,
      'created', (
        select count(*) from tickets t
        where ${seen} and t.created_at >= starts and t.created_at < ends),
      'resolved', (
        select count(*) from tickets t
        where ${seen} and ${isSolved}
          and t.last_resolved_at >= starts and t.last_resolved_at < ends)
    ) order by day)
    from days where ends is not null`;
}

function firstReply(seen: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select ${medianAndP90(sql`t.first_staff_reply_at - t.created_at`)}
    from period join tickets t
      on t.first_staff_reply_at >= period.starts and t.first_staff_reply_at < period.ends
    where ${seen} and not t.opened_by_staff`;
}

function solved(seen: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select json_build_object(
      'resolution', ${medianAndP90(sql`t.last_resolved_at - t.created_at`)},
      'reopened', count(*) filter (where t.reopen_count > 0),
      'solvedInOne', count(*) filter (where t.staff_reply_count = 1))
    from period join tickets t
      on t.last_resolved_at >= period.starts and t.last_resolved_at < period.ends
    where ${seen} and ${isSolved}`;
}

function medianAndP90(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_json(
    percentile_disc(array[0.5, 0.9]) within group (order by date_part('epoch', ${time})))`;
}

const topCompanies = sql`
  select coalesce(json_agg(company), '[]') from (
    select id, name, sum(count) as open
    from open join companies on companies.id = open.company_id
    group by id, name order by sum(count) desc, lower(name) limit 5
  ) company`;
