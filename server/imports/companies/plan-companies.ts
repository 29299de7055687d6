import { type CompanyState, companyLimits, companyStates } from "../../../shared/companies.ts";
import { readCsvList } from "../../../shared/csv.ts";
import type { CompanyField, ImportMapping } from "../../../shared/imports.ts";
import { readDomain } from "../../../shared/mail-domains.ts";
import { line, paragraph } from "../../../shared/schemas/text.ts";
import { refuseWhileMerging } from "../../companies/update-company.ts";
import { becamePart, keyOf } from "../existing-records.ts";
import type { PlannedStep } from "../importer.ts";
import { oneOf, presentValues, type ReadRow, readCells, WrongCell } from "../read-cells.ts";
import type { StoredRow } from "../stored-file.ts";

/** The values of a row. Missing or empty ones change nothing. */
export interface CompanyRowValues {
  name: string;
  domains?: string[];
  notes?: string;
  state?: CompanyState;
}

export function readCompanyRow(row: StoredRow, mapping: ImportMapping): ReadRow<CompanyRowValues> {
  const { values: cells, reasons, read } = readCells(row.cells, mapping);
  const given = {
    domains: read("domains", readDomains),
    notes: read("notes", (cell) => notes.parse(cell)),
    state: read("state", (cell) => oneOf(companyStates, cell)),
  } satisfies Record<Exclude<CompanyField, "name">, unknown>;
  if (cells.name === undefined) reasons.push("Name is missing.");
  const called = read("name", (cell) => name.parse(cell)) ?? "";
  if (row.sameAs !== null) reasons.push(`Line ${row.sameAs} has this name already.`);
  return {
    position: row.position,
    line: row.line,
    reasons,
    key: keyOf(called),
    subject: cells.name ?? "A row without a name",
    values: { name: called, ...presentValues(given) },
  };
}

const name = line(companyLimits.name);
const notes = paragraph(companyLimits.notes);

/** Separated by semicolons, commas or spaces, which no domain contains. */
function readDomains(cell: string): string[] {
  const typed = readCsvList(cell).flatMap((part) => part.split(/[\s,]+/).filter(Boolean));
  const domains = typed.map((one) => {
    const domain = readDomain(one);
    if (domain === null) throw new WrongCell(`“${one.slice(0, 60)}” is no mail domain.`);
    return domain;
  });
  const each = [...new Set(domains)];
  if (each.length > companyLimits.domains) {
    throw new WrongCell(`A company can have at most ${companyLimits.domains} email domains.`);
  }
  return each;
}

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

export type CompanyStep = PlannedStep<
  { values: CompanyRowValues },
  { before: CompanyBefore; change: CompanyChange }
>;

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
