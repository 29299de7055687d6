import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CompanyPage } from "../../shared/companies.ts";
import { jobLimits } from "../../shared/jobs.ts";
import { pageLimit } from "../../shared/paging.ts";
import type {
  CompanyOptionsInput,
  CountCompaniesInput,
  ListCompaniesInput,
} from "../../shared/schemas/companies.ts";
import type { CompanyRef } from "../../shared/users.ts";
import type { Actor, ActorDeps } from "../actor.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  type Mark,
  markOf,
  type Order,
  orderBy,
} from "../db/keyset.ts";
import { searchedWords } from "../db/searched-words.ts";
import { companyFields, countsOfAll } from "./columns.ts";
import { presentCompany, type StoredCompany } from "./present.ts";

/** What was merged stands in no list. */
export async function listCompanies(
  deps: ActorDeps,
  input: ListCompaniesInput,
): Promise<CompanyPage> {
  const { limit, cursor } = input;
  const order = orderOf(input);
  const { rows: found } = await sql<StoredCompany & { mark: Mark }>`
    select ${companyFields(deps.actor)}, mark
    from (
      select company.*, ${markOf(order)} as mark, row_number() over (order by ${orderBy(order)}) as place
      from companies company ${counted(deps.actor, input)} where ${all([...filters(input), afterCursor(order, cursor)])}
      order by ${orderBy(order)} limit ${limit + 1}
    ) company
    order by place`.execute(deps.db);

  const { rows, nextCursor } = cutMarked(order, limit, found);
  return { companies: rows.map(presentCompany), nextCursor };
}

export async function countCompanies(
  { db }: ActorDeps,
  input: CountCompaniesInput,
): Promise<{ count: number }> {
  return await db
    .selectFrom("companies as company")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(all(filters(input)))
    .executeTakeFirstOrThrow();
}

/** All that fit, as far as so many can be changed at once, in the order of their names. */
export async function listCompanyIds(
  { db }: ActorDeps,
  input: CountCompaniesInput,
): Promise<{ ids: string[] }> {
  const rows = await db
    .selectFrom("companies as company")
    .select("company.id")
    .where(all(filters(input)))
    .orderBy(sql`in_order(company.name)`)
    .orderBy("company.id")
    .limit(jobLimits.items)
    .execute();
  return { ids: rows.map(({ id }) => id) };
}

/** For pickers: the first few by name. What is archived is not offered. */
export async function companyOptions(
  { db }: ActorDeps,
  { search }: CompanyOptionsInput,
): Promise<{ companies: CompanyRef[] }> {
  const companies = await db
    .selectFrom("companies as company")
    .select(["company.id", "company.name"])
    .where(all(filters({ search, state: "active" })))
    .orderBy(sql`in_order(company.name)`)
    .orderBy("company.id")
    .limit(pageLimit.default)
    .execute();
  return { companies };
}

type Condition = RawBuilder<SqlBool>;

function filters({ search, state, agent, domain }: CountCompaniesInput): Condition[] {
  return [
    ...searchedWords(search).map(standsIn),
    state ? sql<SqlBool>`company.state = ${state}` : sql<SqlBool>`company.state <> 'merged'`,
    ...(agent ? [isAssignedTo(agent)] : []),
    ...(domain ? [hasDomain(domain)] : []),
  ];
}

/** In the name or in one of the mail domains. */
function standsIn(word: string): Condition {
  const folded = sql`folded(${word}::text)`;
  return sql`(
    strpos(company.folded_name, ${folded}) > 0
    or company.id in (
      select company_id from company_domains where strpos(domain, ${folded}) > 0))`;
}

function isAssignedTo(agent: string): Condition {
  const assigned = sql`
    select own.company_id from user_companies own join users u on u.id = own.user_id
    where u.role = 'Agent' and u.company_scope = 'assigned'`;
  return agent === "none"
    ? sql`company.id not in (${assigned})`
    : sql`company.id in (${assigned} and u.id = ${agent}::uuid)`;
}

function hasDomain(domain: string): Condition {
  return domain === "none"
    ? sql`not exists (select from company_domains where company_id = company.id)`
    : sql`company.id in (select company_id from company_domains where domain = lower(${domain}))`;
}

function all(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const id: KeyColumn = { sql: sql`company.id`, type: "uuid" };

const byName: KeyColumn[] = [{ sql: sql`in_order(company.name)`, type: "text" }, id];

function orderOf({ sort, descending }: Pick<ListCompaniesInput, "sort" | "descending">): Order {
  if (sort === "name") return { name: sort, descending, columns: byName };
  if (sort === "created") {
    const created: KeyColumn = { sql: sql`company.created_at`, type: "timestamptz" };
    return { name: sort, descending, columns: [created, id] };
  }
  // As many are ordered by name, whichever way the counts go: these are turned around by themselves.
  const count = descending ? sql`-coalesce(counted.count, 0)` : sql`coalesce(counted.count, 0)`;
  return {
    ...{ name: `${sort} ${descending ? "most" : "least"}`, descending: false },
    columns: [{ sql: count, type: "integer" }, ...byName],
  };
}

function counted(actor: Actor, { sort }: Pick<ListCompaniesInput, "sort">): RawBuilder<unknown> {
  if (sort === "name" || sort === "created") return sql``;
  return sql`
    left join (${countsOfAll(actor)[sort]}) counted on counted.company_id = company.id`;
}
