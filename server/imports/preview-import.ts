import { refuseField } from "../../shared/errors.ts";
import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportPreview,
  importFieldNames,
  importLimits,
  isMappingFor,
  missingFields,
} from "../../shared/imports.ts";
import type { PreviewImportInput } from "../../shared/schemas/imports.ts";
import type { ActorDeps } from "../access/actor.ts";
import { companyImporter } from "./companies/company-importer.ts";
import {
  type Confirmed,
  type Importer,
  type ImportStep,
  type PreviewedStep,
  planRows,
} from "./importer.ts";
import { findDoubles, findImport, readRows, type StoredRow } from "./stored-file.ts";
import { userImporter } from "./users/user-importer.ts";

const rowsAtOnce = 1_000;

/** Shows the outcome of each row without changing anything. */
export async function previewImport(
  deps: ActorDeps,
  { id, mapping, choices }: PreviewImportInput,
): Promise<ImportPreview> {
  const { kind, headers, rows: total, cameAt } = await findImport(deps.db, deps.actor, id);
  assertMapping(kind, headers.length, mapping);
  const preview = emptyPreview();
  preview.missing = missingFields(kind, mapping);
  if (preview.missing.length > 0) return preview;
  const doubles = await findDoubles(deps.db, id, kind, mapping);
  const open = kind === "users" ? openPreview(userImporter) : openPreview(companyImporter);
  const previewer = open(deps, { mapping, choices, cameAt });
  for (let from = 1; from <= total; from += rowsAtOnce) {
    const stored = await readRows(deps.db, id, { from, to: from + rowsAtOnce - 1 });
    const rows = stored.map((row) => ({ ...row, sameAs: doubles.get(row.position) ?? null }));
    const steps = await previewer.plan(rows);
    for (const [at, step] of steps.entries()) {
      note(preview, step, formulaWarnings(rows[at]?.cells ?? [], mapping));
    }
  }
  const unknown = previewer.unknownCompanies();
  preview.unknownCompanies = {
    names: unknown.slice(0, importLimits.named),
    count: unknown.length,
  };
  return preview;
}

/** Plans rows as the job would, without locks, and remembers what earlier rows would do. */
function openPreview<Values, Step extends ImportStep, Memory, World>(
  importer: Importer<Values, Step, Memory, World>,
) {
  return ({ db, actor }: ActorDeps, { cameAt, ...confirmed }: Confirmed) => {
    const memory = importer.newMemory(cameAt);
    return {
      async plan(stored: readonly StoredRow[]) {
        const about = { ...confirmed, actor, memory, lock: false };
        const steps = await planRows(importer, db, stored, about);
        return await importer.describe(db, steps, memory);
      },
      unknownCompanies: () => importer.unknownCompanies?.(memory) ?? [],
    };
  };
}

export function assertMapping(kind: ImportKind, columns: number, mapping: ImportMapping): void {
  if (isMappingFor(kind, columns, mapping)) return;
  const message = "These columns are not those of the file, or two of them mean the same.";
  throw refuseField("invalid_input", "mapping", { message });
}

function emptyPreview(): ImportPreview {
  return {
    missing: [],
    counts: { created: 0, updated: 0, skipped: 0, refused: 0 },
    refused: [],
    warnings: [],
    sample: [],
    unknownCompanies: { names: [], count: 0 },
  };
}

function note(preview: ImportPreview, step: PreviewedStep, formulas: readonly string[]): void {
  const { named, sample } = importLimits;
  const { line, outcome, changes = [], warnings = [] } = step;
  const row = { line, subject: step.subject.slice(0, 200).toWellFormed() };
  preview.counts[outcome] += 1;
  if (step.outcome === "refused" && preview.refused.length < named) {
    preview.refused.push({ ...row, reasons: step.reasons });
  }
  const happens = outcome === "created" || outcome === "updated";
  for (const message of [...warnings, ...(happens ? formulas : [])]) {
    if (preview.warnings.length < named) preview.warnings.push({ ...row, message });
  }
  if (happens && preview.sample.length < sample) preview.sample.push({ ...row, outcome, changes });
}

/** A formula is imported as text: one that was meant to compute a name would be stored as it is. */
function formulaWarnings(cells: readonly string[], mapping: ImportMapping): string[] {
  return mapping.flatMap((field, at) => {
    const cell = cells[at]?.trim() ?? "";
    if (field === null || !(names.has(field) ? /^[=+\-@]/ : /^=/).test(cell)) return [];
    const shown = cell.length > mostShown ? `${cell.slice(0, mostShown).toWellFormed()}…` : cell;
    return [
      `${importFieldNames[field]}: “${shown}” looks like a formula. It comes in as it stands.`,
    ];
  });
}

const mostShown = 60;

/** Phone numbers begin with a plus, and notes with a dash; names do not. */
const names: ReadonlySet<ImportField> = new Set(["firstName", "lastName", "fullName", "name"]);
