import type { Db } from "../../server/db/database.ts";
import { confirmImport } from "../../server/imports/confirm-import.ts";
import { getImportResult } from "../../server/imports/import-result.ts";
import { previewImport } from "../../server/imports/preview-import.ts";
import { readImportFile } from "../../server/imports/read-csv-file.ts";
import { saveImport } from "../../server/imports/stored-file.ts";
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

let made = 0;
export const unique = () => ++made;
export const address = () => `import-${unique()}@import.test`;
export const named = (word: string) => `${word} ${unique()}`;

export const counts = (created: number, updated = 0, skipped = 0, refused = 0) => ({
  ...{ created, updated, skipped, refused },
});

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
  return await saveImport(deps, kind, { name: "people.csv", table });
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

/** From the file to the result. */
export async function importAll(
  deps: JobDeps,
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  given: Given = {},
): Promise<ImportResult> {
  const file = await upload(deps, kind, rows);
  return await finish(deps, await confirm(deps, file, given));
}

export async function userOf(db: Db, email: string) {
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return user ?? null;
}

export async function companiesOf(db: Db, userId: string) {
  return await db
    .selectFrom("user_companies")
    .innerJoin("companies", "companies.id", "user_companies.company_id")
    .select(["companies.name", "sees_all_tickets as whole"])
    .where("user_id", "=", userId)
    .orderBy("companies.name")
    .execute();
}
