import { type RawBuilder, sql } from "kysely";
import type { CompanyCandidate, MemberPage } from "../../shared/companies.ts";
import type {
  CompanyCandidatesInput,
  CompanyMembersInput,
} from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  type Mark,
  markOf,
  orderBy,
} from "../db/keyset.ts";
import { searchedWords } from "../db/searched-words.ts";
import { presentMember, type StoredMember } from "./queries.ts";

/** The customers who belong to a company, by name. */
export async function listMembers(
  { db }: ActorDeps,
  { id, search, limit, cursor }: CompanyMembersInput,
): Promise<MemberPage> {
  const { rows: found } = await sql<StoredMember & { mark: Mark }>`
    select u.id, u.first_name, u.last_name, u.email, u.state, own.sees_all_tickets,
      ${markOf(order)} as mark
    from user_companies own join users u on u.id = own.user_id
    where own.company_id = ${id}::uuid and u.role = 'Customer' and u.deleted_at is null
      and ${matchesPerson(search)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${limit + 1}`.execute(db);
  const { rows, nextCursor } = cutMarked(order, limit, found);
  return { members: rows.map(presentMember), nextCursor };
}

/** Matches the name or the email address. */
function matchesPerson(search: string | undefined): RawBuilder<boolean> {
  const words = searchedWords(search).map((word) => {
    const folded = sql`folded(${word}::text)`;
    return sql`(strpos(u.folded_name, ${folded}) > 0 or strpos(lower(u.email), ${folded}) > 0)`;
  });
  return words.length > 0 ? sql`(${sql.join(words, sql` and `)})` : sql`true`;
}

const columns: KeyColumn[] = [
  { sql: sql`in_order(u.first_name)`, type: "text" },
  { sql: sql`in_order(u.last_name)`, type: "text" },
  { sql: sql`u.id`, type: "uuid" },
];
const order = { name: "members", descending: false, columns };

/** How many matches a picker shows. */
const pickLimit = 20;

/** Agents with assigned companies. Those who see all companies are left out. */
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

/** Users who do not belong to the company yet, by name. */
async function pickOutside(
  db: Db,
  { id = null, search }: { id: string | null | undefined; search: string | undefined },
  condition: RawBuilder<unknown>,
): Promise<CompanyCandidate[]> {
  const { rows } = await sql<CompanyCandidate>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name, u.email as hint
    from users u
    where ${condition} and u.deleted_at is null and not u.is_app and u.state <> 'disabled'
      and not exists (
        select from user_companies own where own.user_id = u.id and own.company_id = ${id}::uuid)
      and ${matchesPerson(search)}
    order by in_order(u.first_name), in_order(u.last_name), u.id limit ${pickLimit}`.execute(db);
  return rows.map(({ id, name, hint }) => ({ id, name, hint }));
}
