import { type RawBuilder, sql } from "kysely";
import { filterWord } from "../../shared/dashboard/drill.ts";
import type { AgentRow, DashboardAgents } from "../../shared/dashboard/figures.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isOpen } from "../access/views.ts";
import { readFigures, type Selection, selectTickets } from "./selection.ts";
import {
  presentTimes,
  readFirstReplies,
  readResolved,
  type StoredResolved,
  type StoredTimes,
} from "./times.ts";

/** By current assignee, even if another agent replied or resolved. */
export async function readAgents(deps: ActorDeps, asked: BlockInput): Promise<DashboardAgents> {
  const selection = await selectTickets(deps, asked);
  const rows = (await readFigures(deps.db, figuresByAssignee(selection))).filter(hasAny);
  return { days: selection.days, agents: rows.map((row) => presentAgent(row, rows)).sort(inOrder) };
}

interface StoredAgent {
  id: string | null;
  name: string | null;
  foldedName: string | null;
  email: string | null;
  open: number;
  firstReply: StoredTimes;
  resolved: StoredResolved;
}

function hasAny({ open, firstReply, resolved }: StoredAgent): boolean {
  return open + firstReply.count + resolved.count > 0;
}

/**
 * Assignee by assignee, since an index has the times of each in order, and then unassigned tickets.
 * Deleted people share one name and so one row: the search cannot tell them apart either.
 */
function figuresByAssignee(selection: Selection): RawBuilder<StoredAgent> {
  return sql<StoredAgent>`
    with recursive assignee as (
      (select assignee_id as id from tickets where assignee_id is not null order by 1 limit 1)
      union all
      select (
        select assignee_id from tickets where assignee_id > assignee.id order by 1 limit 1
      ) from assignee where assignee.id is not null
    ),
    agent as materialized (
      select array_agg(u.id order by u.id) as ids,
        btrim(u.first_name || ' ' || u.last_name) as name, u.folded_name, u.email
      from assignee join users u on u.id = assignee.id
      group by case when u.deleted_at is null then u.id end, 2, 3, 4
    )
    select ids[1] as id, name, folded_name as "foldedName", email, figures.*
    from agent cross join lateral (
      ${figuresOf(sql`t.assignee_id = any(agent.ids)`, selection)}
    ) figures
    union all
    select null, null, null, null, figures.*
    from (${figuresOf(sql`t.assignee_id is null`, selection)}) figures`;
}

function figuresOf(
  isTheirs: RawBuilder<unknown>,
  { matches, from, to }: Selection,
): RawBuilder<unknown> {
  const theirs = sql`${matches} and ${isTheirs}`;
  return sql`
    select (select count(*) from tickets t where ${theirs} and ${isOpen}) as open,
      (${readFirstReplies(theirs, { from, to })}) as "firstReply",
      (${readResolved(theirs, { from, to })}) as resolved`;
}

function presentAgent(row: StoredAgent, all: readonly StoredAgent[]): AgentRow {
  const { id, name, open, firstReply, resolved } = row;
  return {
    agent: id === null || name === null ? null : { id, name, word: wordOf(row, name, all) },
    open,
    resolved: resolved.count,
    firstReply: presentTimes(firstReply),
    resolution: presentTimes(resolved),
    reopened: resolved.reopened,
    solvedInOne: resolved.solvedInOne,
  };
}

function wordOf(row: StoredAgent, name: string, all: readonly StoredAgent[]): string {
  const namesakes = all.filter(({ foldedName }) => foldedName === row.foldedName);
  return agentWord({ name, email: row.email, hasNamesake: namesakes.length > 1 });
}

interface NamedAgent {
  name: string;
  email: string | null;
  /** Whether the name means other agents of the list too. */
  hasNamesake: boolean;
}

/** The agent's name as a filter, or their address where the name would not mean them alone. */
export function agentWord({ name, email, hasNamesake }: NamedAgent): string {
  const plain = /^[^\s"]+( [^\s"]+)*$/.test(name);
  return email && (!plain || hasNamesake) ? email : filterWord(name);
}

/** The most resolved first, and unassigned tickets last. */
function inOrder(one: AgentRow, other: AgentRow): number {
  return (
    Number(one.agent === null) - Number(other.agent === null) ||
    other.resolved - one.resolved ||
    other.open - one.open ||
    (one.agent?.name ?? "").localeCompare(other.agent?.name ?? "")
  );
}
