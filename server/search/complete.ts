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
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, type Scope, type Sight, scopeOf, sightOf } from "../access/scope.ts";
import { isOpen, languageOf } from "../access/views.ts";
import { keepStatement } from "../db/statement.ts";
import { countFor } from "./path.ts";
import { type Finder, spellingIn } from "./suggest.ts";

/** Completions at the caret: operators, values, words, and the names that the reader can see. */
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

/** The names that an operator can take, within the reader's scope. */
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
    case "mailbox":
      return sql`
        select name, folded(name || ' ' || address) as folded, address as says, null::int as count
        from mailboxes where removed_at is null`;
    case "tag":
      return sql`
        select name, folded(name) as folded, '' as says, null::int as count from tags
        where ${scope.sight === "all" ? sql`true` : isTagSeen(scope)}`;
  }
}

/** People whom the reader can see: all of them, or those of tickets that the reader sees. */
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
    from users where deleted_at is null and not is_app and ${among} and ${known}`;
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

/** Words that begin like this and are in a ticket that the reader sees, most common first. */
async function completeWord(
  deps: ActorDeps,
  beginning: string,
  finder: Finder,
): Promise<Completion[]> {
  if (!/^\p{L}{2,30}$/u.test(beginning)) return [];
  const sight = sightOf(deps.actor);
  const found = await selectWords(deps.db, sight, { beginning, atMost: mostCompletions });
  if (sight === "all") return found.map(({ word, count }) => wordCompletion(word, count));

  const seen: Completion[] = [];
  for (const { lexeme, word } of found) {
    const ticketId = await finder.everywhere([{ kind: "word", not: false, text: word }]);
    const spelled = ticketId && (await spellingIn(deps.db, ticketId, lexeme, sight));
    // No count: it would include tickets that the reader cannot see.
    if (spelled) seen.push(wordCompletion(spelled, null));
  }
  return seen;
}

function wordCompletion(word: string, count: number | null): Completion {
  return { text: word, label: word, says: "", count, isWhole: true };
}

const selectWords = keepStatement<
  Sight,
  { beginning: string; atMost: number },
  { lexeme: string; word: string; count: number }
>(
  (sight, slot) => sql`
    select lexeme, word, ${countFor(sight)} as count
    from search_spellings join search_words using (lexeme)
    where word like lower(unaccent(${slot("beginning")}::text)) || '%' and ${countFor(sight)} > 0
    order by ${countFor(sight)} desc, word limit ${slot("atMost")}::int`,
);
