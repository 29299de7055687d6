import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";
import { type GivenCompany, sameCompanies } from "./companies.ts";
import type { UserBefore, UserUpdatePlan } from "./plan-update.ts";

/** The role, state and companies of a user. */
interface UserRights {
  role: Role;
  state: UserState;
  companyScope: CompanyScope | null;
  companies: GivenCompany[];
}

/** The access before and after a change. Holds no personal data. */
export interface UserUndo {
  before: UserRights;
  after: UserRights;
}

export function undoOf(user: UserBefore, plan: UserUpdatePlan): UserUndo {
  const before = rightsOf(user);
  return {
    before,
    after: {
      role: plan.role,
      state: plan.state,
      companyScope: rightsOf({ ...user, ...plan.set }).companyScope,
      companies: plan.companies ?? before.companies,
    },
  };
}

/** What a change decided. A later decision takes precedence over an undo. */
type Decision = "state" | "role";

export function decisionsOf({ before, after }: UserUndo): Decision[] {
  const isAnotherRole = before.role !== after.role || before.companyScope !== after.companyScope;
  return [
    ...(before.state !== after.state ? ["state" as const] : []),
    ...(isAnotherRole ? ["role" as const] : []),
  ];
}

/**
 * The change that restores the earlier access, if no one changed it since. For added or removed
 * companies only these are compared: others may have changed in the meantime.
 */
export function planUserUndo(user: UserBefore, undo: UserUndo): UserPatch {
  const { before, after } = undo;
  const now = rightsOf(user);
  const decided = decisionsOf(undo);
  const patch: UserPatch = {};
  if (decided.includes("state")) {
    if (now.state !== after.state) throw changedSince("state");
    patch.state = before.state;
  }
  if (decided.includes("role")) {
    if (!sameRights(now, after)) throw changedSince("role");
    patch.role = before.role;
    patch.companies = before.companies;
    if (before.companyScope) patch.companyScope = before.companyScope;
    return patch;
  }
  const moved = movedCompanies(undo);
  if (moved.size === 0) return patch;
  const ofThese = ({ companies }: UserRights) => companies.filter(({ id }) => moved.has(id));
  if (now.role !== after.role || !sameCompanies(ofThese(now), ofThese(after))) {
    throw changedSince("companies");
  }
  patch.companies = [...now.companies.filter(({ id }) => !moved.has(id)), ...ofThese(before)];
  return patch;
}

/** Someone changed it since, and that change stays. */
export function changedSince(what: Decision | "companies"): AppError {
  const named = what === "role" ? "role or companies" : what;
  return new AppError("undo_too_late", {
    message: `Their ${named} changed since, so this was not undone.`,
  });
}

function sameRights(one: UserRights, other: UserRights): boolean {
  return (
    one.role === other.role &&
    one.companyScope === other.companyScope &&
    sameCompanies(one.companies, other.companies)
  );
}

function rightsOf(user: Pick<UserBefore, "role" | "state" | "company_scope" | "companies">) {
  const { role, state, company_scope: companyScope, companies } = user;
  return { role, state, companyScope, companies } satisfies UserRights;
}

/** Companies that were added, removed, or changed in what the user sees. */
function movedCompanies({ before, after }: UserUndo): Set<string> {
  const accessTo = (companies: readonly GivenCompany[]) =>
    new Map(companies.map(({ id, seesAllTickets = false }) => [id, seesAllTickets]));
  const [was, is] = [accessTo(before.companies), accessTo(after.companies)];
  return new Set([...was.keys(), ...is.keys()].filter((id) => was.get(id) !== is.get(id)));
}
