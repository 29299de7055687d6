import { type RawBuilder, sql } from "kysely";
import type { PickInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActorDeps } from "../actor.ts";
import { searchedWords } from "../db/searched-words.ts";
import { isSeen, scopeOf, sightOf } from "./scope.ts";

interface PickedPlace {
  id: string;
  name: string;
}

/** So many matches a picker shows; who looks for another types more. */
export const pickLimit = 20;

/** The companies that a ticket of the reader can belong to. */
export async function pickCompanies(deps: ActorDeps, input: PickInput): Promise<PickedPlace[]> {
  const { actor, db } = deps;
  const inScope =
    sightOf(actor) === "all" ? sql`true` : sql`c.id = any(${actor.companyIds}::uuid[])`;
  const { rows } = await sql<PickedPlace>`
    select c.id, c.name from companies c
    where c.state = 'active' and ${inScope} and ${saysAll(sql`c.folded_name`, input.search)}
    order by strpos(c.folded_name, folded(${input.search.trim()}::text)) <> 1, in_order(c.name), c.id
    limit ${pickLimit}`.execute(db);
  return rows;
}

/** Teams group and notify; they restrict nobody. */
export async function pickTeams(deps: ActorDeps, input: PickInput): Promise<PickedPlace[]> {
  const { rows } = await sql<PickedPlace>`
    select teams.id, teams.name from teams
    where ${saysAll(sql`folded(teams.name)`, input.search)}
    order by in_order(teams.name), teams.id limit ${pickLimit}`.execute(deps.db);
  return rows;
}

/** Words on tickets that the reader sees: on others they would tell of those. */
export async function pickTags(deps: ActorDeps, input: PickInput): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tags.name from tags
    where ${saysAll(sql`folded(tags.name)`, input.search)} and exists (
      select from ticket_tags on_ticket join tickets t on t.id = on_ticket.ticket_id
      where on_ticket.tag_id = tags.id and ${isSeen(scopeOf(deps.actor))})
    order by strpos(folded(tags.name), folded(${input.search.trim()}::text)) <> 1, in_order(tags.name)
    limit ${pickLimit}`.execute(deps.db);
  return rows.map(({ name }) => name);
}

// strpos knows no wildcards, so that there is nothing to escape.
function saysAll(folded: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = searchedWords(search).map(
    (word) => sql`strpos(${folded}, folded(${word}::text)) > 0`,
  );
  return words.length > 0 ? sql`(${sql.join(words, sql` and `)})` : sql`true`;
}
