import { notifyNotesChanged } from "../../companies/lock.ts";
import { notifyPages } from "../../events/live-events.ts";
import { importHandler } from "../run-import.ts";
import { readCompanyWorld } from "./existing-companies.ts";
import { type CompanyStep, planCompanies } from "./plan-companies.ts";
import { readCompanyRow } from "./read-company-row.ts";
import { writeCompanies } from "./write-companies.ts";

/** Imports companies. Each change is the same as on the company's own page. */
export const companyImportHandler = importHandler(
  "companies",
  async (tx, deps, stored, { mapping, cameAt }) => {
    const rows = stored.map((row) => readCompanyRow(row, mapping));
    const world = await readCompanyWorld(tx, rows, { claims: new Map(), cameAt }, true);
    const steps = planCompanies(rows, world);
    await writeCompanies(tx, deps, steps);
    const changed = steps.some(({ outcome }) => outcome === "created" || outcome === "updated");
    if (changed) await notifyPages(tx, "companies");
    if (steps.some(changesNotes)) await notifyNotesChanged(tx);
    return steps;
  },
);

function changesNotes(step: CompanyStep): boolean {
  return step.outcome === "updated" && step.change.notes !== undefined;
}
