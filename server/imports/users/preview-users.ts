import { fieldWords } from "../../../shared/audit.ts";
import { importLimits } from "../../../shared/imports.ts";
import { fullName, scopeWords } from "../../../shared/users.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Db } from "../../db/database.ts";
import type { GivenCompany } from "../../users/companies.ts";
import type { PreviewedStep, Previewer } from "../previewer.ts";
import type { Confirmed } from "../run-import.ts";
import { newCompanyMemory, readUserWorld } from "./existing-users.ts";
import type { NewUser } from "./plan-new-user.ts";
import { planUsers, type UserStep } from "./plan-users.ts";
import { readUserRow } from "./read-user-row.ts";

export function userPreviewer(
  { db, actor }: ActorDeps,
  { mapping, choices, cameAt }: Confirmed,
): Previewer {
  const companies = newCompanyMemory(cameAt);
  const names: Names = new Map();
  const { unknown, known } = companies;
  return {
    async plan(stored) {
      const rows = stored.map((row) => readUserRow(row, mapping));
      const world = await readUserWorld(db, actor, rows, companies, false);
      const steps = planUsers(rows, world, choices);
      for (const { id, name } of known.values()) names.set(id, name);
      await readNames(db, steps, names);
      return steps.map((step) => inWords(step, names));
    },
    unknownCompanies: () => ({
      names: [...unknown.values()].slice(0, importLimits.named),
      count: unknown.size,
    }),
  };
}

type Names = Map<string, string>;

/** The names of companies that the rows do not name: current ones, or those of the email domain. */
async function readNames(db: Db, steps: readonly UserStep[], names: Names): Promise<void> {
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

function inWords(step: UserStep, names: Names): PreviewedStep {
  if (step.outcome === "created") {
    const { user, ...about } = step;
    const { role, companyScope, companies, phone, timeZone, state } = user;
    const words = [
      ...[fullName(user), role, companyScope && scopeWords[companyScope]],
      ...companies.map((company) => called(company, names)),
      ...[phone, timeZone, state === "disabled" && "Disabled"],
    ];
    return { ...about, changes: words.filter((word) => typeof word === "string"), ...odd(user) };
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
function odd({ companyScope, companies }: NewUser): Pick<PreviewedStep, "warnings"> {
  if (companyScope !== "assigned" || companies.length > 0) return {};
  return { warnings: ["With no company assigned this agent sees no ticket."] };
}

function listOf(companies: readonly GivenCompany[], names: Names): string {
  return companies.map((company) => called(company, names)).join(", ");
}

function called({ id, seesAllTickets }: GivenCompany, names: Names): string {
  const name = names.get(id) ?? "another";
  return seesAllTickets ? `${name} (sees all company tickets)` : name;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
