import type { CompanyState } from "../../../shared/companies.ts";
import type { RefusedRow } from "../../../shared/imports.ts";
import { refuseWhileMerging } from "../../companies/update-company.ts";
import { keyOf } from "../kept-rows.ts";
import { becamePart } from "../merged-since.ts";
import type { ReadRow } from "../read-cells.ts";
import type { CompanyRowValues } from "./read-company-row.ts";

export interface CompanyBefore {
  id: string;
  name: string;
  notes: string;
  state: CompanyState;
  isMerging: boolean;
  domains: string[];
}

/** The existing data that these rows may affect. */
export interface CompanyWorld {
  /** By name in lower case. */
  companies: ReadonlyMap<string, CompanyBefore>;
  /** The target of each company that was merged since the file arrived. */
  merged: ReadonlyMap<string, string>;
  /** The owner of each domain after each step: a company's name, or null where a row released it. */
  claims: Map<string, string | null>;
}

interface CompanyChange {
  notes?: string;
  state?: CompanyState;
  addDomains: string[];
  removeDomains: string[];
}

export type CompanyStep = { position: number; line: number; subject: string } & (
  | { outcome: "created"; values: CompanyRowValues }
  | { outcome: "updated"; before: CompanyBefore; change: CompanyChange }
  | { outcome: "skipped" }
  | ({ outcome: "refused" } & Pick<RefusedRow, "reasons">)
);

/** Plans the outcome of each row. Pure, so that the preview and the job agree. */
export function planCompanies(
  rows: readonly ReadRow<CompanyRowValues>[],
  world: CompanyWorld,
): CompanyStep[] {
  return rows.map((row) => planRow(row, world));
}

function planRow(row: ReadRow<CompanyRowValues>, world: CompanyWorld): CompanyStep {
  const { position, line, subject, key, values } = row;
  const about = { position, line, subject };
  const before = world.companies.get(key);
  const reasons = [...row.reasons, ...takenDomains(values, world)];
  const into = world.merged.get(key);
  if (into !== undefined) reasons.push(becamePart(values.name, into));
  if (before?.isMerging && values.state === "active") reasons.push(refuseWhileMerging().message);
  if (reasons.length > 0) return { ...about, outcome: "refused", reasons };
  if (!before) {
    for (const domain of values.domains ?? []) world.claims.set(domain, values.name);
    return { ...about, outcome: "created", values };
  }
  const change = changeOf(before, values);
  for (const domain of change.removeDomains) world.claims.set(domain, null);
  for (const domain of change.addDomains) world.claims.set(domain, before.name);
  return isNothing(change)
    ? { ...about, outcome: "skipped" }
    : { ...about, outcome: "updated", before, change };
}

function takenDomains({ name, domains = [] }: CompanyRowValues, { claims }: CompanyWorld) {
  return domains.flatMap((domain) => {
    const holder = claims.get(domain);
    if (!holder || keyOf(holder) === keyOf(name)) return [];
    return [`${domain} already belongs to ${holder}.`];
  });
}

/** The domains of a row replace those of the company. */
function changeOf(before: CompanyBefore, { domains, notes, state }: CompanyRowValues) {
  const change: CompanyChange = {
    addDomains: (domains ?? []).filter((domain) => !before.domains.includes(domain)),
    removeDomains: domains ? before.domains.filter((domain) => !domains.includes(domain)) : [],
  };
  if (notes !== undefined && notes !== before.notes) change.notes = notes;
  if (state !== undefined && state !== before.state) change.state = state;
  return change;
}

function isNothing({ addDomains, removeDomains, ...fields }: CompanyChange): boolean {
  return addDomains.length + removeDomains.length + Object.keys(fields).length === 0;
}
