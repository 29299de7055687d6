import type { ImportPreview } from "../../shared/imports.ts";
import type { StoredRow } from "./kept-rows.ts";
import type { Step } from "./run-import.ts";

/** The outcome of a row, as the preview describes it. */
export type PreviewedStep = Step & { changes?: string[]; warnings?: string[] };

/** Plans rows as the job would, without locks. It remembers what earlier rows would do. */
export interface Previewer {
  plan(rows: readonly StoredRow[]): Promise<PreviewedStep[]>;
  unknownCompanies(): ImportPreview["unknownCompanies"];
}
