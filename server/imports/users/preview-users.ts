import { fieldWords } from "../../../shared/audit.ts";
import { importLimits } from "../../../shared/imports.ts";
import { fullName } from "../../../shared/users.ts";
import type { ActorDeps } from "../../actor.ts";
import type { PreviewedStep, Previewer } from "../previewer.ts";
import type { Confirmed } from "../run-import.ts";
import { newCompanyMemory, readUserWorld } from "./existing-users.ts";
import { planUsers, type UserStep } from "./plan-users.ts";
import { readUserRow } from "./read-user-row.ts";

export function userPreviewer(
  { db, actor }: ActorDeps,
  { mapping, choices }: Confirmed,
): Previewer {
  const companies = newCompanyMemory();
  const { unknown, known } = companies;
  return {
    async plan(stored) {
      const rows = stored.map((row) => readUserRow(row, mapping));
      const world = await readUserWorld(db, actor, rows, companies, false);
      const steps = planUsers(rows, world, choices);
      const names = new Map([...known.values()].map(({ id, name }) => [id, name]));
      return steps.map((step) => inWords(step, names));
    },
    unknownCompanies: () => ({
      names: [...unknown.values()].slice(0, importLimits.named),
      count: unknown.size,
    }),
  };
}

type Names = ReadonlyMap<string, string>;

function inWords(step: UserStep, names: Names): PreviewedStep {
  if (step.outcome === "created") {
    const { user, ...about } = step;
    const companies = user.companies.map(({ id }) => names.get(id));
    const words = [fullName(user), user.role, ...companies, user.phone, user.timeZone];
    const state = user.state === "disabled" ? ["Disabled"] : [];
    return { ...about, changes: [...words.filter((word) => typeof word === "string"), ...state] };
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

function listOf(companies: readonly { id: string }[], names: Names): string {
  return companies.map(({ id }) => names.get(id) ?? "another").join(", ");
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
