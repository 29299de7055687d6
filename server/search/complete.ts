import { type RawBuilder, sql } from "kysely";
import type { CompleteInput } from "../../shared/schemas/tickets.ts";
import {
  type Completion,
  type Completions,
  completeAt,
  mostCompletions,
  nameCompletion,
} from "../../shared/search/complete.ts";
import { type OperatorName, type OperatorTaking, takes } from "../../shared/search/operators.ts";
import { viewCountCap } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../actor.ts";
import { isSeen, type Scope, type Sight, scopeOf, sightOf } from "../tickets/scope.ts";
import { isOpen, languageOf } from "../tickets/views.ts";
import { completeWord } from "./complete-word.ts";
import type { Finder } from "./suggest.ts";

/** What could stand at the caret: operators and values, and the names that one may see. */
export async function completeQuery(
  deps: ActorDeps,
  { q, at }: CompleteInput,
  finder: Finder,
): Promise<Completions> {
  const { span, options, asks } = completeAt(
    q,
    Math.min(at, q.length),
    languageOf(sightOf(deps.actor)),
  );
  const found = asks ? await ask(deps, asks.operator, asks.beginning, finder) : [];
  return {
    span,
    options: [...options, ...found].slice(0, Math.max(mostCompletions, options.length)),
  };
}

async function ask(
  deps: ActorDeps,
  operator: OperatorName | null,
  beginning: string,
  finder: Finder,
): Promise<Completion[]> {
  if (operator === null) return await completeWord(deps, beginning, finder);
  if (!takes(operator, "name")) return [];
  const names = namesOf(operator, scopeOf(deps.actor));
  const { rows } = await sql<{ name: string; says: string; count: number | null }>`
    select named.name, named.says, named.count from (${names}) named
    where strpos(' ' || named.folded, ' ' || folded(${beginning}::text)) > 0
    order by strpos(named.folded, folded(${beginning}::text)) = 1 desc, named.count desc nulls last,
      lower(named.name)
    limit ${sql.lit(mostCompletions)}`.execute(deps.db);
  return rows.map(({ name, says, count }) => nameCompletion(name, says, count));
}

/** Who and what can be named, inside scope alone. */
function namesOf(operator: OperatorTaking<"name">, scope: Scope): RawBuilder<unknown> {
  switch (operator) {
    case "assignee":
      return people(
        sql`role in ('Super Admin', 'Agent') and state <> 'disabled'`,
        scope,
        "assignee",
      );
    case "requester":
      return people(sql`role = 'Customer'`, scope, "requester");
    case "company":
      return sql`
        select name, folded_name as folded, '' as says, (
          select count(*)::int from (
            select from tickets t where t.company_id = companies.id and ${isOpen}
              and ${isSeen(scope)} limit ${sql.lit(viewCountCap)}) open_ones) as count
        from companies
        where state <> 'merged' and ${scope.sight === "all" ? sql`true` : isCompanySeen(scope)}`;
    case "team":
      return sql`select name, folded(name) as folded, '' as says, null::int as count from teams`;
    case "tag":
      return sql`
        select name, folded(name) as folded, '' as says, null::int as count from tags
        where ${scope.sight === "all" ? sql`true` : isTagSeen(scope)}`;
  }
}

/** Beyond what everybody on the desk may know: those whom one meets in tickets that one sees. */
function people(
  among: RawBuilder<unknown>,
  scope: Scope,
  as: "assignee" | "requester",
): RawBuilder<unknown> {
  const column = as === "assignee" ? sql`t.assignee_id` : sql`t.requester_id`;
  const known = knowsAll(scope.sight, as)
    ? sql`true`
    : sql`exists (select from tickets t where ${column} = users.id and ${isSeen(scope)})`;
  return sql`
    select btrim(first_name || ' ' || last_name) as name, folded_name as folded,
      ${scope.sight === "own" ? sql`''` : sql`coalesce(email, '')`} as says, null::int as count
    from users where deleted_at is null and ${among} and ${known}`;
}

function knowsAll(sight: Sight, as: "assignee" | "requester"): boolean {
  return sight === "all" || (sight === "companies" && as === "assignee");
}

function isCompanySeen(scope: Scope): RawBuilder<unknown> {
  return scope.sight === "companies"
    ? sql`companies.id = any(${scope.companyIds}::uuid[])`
    : sql`exists (select from user_companies member
        where member.company_id = companies.id and member.user_id = ${scope.userId}::uuid)`;
}

function isTagSeen(scope: Scope): RawBuilder<unknown> {
  return sql`exists (
    select from ticket_tags join tickets t on t.id = ticket_tags.ticket_id
    where ticket_tags.tag_id = tags.id and ${isSeen(scope)})`;
}
