import { sql } from "kysely";
import { letterChanges } from "../../shared/search/nearest.ts";
import { printQuery } from "../../shared/search/print.ts";
import type { Term } from "../../shared/search/terms.ts";
import { canBePrefix } from "../../shared/search/words.ts";
import type { ActorDeps } from "../access/actor.ts";
import { readingOf, type Sight } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { isReadable } from "./match.ts";
import { countFor } from "./path.ts";

/** Finds one ticket that matches a query, if there is any. */
export interface Finder {
  everywhere(terms: readonly Term[]): Promise<string | null>;
  inView(terms: readonly Term[]): Promise<string | null>;
}

/**
 * The query with its misspelt words corrected, if that finds something. A word is only suggested as
 * the reader can read it in a ticket that they find, so that notes are not revealed.
 */
export async function suggestInstead(
  deps: ActorDeps,
  terms: readonly Term[],
  finder: Finder,
): Promise<string | null> {
  if (terms.filter(({ kind }) => kind === "word").length > wordsAtMost) return null;
  const begun = withLastAsPrefix(terms);
  if (begun && (await finder.inView(begun)) !== null) return printQuery(begun);
  const corrected: Term[] = [];
  let changed = false;
  for (const term of terms) {
    const other = await correct(deps, term, finder);
    changed ||= other !== null;
    corrected.push(other ?? term);
  }
  if (!changed || (await finder.inView(corrected)) === null) return null;
  return printQuery(corrected);
}

/** The last word as the beginning of a word. */
function withLastAsPrefix(terms: readonly Term[]): Term[] | null {
  const last = terms.at(-1);
  if (last?.kind !== "word" || last.not || last.prefix || !canBePrefix(last.text)) return null;
  return [...terms.slice(0, -1), { ...last, prefix: true }];
}

/** Each word costs a dozen lookups, and a pasted sentence is no typing mistake. */
const wordsAtMost = 6;

async function correct(deps: ActorDeps, term: Term, finder: Finder): Promise<Term | null> {
  if (term.kind !== "word" || term.not || !/^\p{L}{3,30}$/u.test(term.text)) return null;
  if ((await finder.everywhere([term])) !== null) return null;
  const sight = readingOf(deps.actor);
  for (const { lexeme, word } of await candidates(deps.db, term.text, sight)) {
    const ticketId = await finder.everywhere([{ kind: "word", not: false, text: word }]);
    const text = ticketId && (await spellingIn(deps.db, ticketId, lexeme, sight));
    if (text) return { kind: "word", not: false, text };
  }
  return null;
}

interface Candidate {
  lexeme: string;
  word: string;
}

/** Most likely first: few letters changed or the same beginning, then the more common. */
async function candidates(db: Db, said: string, sight: Sight): Promise<Candidate[]> {
  const rows = await selectCandidates(db, sight, { said, atMost: 12 });
  const most = said.length < 5 ? 1 : 2;
  return rows
    .map((row) => ({ ...row, away: away(row.folded, row.word) }))
    .filter((row) => row.away <= most)
    .sort((one, other) => one.away - other.away)
    .slice(0, 6);
}

function away(said: string, word: string): number {
  return Math.min(letterChanges(said, word), word.startsWith(said) ? 1.5 : 99);
}

const selectCandidates = keepStatement<
  Sight,
  { said: string; atMost: number },
  Candidate & { folded: string }
>((sight, slot) => {
  const count = countFor(sight);
  const atMost = sql`limit ${slot("atMost")}::int`;
  const known = sql`
    select lexeme, word, folded, ${count} as count
    from search_spellings join search_words using (lexeme), said`;
  return sql`
    with said as materialized (select lower(unaccent(${slot("said")}::text)) as folded)
    select lexeme, word, folded from (
      (${known} where word % folded and ${count} > 0
        order by similarity(word, folded) desc, ${count} desc ${atMost})
      union
      (${known} where word like folded || '%' and ${count} > 0 order by ${count} desc ${atMost})
    ) alike
    order by count desc, word`;
});

/** How the word is spelled in what the reader can read of the ticket. */
export async function spellingIn(
  db: Db,
  ticketId: string,
  lexeme: string,
  sight: Sight,
): Promise<string | null> {
  const [found] = await selectSpelling(db, sight, { ticketId, lexeme });
  return found?.word ?? null;
}

const selectSpelling = keepStatement<Sight, { ticketId: string; lexeme: string }, { word: string }>(
  (sight, slot) => sql`
    with readable as (
      select concat_ws(' ', t.subject, requester.first_name, requester.last_name, company.name)
        as body
      from tickets t join users requester on requester.id = t.requester_id
      left join companies company on company.id = t.company_id
      where t.id = ${slot("ticketId")}::uuid
      union all
      (select m.body from messages m
        where m.ticket_id = ${slot("ticketId")}::uuid and ${isReadable(sight)}
        order by m.created_at desc limit 200)
      union all
      select f.name from messages m join files f on f.message_id = m.id
      where m.ticket_id = ${slot("ticketId")}::uuid and ${isReadable(sight)}
        and f.redacted_at is null
    )
    select word from readable,
      unnest(tsvector_to_array(to_tsvector('desk_spelling', plain_words(body)))) as word
    where tsvector_to_array(to_tsvector('desk_words', word)) = array[${slot("lexeme")}::text]
    order by char_length(word), word limit 1`,
);
