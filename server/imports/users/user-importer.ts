import { fieldWords } from "../../../shared/audit.ts";
import { fullName, scopeWords } from "../../../shared/users.ts";
import type { Db } from "../../db/database.ts";
import { notifyPages } from "../../events/live-events.ts";
import type { GivenCompany } from "../../users/companies.ts";
import { insertCompanies } from "../companies/write-companies.ts";
import type { Importer, PreviewedStep } from "../importer.ts";
import { newCompanyMemory, readUserWorld } from "./existing-users.ts";
import {
  type CompanyMemory,
  type NewUser,
  planUsers,
  type UserStep,
  type UserWorld,
} from "./plan-users.ts";
import { readUserRow, type UserRowValues } from "./read-user-row.ts";
import { writeUsers } from "./write-users.ts";

type Memory = CompanyMemory & { names: CompanyNames };

/** Imports users. Each change is the same as on the user's own page. */
export const userImporter: Importer<UserRowValues, UserStep, Memory, UserWorld> = {
  readRow: readUserRow,
  newMemory: (cameAt) => ({ ...newCompanyMemory(cameAt), names: new Map() }),
  readWorld: readUserWorld,
  plan: planUsers,
  async describe(db, steps, { known, names }) {
    for (const { id, name } of known.values()) names.set(id, name);
    await readNames(db, steps, names);
    return steps.map((step) => describeStep(step, names));
  },
  async write(tx, deps, steps, { memory, choices }) {
    await insertCompanies(tx, deps, memory.made);
    await writeUsers(tx, deps, steps, choices);
    if (steps.some(changesUsers)) await notifyPages(tx, "users");
    if (steps.some(changesMembers)) await notifyPages(tx, "companies");
  },
  unknownCompanies: ({ unknown }) => [...unknown.values()],
};

function changesUsers({ outcome }: UserStep): boolean {
  return outcome === "created" || outcome === "updated";
}

function changesMembers(step: UserStep): boolean {
  if (step.outcome === "created") return step.user.companies.length > 0;
  return step.outcome === "updated" && step.plan.companies !== null;
}

type CompanyNames = Map<string, string>;

/** The names of companies that the rows do not name: current ones, or those of the email domain. */
async function readNames(db: Db, steps: readonly UserStep[], names: CompanyNames): Promise<void> {
  const missing = steps
    .flatMap(companiesOf)
    .map(({ id }) => id)
    .filter((id) => !names.has(id));
  if (missing.length === 0) return;
  const found = await db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "in", [...new Set(missing)])
    .execute();
  for (const { id, name } of found) names.set(id, name);
}

function companiesOf(step: UserStep): readonly GivenCompany[] {
  if (step.outcome === "created") return step.user.companies;
  if (step.outcome !== "updated" || !step.plan.companies) return [];
  return [...step.before.companies, ...step.plan.companies];
}

function describeStep(step: UserStep, names: CompanyNames): PreviewedStep {
  if (step.outcome === "created") {
    const { user, ...about } = step;
    const { role, companyScope, companies, phone, timeZone, state } = user;
    const words = [
      ...[fullName(user), role, companyScope && scopeWords[companyScope]],
      ...companies.map((company) => companyWords(company, names)),
      ...[phone, timeZone, state === "disabled" && "Disabled"],
    ];
    return {
      ...about,
      changes: words.filter((word) => typeof word === "string"),
      ...warningsOf(user),
    };
  }
  if (step.outcome !== "updated") return step;
  const { plan, before, ...about } = step;
  return {
    ...about,
    changes: plan.changed.map((field) => {
      const [was, is] =
        field === "companies"
          ? [before.companies, plan.companies ?? []].map((all) => listOf(all, names))
          : [plan.before[field], plan.after[field]];
      return `${capital(fieldWords(field))}: ${was || "none"} → ${is || "none"}`;
    }),
  };
}

/** The form requires a scope; in a file it may be missing by mistake. */
function warningsOf({ companyScope, companies }: NewUser): Pick<PreviewedStep, "warnings"> {
  if (companyScope !== "assigned" || companies.length > 0) return {};
  return { warnings: ["With no company assigned this agent sees no ticket."] };
}

function listOf(companies: readonly GivenCompany[], names: CompanyNames): string {
  return companies.map((company) => companyWords(company, names)).join(", ");
}

function companyWords({ id, seesAllTickets }: GivenCompany, names: CompanyNames): string {
  const name = names.get(id) ?? "another";
  return seesAllTickets ? `${name} (sees all company tickets)` : name;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
