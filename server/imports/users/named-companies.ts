import type { ImportChoices } from "../../../shared/imports.ts";
import type { GivenCompany } from "../../users/companies.ts";
import { keyOf } from "../kept-rows.ts";
import { becamePart } from "../merged-since.ts";
import type { ReadRow } from "../read-cells.ts";
import type { UserRowValues } from "./read-user-row.ts";

/** The companies that rows can name, including those that earlier rows created. */
export interface CompanyMemory {
  /** By name in lower case. */
  known: Map<string, { id: string; name: string }>;
  /** The target of each company that was merged since the file arrived. */
  merged: Map<string, string>;
  cameAt: Date;
  made: { id: string; name: string }[];
  /** Names without a company: in lower case, and as first written. */
  unknown: Map<string, string>;
  newId: () => string;
}

interface NamedCompanies {
  /** Undefined where the row names none. */
  named: (GivenCompany & { name: string })[] | undefined;
  reasons: string[];
  /** Records that the row is imported, and with it the companies it creates. */
  take(): void;
}

/** The companies named in a row; missing ones are created if that option is chosen. */
export function companiesFrom(
  {
    values: { companies, seesAllTickets },
    unread,
  }: Pick<ReadRow<UserRowValues>, "values" | "unread">,
  memory: CompanyMemory,
  { createCompanies }: ImportChoices,
): NamedCompanies {
  const reasons: string[] = [];
  const made: { id: string; name: string }[] = [];
  const find = (name: string) => {
    const key = keyOf(name);
    const known = memory.known.get(key) ?? made.find((one) => keyOf(one.name) === key);
    if (known) return known;
    const into = memory.merged.get(key);
    if (into !== undefined) {
      reasons.push(becamePart(name, into));
      return null;
    }
    if (!memory.unknown.has(key)) memory.unknown.set(key, name);
    if (!createCompanies) {
      reasons.push(`There is no company called ${name}.`);
      return null;
    }
    const company = { id: memory.newId(), name };
    made.push(company);
    return company;
  };
  const found = companies?.map(find).filter((company) => company !== null);
  // Two spellings of a name are one company.
  const named = found && [...new Map(found.map((company) => [company.id, company])).values()];
  const whole = Array.isArray(seesAllTickets) ? seesAllTickets.map(keyOf) : [];
  for (const key of whole) {
    if (named && !named.some(({ name }) => keyOf(name) === key)) {
      reasons.push(`Sees all tickets of: ${key} is not among the companies of this row.`);
    }
    if (!named && !unread?.has("companies")) {
      reasons.push("Sees all tickets of: this row names no companies.");
    }
  }
  return {
    reasons: [...new Set(reasons)],
    named: named?.map((company) => ({
      ...company,
      ...(Array.isArray(seesAllTickets) && {
        seesAllTickets: whole.includes(keyOf(company.name)),
      }),
      ...(typeof seesAllTickets === "boolean" && { seesAllTickets }),
    })),
    take() {
      memory.made.push(...made);
      for (const company of made) memory.known.set(keyOf(company.name), company);
    },
  };
}
