import { sql } from "kysely";
import { isFreeMail } from "../../../shared/mail-domains.ts";
import { notifyNotesChanged } from "../../companies/lock.ts";
import type { Db, Tx } from "../../db/database.ts";
import { notifyPages } from "../../events/live-events.ts";
import { inAnyCase, keyOf, mergedSince, withFreshSqlPlan } from "../existing-records.ts";
import type { Importer, PreviewedStep } from "../importer.ts";
import type { ReadRow } from "../read-cells.ts";
import {
  type CompanyBefore,
  type CompanyRowValues,
  type CompanyStep,
  type CompanyWorld,
  planCompanies,
  readCompanyRow,
} from "./plan-companies.ts";
import { writeCompanies } from "./write-companies.ts";

type Memory = Pick<CompanyWorld, "claims"> & { cameAt: Date };

/** Imports companies. Each change is the same as on the company's own page. */
export const companyImporter: Importer<CompanyRowValues, CompanyStep, Memory, CompanyWorld> = {
  readRow: readCompanyRow,
  newMemory: (cameAt) => ({ claims: new Map(), cameAt }),
  readWorld: readCompanyWorld,
  plan: planCompanies,
  describe: async (_, steps) => steps.map(describeStep),
  async write(tx, deps, steps) {
    await writeCompanies(tx, deps, steps);
    const changed = steps.some(({ outcome }) => outcome === "created" || outcome === "updated");
    if (changed) await notifyPages(tx, "companies");
    if (steps.some(changesNotes)) await notifyNotesChanged(tx);
  },
};

function changesNotes(step: CompanyStep): boolean {
  return step.outcome === "updated" && step.change.notes !== undefined;
}

async function readCompanyWorld(
  db: Db | Tx,
  rows: readonly ReadRow<CompanyRowValues>[],
  { memory, lock }: { memory: Memory; lock: boolean },
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

function describeStep(step: CompanyStep): PreviewedStep {
  if (step.outcome === "created") {
    const { values, ...about } = step;
    const { domains = [], state, notes } = values;
    const changes = [...domains, state === "archived" ? "archived" : "", notes ? "Notes" : ""];
    return { ...about, changes: changes.filter(Boolean), warnings: freeMailWarnings(domains) };
  }
  if (step.outcome !== "updated") return step;
  const { change, before, ...about } = step;
  const changes = [
    ...change.addDomains.map((domain) => `${domain} comes`),
    ...change.removeDomains.map((domain) => `${domain} goes`),
    ...(change.state ? [`State: ${before.state} → ${change.state}`] : []),
    ...(change.notes === undefined ? [] : ["Notes"]),
  ];
  return { ...about, changes, warnings: freeMailWarnings(change.addDomains) };
}

function freeMailWarnings(domains: readonly string[]): string[] {
  return domains
    .filter(isFreeMail)
    .map((domain) => `Anyone can have an address at ${domain}, and would join this company.`);
}
