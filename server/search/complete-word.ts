import { sql } from "kysely";
import { type Completion, mostCompletions } from "../../shared/search/complete.ts";
import type { ActorDeps } from "../actor.ts";
import { keepStatement } from "../db/statement.ts";
import { type Sight, sightOf } from "../tickets/scope.ts";
import { countFor } from "./probe.ts";
import { type Finder, spellingIn } from "./suggest.ts";

/** Words that begin like this and stand in a ticket that one sees, the most common first. */
export async function completeWord(
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
    // How many others have it is nothing that one may learn.
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
