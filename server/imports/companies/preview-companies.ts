import { isFreeMail } from "../../../shared/mail-domains.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { PreviewedStep, Previewer } from "../previewer.ts";
import type { Confirmed } from "../run-import.ts";
import { readCompanyWorld } from "./existing-companies.ts";
import { type CompanyStep, planCompanies } from "./plan-companies.ts";
import { readCompanyRow } from "./read-company-row.ts";

export function companyPreviewer({ db }: ActorDeps, { mapping, cameAt }: Confirmed): Previewer {
  const memory = { claims: new Map<string, string | null>(), cameAt };
  return {
    async plan(stored) {
      const rows = stored.map((row) => readCompanyRow(row, mapping));
      const world = await readCompanyWorld(db, rows, memory, false);
      return planCompanies(rows, world).map(inWords);
    },
    unknownCompanies: () => ({ names: [], count: 0 }),
  };
}

function inWords(step: CompanyStep): PreviewedStep {
  if (step.outcome === "created") {
    const { values, ...about } = step;
    const { domains = [], state, notes } = values;
    const changes = [...domains, state === "archived" ? "archived" : "", notes ? "Notes" : ""];
    return { ...about, changes: changes.filter(Boolean), warnings: warningsOf(domains) };
  }
  if (step.outcome !== "updated") return step;
  const { change, before, ...about } = step;
  const changes = [
    ...change.addDomains.map((domain) => `${domain} comes`),
    ...change.removeDomains.map((domain) => `${domain} goes`),
    ...(change.state ? [`State: ${before.state} → ${change.state}`] : []),
    ...(change.notes === undefined ? [] : ["Notes"]),
  ];
  return { ...about, changes, warnings: warningsOf(change.addDomains) };
}

function warningsOf(domains: readonly string[]): string[] {
  return domains
    .filter(isFreeMail)
    .map((domain) => `Anyone can have an address at ${domain}, and would join this company.`);
}
