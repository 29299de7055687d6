import { type RawBuilder, sql } from "kysely";
import type { CompanyCandidate } from "../../shared/companies.ts";
import type { CompanyCandidatesInput } from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db } from "../db/database.ts";
import { isCalled } from "./members.ts";

/** So many matches a picker shows; who looks for another types more. */
const pickLimit = 20;

/** Agents whom a company can be assigned to: those who see every one already are left out. */
export async function pickAgents(
  { db }: ActorDeps,
  { id, only, search }: CompanyCandidatesInput,
): Promise<CompanyCandidate[]> {
  const one = only ?? null;
  return await pickOutside(
    db,
    { id, search },
    sql`u.role = 'Agent' and u.company_scope = 'assigned'
      and (${one}::uuid is null or u.id = ${one}::uuid)`,
  );
}

/** Customers who do not belong to the company yet. */
export async function pickMembers(
  { db }: ActorDeps,
  { id, search }: CompanyCandidatesInput,
): Promise<CompanyCandidate[]> {
  return await pickOutside(db, { id, search }, sql`u.role = 'Customer'`);
}

export async function pickDomains(
  { db }: ActorDeps,
  { search = "" }: CompanyCandidatesInput,
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from company_domains
    where strpos(domain, lower(${search.trim()}::text)) > 0
    order by strpos(domain, lower(${search.trim()}::text)) <> 1, domain limit ${pickLimit}
  `.execute(db);
  return rows.map(({ domain }) => domain);
}

/** Of these users, those who do not have the company yet, by name. */
async function pickOutside(
  db: Db,
  { id = null, search }: { id: string | null | undefined; search: string | undefined },
  condition: RawBuilder<unknown>,
): Promise<CompanyCandidate[]> {
  const { rows } = await sql<CompanyCandidate>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.email as hint
    from users u
    where ${condition} and u.deleted_at is null and u.state <> 'disabled'
      and not exists (
        select from user_companies own where own.user_id = u.id and own.company_id = ${id}::uuid)
      and ${isCalled(search)}
    order by in_order(u.first_name), in_order(u.last_name), u.id limit ${pickLimit}`.execute(db);
  return rows.map(({ id, name, hint }) => ({ id, name, hint }));
}
