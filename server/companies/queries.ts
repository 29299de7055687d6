import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import type { CompanyPage, CompanySort } from "../../shared/companies.ts";
import { pageLimit } from "../../shared/paging.ts";
import type {
  CompanyOptionsInput,
  CountCompaniesInput,
  ListCompaniesInput,
} from "../../shared/schemas/companies.ts";
import type { CompanyRef } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import {
  comesAfter,
  cutPage,
  type KeyColumn,
  type Mark,
  markOf,
  orderBy,
  readCursor,
} from "../db/keyset.ts";
import { wordsOf } from "../db/words.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import { presentCompany, type StoredCompany } from "./present.ts";

/** People and tickets are counted for the companies of the page alone. */
export async function listCompanies(
  deps: ActorDeps,
  input: ListCompaniesInput,
): Promise<CompanyPage> {
  const { sort, descending, limit, cursor } = input;
  const order = { name: sort, descending, columns: orders[sort] };
  const past = cursor ? [comesAfter(order, readCursor(order, cursor).map(sql.val))] : [];
  const { rows: found } = await sql<StoredCompany & { mark: Mark }>`
    select company.id, name, state, created_at, mark,
      array(
        select domain from company_domains where company_id = company.id order by domain
      ) as domains,
      ${countUsersOf("Customer")} as member_count, ${countUsersOf("Agent")} as agent_count,
      (
        select coalesce(json_object_agg(status, count), '{}') from (
          select status, count(*) from tickets t
          where t.company_id = company.id and ${isSeen(scopeOf(deps.actor))}
          group by status) by_status
      ) as ticket_counts
    from (
      select *, ${markOf(order)} as mark, row_number() over (order by ${orderBy(order)}) as place
      from companies company where ${all([...filters(input), ...past])}
      order by ${orderBy(order)} limit ${limit + 1}
    ) company
    order by place`.execute(deps.db);

  const mark = (row: { mark: Mark }) => row.mark;
  const { rows, nextCursor } = cutPage({ ...order, mark }, limit, found);
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

/** For pickers: the first few by name. What is archived is not offered. */
export async function companyOptions(
  { db }: ActorDeps,
  { search }: CompanyOptionsInput,
): Promise<{ companies: CompanyRef[] }> {
  const companies = await db
    .selectFrom("companies as company")
    .select(["company.id", "company.name"])
    .where(all(filters({ search, state: "active" })))
    .orderBy(sql`lower(company.name)`)
    .orderBy("company.id")
    .limit(pageLimit.default)
    .execute();
  return { companies };
}

type Condition = RawBuilder<SqlBool>;

function filters({ search, state }: CountCompaniesInput): Condition[] {
  return [
    ...wordsOf(search).map(standsIn),
    ...(state ? [sql<SqlBool>`company.state = ${state}`] : []),
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

function all(conditions: Condition[]): Condition {
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
}

function countUsersOf(role: Role): RawBuilder<number> {
  return sql`(
    select count(*) from user_companies join users on users.id = user_companies.user_id
    where user_companies.company_id = company.id and users.role = ${sql.lit(role)})`;
}

const id: KeyColumn = { sql: sql`company.id`, type: "uuid" };

const orders: Record<CompanySort, KeyColumn[]> = {
  name: [{ sql: sql`lower(company.name)`, type: "text" }, id],
  created: [{ sql: sql`company.created_at`, type: "timestamptz" }, id],
};
