import type { Role } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ImportChoices } from "../../../shared/imports.ts";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { CompanyScope, UserState } from "../../../shared/users.ts";
import { type GivenCompany, scopeFor } from "../../users/companies.ts";
import { assertNotSelf } from "../../users/guards.ts";
import { planUserUpdate, type UserBefore, type UserUpdatePlan } from "../../users/plan-update.ts";
import { becamePart, keyOf } from "../existing-records.ts";
import type { PlannedStep } from "../importer.ts";
import type { ReadRow } from "../read-cells.ts";
import type { UserRowValues } from "./read-user-row.ts";

/** The existing data that these rows may affect. */
export interface UserWorld {
  /** By address in lower case. */
  users: ReadonlyMap<string, UserBefore>;
  actorId: string;
  companies: CompanyMemory;
  /** The active company that owns each domain. */
  domains: ReadonlyMap<string, string>;
}

export type UserStep = PlannedStep<{ user: NewUser }, { before: UserBefore; plan: UserUpdatePlan }>;

export function planUsers(
  rows: readonly ReadRow<UserRowValues>[],
  world: UserWorld,
  choices: ImportChoices,
): UserStep[] {
  return rows.map((row) => planRow(row, world, choices));
}

function planRow(row: ReadRow<UserRowValues>, world: UserWorld, choices: ImportChoices): UserStep {
  const { position, line, subject } = row;
  const about = { position, line, subject };
  const refuse = (reasons: string[]): UserStep => ({ ...about, outcome: "refused", reasons });
  const companies = companiesFrom(row, world.companies, choices);
  const reasons = [...row.reasons, ...companies.reasons];
  const before = world.users.get(row.key);
  if (!before) {
    const made = newUserFrom(row, companies.named, world.domains);
    reasons.push(...made.reasons);
    if (reasons.length > 0) return refuse(reasons);
    companies.take();
    return { ...about, outcome: "created", user: made.user };
  }
  if (reasons.length > 0) return refuse(reasons);
  try {
    const plan = planUserUpdate(before, patchFrom(row.values, before, companies.named));
    assertNotSelf(world.actorId, before, plan);
    companies.take();
    if (plan.changed.length === 0) return { ...about, outcome: "skipped" };
    return { ...about, outcome: "updated", before, plan };
  } catch (error) {
    if (error instanceof AppError) return refuse([wordsOf(error)]);
    throw error;
  }
}

function patchFrom(
  values: UserRowValues,
  before: UserBefore,
  named: readonly (GivenCompany & { name: string })[] | undefined,
): UserPatch {
  const { email: _, companies: __, seesAllTickets, ...fields } = values;
  const role = values.role ?? before.role;
  // Changing the role clears the companies, unless the row names some.
  const keeps = seesAllTickets !== undefined && role === before.role;
  const given = named ?? (keeps ? before.companies : undefined);
  if (!given) return fields;
  const seen = new Map(before.companies.map((company) => [company.id, company.seesAllTickets]));
  return {
    ...fields,
    companies: given.map(({ id, seesAllTickets: said }) => ({
      id,
      seesAllTickets:
        role === "Customer" &&
        (typeof seesAllTickets === "boolean" ? seesAllTickets : (said ?? seen.get(id) ?? false)),
    })),
  };
}

function wordsOf({ message, details }: AppError): string {
  return details.fields?.[0]?.message ?? message;
}

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
function companiesFrom(
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

/** A user to be created. */
export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Without a password a user is not active, whatever the row says. */
  state: Exclude<UserState, "active">;
  companyScope: CompanyScope | null;
  companies: GivenCompany[];
  phone: string | null;
  timeZone: string | null;
  /** The fields of the row, for the audit log. */
  fields: string[];
}

/** Without a role, the user is a Customer; without companies, the email domain decides. */
function newUserFrom(
  { values, unread }: Pick<ReadRow<UserRowValues>, "values" | "unread">,
  named: readonly GivenCompany[] | undefined,
  domains: ReadonlyMap<string, string>,
): { user: NewUser; reasons: string[] } {
  const { email, firstName = "", lastName = "", role = "Customer" } = values;
  const reasons: string[] = [];
  const isNamed = firstName !== "" || unread?.has("firstName") || unread?.has("fullName");
  if (!isNamed) reasons.push("First name is missing.");
  const ofDomain = role === "Customer" ? domains.get(domainOf(email)) : undefined;
  const companies = named ?? (ofDomain ? [{ id: ofDomain }] : []);
  const user: NewUser = {
    email,
    firstName,
    lastName,
    role,
    state: values.state === "disabled" ? "disabled" : "invited",
    companyScope: null,
    companies: companies.map(({ id, seesAllTickets = false }) => ({
      id,
      seesAllTickets: role === "Customer" && seesAllTickets,
    })),
    phone: values.phone ?? null,
    timeZone: values.timeZone ?? null,
    fields: Object.keys(values),
  };
  // The intended role is unknown.
  if (unread?.has("role")) return { user, reasons };
  try {
    user.companyScope = scopeFor(role, values.companyScope);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reasons.push(error.message);
  }
  return { user, reasons };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
