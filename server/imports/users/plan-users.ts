import { AppError } from "../../../shared/errors.ts";
import type { ImportChoices, RefusedRow } from "../../../shared/imports.ts";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import type { GivenCompany } from "../../users/companies.ts";
import { assertNotSelf } from "../../users/guards.ts";
import { planUserUpdate, type UserBefore, type UserUpdatePlan } from "../../users/plan-update.ts";
import type { ReadRow } from "../read-cells.ts";
import { type CompanyMemory, companiesFrom } from "./named-companies.ts";
import { type NewUser, newUserFrom } from "./plan-new-user.ts";
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

export type UserStep = { position: number; line: number; subject: string } & (
  | { outcome: "created"; user: NewUser }
  | { outcome: "updated"; before: UserBefore; plan: UserUpdatePlan }
  | { outcome: "skipped" }
  | ({ outcome: "refused" } & Pick<RefusedRow, "reasons">)
);

/**
 * Plans the outcome of each row by the rules for manual changes. Pure, so that the preview and the job agree.
 */
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
