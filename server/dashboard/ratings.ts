import { type RawBuilder, sql } from "kysely";
import { filterWord } from "../../shared/dashboard/drill.ts";
import type {
  DashboardRatingComments,
  DashboardRatings,
  RatingComment,
  RatingRow,
  RatingsBy,
} from "../../shared/dashboard/figures.ts";
import type { RatingCommentsInput, RatingsInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";
import { agentWord } from "./agents.ts";
import { readFigures, type Selection, selectTickets } from "./selection.ts";

/** Ratings given in the period, of tickets whatever their status is now. */
export async function readRatings(deps: ActorDeps, asked: RatingsInput): Promise<DashboardRatings> {
  const { by, limit } = asked;
  const selection = await selectTickets(deps, asked);
  const [found] = await readFigures(deps.db, ratingsBy(by, limit, selection));
  if (!found) throw new Error("The ratings of the dashboard are always one row");
  const { good, total, groups, rows } = found;
  return {
    days: selection.days,
    good,
    total,
    rows: rows.map((row) => presentRow(by, row)),
    others: groups - rows.filter(({ name }) => name !== null).length,
  };
}

interface StoredRow {
  id: string | null;
  name: string | null;
  email: string | null;
  hasNamesake: boolean;
  good: number;
  total: number;
}

interface StoredRatings {
  good: number;
  total: number;
  /** Agents, companies or tags, shown or not. */
  groups: number;
  rows: StoredRow[];
}

/** Deleted people share one name and so one row, as in the block of agents. */
const groupings: Record<RatingsBy, RawBuilder<unknown>> = {
  agent: sql`
    select (array_agg(u.id order by u.id))[1] as id,
      btrim(u.first_name || ' ' || u.last_name) as name, u.email,
      count(*) over (partition by u.folded_name) > 1 as namesake,
      count(*) filter (where rated.rating = 'good') as good, count(*) as total
    from rated left join users u on u.id = rated.assignee_id
    group by case when u.deleted_at is null then u.id end, 2, 3, u.folded_name`,
  company: sql`
    select companies.id, companies.name, null::text as email, false as namesake,
      count(*) filter (where rated.rating = 'good') as good, count(*) as total
    from rated left join companies on companies.id = rated.company_id
    group by 1, 2`,
  tag: sql`
    select tags.id, tags.name, null::text as email, false as namesake,
      count(*) filter (where rated.rating = 'good') as good, count(*) as total
    from rated left join lateral unnest(rated.tag_numbers) as tagged(number) on true
      left join tags using (number)
    group by 1, 2`,
};

function ratingsBy(by: RatingsBy, limit: number, selection: Selection): RawBuilder<StoredRatings> {
  return sql<StoredRatings>`
    with rated as materialized (
      select t.rating, t.assignee_id, t.company_id, t.tag_numbers
      from tickets t where ${ratedIn(selection)}
    ),
    grouped as materialized (${groupings[by]}),
    placed as (
      select grouped.*, row_number() over (
        order by name is null, total desc, lower(name), name, id
      ) as place
      from grouped
    )
    select
      (select count(*) from rated where rating = 'good') as good,
      (select count(*) from rated) as total,
      (select count(*) from grouped where name is not null) as groups,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'email', email, 'hasNamesake', namesake,
          'good', good, 'total', total
        ) order by place), '[]')
        from placed where place <= ${limit} or name is null
      ) as rows`;
}

function ratedIn({ matches, from, to }: Selection): RawBuilder<boolean> {
  return sql<boolean>`${matches} and t.rated_at >= ${from} and t.rated_at < ${to}`;
}

const withoutName: Record<RatingsBy, string> = {
  agent: "Unassigned",
  company: "No company",
  tag: "No tag",
};

function presentRow(
  by: RatingsBy,
  { id, name, email, hasNamesake, good, total }: StoredRow,
): RatingRow {
  if (name === null) return { id: null, word: null, name: withoutName[by], good, total };
  const word = by === "agent" ? agentWord({ name, email, hasNamesake }) : filterWord(name);
  return { id, word, name, good, total };
}

/** The latest first: the index has them in that order. */
export async function readRatingComments(
  deps: ActorDeps,
  asked: RatingCommentsInput,
): Promise<DashboardRatingComments> {
  const selection = await selectTickets(deps, asked);
  const comments = await readFigures(
    deps.db,
    sql<RatingComment>`
      with latest as (
        select t.id, t.rated_at from tickets t
        where ${ratedIn(selection)} and t.rating_comment <> ''
        order by t.rated_at desc, t.id desc limit ${asked.limit}
      )
      select t.number, t.subject, t.rating, t.rating_comment as comment,
        ${isoTime(sql`t.rated_at`)} as "ratedAt",
        btrim(requester.first_name || ' ' || requester.last_name) as requester,
        companies.name as company,
        btrim(agent.first_name || ' ' || agent.last_name) as agent
      from latest join tickets t using (id)
        join users requester on requester.id = t.requester_id
        left join companies on companies.id = t.company_id
        left join users agent on agent.id = t.assignee_id
      order by latest.rated_at desc, t.id desc`,
  );
  return {
    days: selection.days,
    comments: comments.map((row) => ({ ...row, ratedAt: presentTime(row.ratedAt) })),
  };
}
