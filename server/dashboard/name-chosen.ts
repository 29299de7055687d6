import { sql } from "kysely";
import type { DashboardTotals } from "../../shared/dashboard/figures.ts";
import type { ActorDeps } from "../actor.ts";
import { sightOf } from "../tickets/scope.ts";
import type { Chosen } from "./looked-at.ts";

/**
 * How that is called which a filter means, where it is one alone. Nobody learns so of a company
 * beyond their scope, or of a customer by an address.
 */
export async function nameChosen(
  { db, actor }: ActorDeps,
  { company, team, agent }: Chosen,
): Promise<DashboardTotals["chosen"]> {
  const seen = only(company)?.filter(
    (id) => sightOf(actor) === "all" || actor.companyIds.includes(id),
  );
  const asked = { company: only(seen), team: only(team), agent: only(agent) };
  if (!Object.values(asked).some(Boolean)) return {};
  const { rows } = await sql<{ [filter in keyof typeof asked]: string | null }>`
    select
      (select companies.name from companies where id = any(${asked.company ?? []}::uuid[])) as company,
      (select name from teams where id = any(${asked.team ?? []}::uuid[])) as team,
      (select btrim(first_name || ' ' || last_name) from users
        where id = any(${asked.agent ?? []}::uuid[]) and role <> 'Customer') as agent`.execute(db);
  const named = Object.entries(rows[0] ?? {}).filter(([, name]) => name !== null);
  return Object.fromEntries(named);
}

function only(ids: readonly string[] | null | undefined): readonly string[] | undefined {
  return ids?.length === 1 ? ids : undefined;
}
