import { sql } from "kysely";
import type { Db, Tx } from "../../db/database.ts";
import { inAnyCase, keyOf } from "../kept-rows.ts";
import { mergedSince } from "../merged-since.ts";
import type { ReadRow } from "../read-cells.ts";
import { withFreshSqlPlan } from "../with-fresh-sql-plan.ts";
import type { CompanyBefore, CompanyWorld } from "./plan-companies.ts";
import type { CompanyRowValues } from "./read-company-row.ts";

/** What earlier rows did with domains, and when the file arrived. */
type CompanyImportMemory = Pick<CompanyWorld, "claims"> & { cameAt: Date };

/** The companies these rows may affect; if locked, no one else changes them in the meantime. */
export async function readCompanyWorld(
  db: Db | Tx,
  rows: readonly ReadRow<CompanyRowValues>[],
  memory: CompanyImportMemory,
  lock: boolean,
): Promise<CompanyWorld> {
  const names = rows.map(({ values }) => values.name).filter((name) => name !== "");
  const locking = lock ? sql`for update` : sql``;
  const { rows: found } = await withFreshSqlPlan(
    db,
    sql<Omit<CompanyBefore, "domains">>`
    select id, name, notes, state, merging_into_id is not null as "isMerging" from companies
    where lower(name) = any(${inAnyCase(names)}) and state <> 'merged'
    order by id ${locking}`,
  );
  const ids = found.map(({ id }) => id);
  const asked = [...new Set(rows.flatMap(({ values }) => values.domains ?? []))];
  const known = new Set(found.map(({ name }) => keyOf(name)));
  const missing = names.filter((name) => !known.has(keyOf(name)));
  const { rows: placed } = await withFreshSqlPlan(
    db,
    sql<{ domain: string | null; id: string; name: string }>`
    select domain, companies.id::text, companies.name from company_domains
    join companies on companies.id = company_domains.company_id
    where domain = any(${asked}::text[]) or companies.id = any(${ids}::uuid[])
    union all
    select null, target, name from (${mergedSince(missing, memory.cameAt)}) gone
    order by domain`,
  );
  const domains = placed.flatMap(({ domain, ...of }) =>
    domain === null ? [] : [{ domain, ...of }],
  );
  const merged = placed.filter(({ domain }) => domain === null);
  for (const { domain, name } of domains) {
    if (!memory.claims.has(domain)) memory.claims.set(domain, name);
  }
  const own = Map.groupBy(domains, ({ id }) => id);
  const companies = found.map((company): [string, CompanyBefore] => [
    keyOf(company.name),
    { ...company, domains: (own.get(company.id) ?? []).map(({ domain }) => domain) },
  ]);
  return {
    companies: new Map(companies),
    merged: new Map(merged.map(({ name, id: into }) => [keyOf(name), into])),
    claims: memory.claims,
  };
}
