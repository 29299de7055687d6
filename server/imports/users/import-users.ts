import { notifyPages } from "../../events/live-events.ts";
import { insertCompanies } from "../companies/write-companies.ts";
import { importHandler } from "../run-import.ts";
import { newCompanyMemory, readUserWorld } from "./existing-users.ts";
import { planUsers, type UserStep } from "./plan-users.ts";
import { readUserRow } from "./read-user-row.ts";
import { writeUsers } from "./write-users.ts";

/** Imports users. Each change is the same as on the user's own page. */
export const userImportHandler = importHandler(
  "users",
  async (tx, deps, stored, { mapping, choices, cameAt }) => {
    const rows = stored.map((row) => readUserRow(row, mapping));
    const companies = newCompanyMemory(cameAt);
    const world = await readUserWorld(tx, deps.actor, rows, companies, true);
    const steps = planUsers(rows, world, choices);
    await insertCompanies(tx, deps, companies.made);
    await writeUsers(tx, deps, steps, choices);
    if (steps.some(changesUsers)) await notifyPages(tx, "users");
    if (steps.some(changesMembers)) await notifyPages(tx, "companies");
    return steps;
  },
);

function changesUsers({ outcome }: UserStep): boolean {
  return outcome === "created" || outcome === "updated";
}

function changesMembers(step: UserStep): boolean {
  if (step.outcome === "created") return step.user.companies.length > 0;
  return step.outcome === "updated" && step.plan.companies !== null;
}
