import { type RawBuilder, sql } from "kysely";
import { filterWord } from "../../shared/dashboard/drill.ts";
import type { AgentRow, DashboardAgents } from "../../shared/dashboard/figures.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { isOpen } from "../tickets/views.ts";
import { type LookedAt, lookAt, readBy } from "./looked-at.ts";
import { happened, outcomes, took } from "./moments.ts";
import { medianAndP90, presentTimes, type StoredTimes } from "./percentiles.ts";

/** By who is assigned now, whoever replied or resolved. */
export async function readAgents(deps: ActorDeps, asked: BlockInput): Promise<DashboardAgents> {
  const { db } = deps;
  const looked = await lookAt(deps, asked);
  const read = readBy(looked);
  // In two halves that are read at the same time, over two connections.
  const [begun, solved] = await Promise.all([
    read(db, readEach(looked, begunBy)),
    read(db, readEach(looked, solvedBy)),
  ]);
  const solvedOf = new Map(solved.map((row) => [row.id, row.solved]));
  const rows = begun
    .map((row): StoredAgent => ({ ...row, solved: solvedOf.get(row.id) ?? nothing }))
    .filter(hasAny);
  const [deleted, ...more] = rows.filter((row) => row.deleted);
  const all = rows.filter((row) => !row.deleted);
  if (deleted && more.length === 0) all.push(deleted);
  if (deleted && more.length > 0) {
    // They all have one name, and so one row: the search cannot tell them apart either.
    const ids = [deleted, ...more].map(({ id }) => id);
    const theirs = sql`t.assignee_id = any(${ids}::uuid[])`;
    const [[open], [done]] = await Promise.all([
      read(db, begunBy(theirs, looked)),
      read(db, solvedBy(theirs, looked)),
    ]);
    all.push({ ...deleted, ...open, ...done });
  }
  return { days: looked.days, agents: all.map((row) => presentAgent(row, all)).sort(inOrder) };
}

interface Person {
  id: string | null;
  name: string | null;
  foldedName: string | null;
  email: string | null;
  deleted: boolean;
}

interface StoredBegun {
  open: number;
  firstReply: StoredTimes;
}

interface StoredSolved {
  solved: StoredTimes & { reopened: number; solvedInOne: number };
}

type StoredAgent = Person & StoredBegun & StoredSolved;

const nothing: StoredSolved["solved"] = { count: 0, times: null, reopened: 0, solvedInOne: 0 };

function hasAny({ open, firstReply, solved }: StoredAgent): boolean {
  return open + firstReply.count + solved.count > 0;
}

/** Of each assignee, one after another, and of nobody. */
function readEach<Figures>(
  looked: LookedAt,
  figuresOf: (whose: RawBuilder<unknown>, looked: LookedAt) => RawBuilder<Figures>,
): RawBuilder<Person & Figures> {
  return sql`
    with recursive assignee as (
      (select assignee_id as id from tickets where assignee_id is not null order by 1 limit 1)
      union all
      select (
        select assignee_id from tickets where assignee_id > assignee.id order by 1 limit 1
      ) from assignee where assignee.id is not null
    )
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.folded_name as "foldedName",
      u.email, u.deleted_at is not null as deleted, figures.*
    from assignee join users u on u.id = assignee.id
      cross join lateral (${figuresOf(sql`t.assignee_id = assignee.id`, looked)}) figures
    union all
    select null, null, null, null, false, figures.*
    from (${figuresOf(sql`t.assignee_id is null`, looked)}) figures`;
}

function begunBy(
  whose: RawBuilder<unknown>,
  { counts, ...looked }: LookedAt,
): RawBuilder<StoredBegun> {
  return sql`
    select (
      select count(*) from tickets t where ${counts} and ${isOpen} and ${whose}
    ) as open, (
      select json_build_object(
        'count', count(*), 'times', ${medianAndP90(took.replied)})
      from tickets t
      where ${counts} and ${whose} and ${happened("replied", looked)}
    ) as "firstReply"`;
}

function solvedBy(
  whose: RawBuilder<unknown>,
  { counts, ...looked }: LookedAt,
): RawBuilder<StoredSolved> {
  return sql`
    select json_build_object(
      'count', count(*), 'times', ${medianAndP90(took.resolved)},
      'reopened', count(*) filter (where ${outcomes.reopened}),
      'solvedInOne', count(*) filter (where ${outcomes.solvedInOne})) as solved
    from tickets t
    where ${counts} and ${whose} and ${happened("resolved", looked)}`;
}

function presentAgent(row: StoredAgent, all: readonly StoredAgent[]): AgentRow {
  const { id, name, open, firstReply, solved } = row;
  return {
    agent: id === null || name === null ? null : { id, name, word: wordOf(row, name, all) },
    open,
    resolved: solved.count,
    firstReply: presentTimes(firstReply),
    resolution: presentTimes(solved),
    reopened: solved.reopened,
    solvedInOne: solved.solvedInOne,
  };
}

/** Their name, or their address where the name would mean others of these too. */
function wordOf(row: StoredAgent, name: string, all: readonly StoredAgent[]): string {
  const plain = /^[^\s"]+( [^\s"]+)*$/.test(name);
  const namesakes = all.filter(({ foldedName }) => foldedName === row.foldedName);
  return row.email && (!plain || namesakes.length > 1) ? row.email : filterWord(name);
}

/** The most resolved first, and nobody last. */
function inOrder(one: AgentRow, other: AgentRow): number {
  return (
    Number(one.agent === null) - Number(other.agent === null) ||
    other.resolved - one.resolved ||
    other.open - one.open ||
    (one.agent?.name ?? "").localeCompare(other.agent?.name ?? "")
  );
}
