import { confirmImport } from "../../server/imports/confirm-import.ts";
import { getImportResult } from "../../server/imports/import-result.ts";
import { keepImport } from "../../server/imports/kept-file.ts";
import { previewImport } from "../../server/imports/preview-import.ts";
import { readImportFile } from "../../server/imports/read-csv-file.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import type { JobDeps } from "../../server/jobs/handlers.ts";
import { runJobSlice } from "../../server/jobs/run-slice.ts";
import { csvLine } from "../../shared/csv.ts";
import type {
  ImportChoices,
  ImportFile,
  ImportKind,
  ImportMapping,
  ImportPreview,
  ImportResult,
} from "../../shared/imports.ts";

export const noChoices: ImportChoices = { createCompanies: false, sendInvitations: false };

/** A file as it arrives: its first line names the columns. */
export function csvFile(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(rows.map(csvLine).join(""));
}

export async function upload(
  deps: JobDeps,
  kind: ImportKind,
  rows: readonly (readonly string[])[],
): Promise<ImportFile> {
  const table = await readImportFile(csvFile(rows));
  return await keepImport(deps, kind, { name: "people.csv", table });
}

interface Given {
  choices?: Partial<ImportChoices>;
  mapping?: ImportMapping;
}

export async function preview(
  deps: JobDeps,
  { id, mapping }: ImportFile,
  given: Given = {},
): Promise<ImportPreview> {
  const choices = { ...noChoices, ...given.choices };
  return await previewImport(deps, { id, mapping: given.mapping ?? mapping, choices });
}

export async function confirm(
  deps: JobDeps,
  { id, mapping }: ImportFile,
  given: Given & { requestId?: string } = {},
): Promise<string> {
  const { jobId } = await confirmImport(deps, {
    ...{ requestId: given.requestId ?? Bun.randomUUIDv7(), id },
    ...{ mapping: given.mapping ?? mapping, choices: { ...noChoices, ...given.choices } },
  });
  return jobId;
}

/** To its end, by hand: slice after slice. */
export async function finish(deps: JobDeps, jobId: string): Promise<ImportResult> {
  const { db, now } = deps;
  while (await runJobSlice({ db, now, handlers: jobHandlers }, jobId));
  return await getImportResult(deps, jobId);
}

/** From the file to what came of it. */
export async function importAll(
  deps: JobDeps,
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  given: Given = {},
): Promise<ImportResult> {
  const file = await upload(deps, kind, rows);
  return await finish(deps, await confirm(deps, file, given));
}
