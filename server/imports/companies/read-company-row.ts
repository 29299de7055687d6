import { type CompanyState, companyLimits, companyStates } from "../../../shared/companies.ts";
import { readCsvList } from "../../../shared/csv.ts";
import type { CompanyField, ImportMapping } from "../../../shared/imports.ts";
import { readDomain } from "../../../shared/mail-domains.ts";
import { line, paragraph } from "../../../shared/schemas/text.ts";
import { keyOf, type StoredRow } from "../kept-rows.ts";
import { type ReadRow, readCells, whatIsSaid } from "../read-cells.ts";
import { oneOf, WrongCell } from "../wrong-cell.ts";

/** The values of a row. Missing or empty ones change nothing. */
export interface CompanyRowValues {
  name: string;
  domains?: string[];
  notes?: string;
  state?: CompanyState;
}

/** Checks one row by itself, and reports all its problems together. */
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
    values: { name: called, ...whatIsSaid(given) },
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
