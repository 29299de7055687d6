import type { ImportChoices } from "../../../shared/imports.ts";
import type { GivenCompany } from "../../users/companies.ts";
import { keyOf } from "../kept-rows.ts";
import { becamePart } from "../merged-since.ts";
import type { ReadRow } from "../read-cells.ts";
import type { UserRowValues } from "./read-user-row.ts";

/** The companies that rows may name, those that rows before have made among them. */
export interface CompanyMemory {
  /** By name in lower case. */
  known: Map<string, { id: string; name: string }>;
  /** Of a company that became part of another since the file came, the other. */
  merged: Map<string, string>;
  cameAt: Date;
  made: { id: string; name: string }[];
  /** Named, and not there: in lower case, and as it was written first. */
  unknown: Map<string, string>;
  newId: () => string;
}

interface NamedCompanies {
  /** Undefined where the row names none. */
  named: (GivenCompany & { name: string })[] | undefined;
  reasons: string[];
  /** Where the row stands: what it makes is made. */
  take(): void;
}

/** The companies of a row by their names; one that is not there is made, if so chosen. */
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
  // Two spellings of one name are one company.
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
