import type { ImportPreview } from "../../shared/imports.ts";
import type { StoredRow } from "./kept-rows.ts";
import type { Step } from "./run-import.ts";

/** What would come of a row, in the words of the preview. */
export type PreviewedStep = Step & { changes?: string[]; warnings?: string[] };

/** Plans some rows as the job would, and holds nothing. It remembers what rows before would do. */
export interface Previewer {
  plan(rows: readonly StoredRow[]): Promise<PreviewedStep[]>;
  unknownCompanies(): ImportPreview["unknownCompanies"];
}
