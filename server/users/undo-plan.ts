import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";
import { type GivenCompany, sameCompanies } from "./companies.ts";
import type { UserBefore, UserUpdatePlan } from "./plan-update.ts";

/** What somebody may, and where. */
interface UserRights {
  role: Role;
  state: UserState;
  companyScope: CompanyScope | null;
  companies: GivenCompany[];
}

/** What a change of rights set, and what stood there: ids and words of the vocabulary alone. */
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

/** What it decided: whoever decides that anew later has the last word. */
type Decided = "state" | "role";

export function decidedBy({ before, after }: UserUndo): Decided[] {
  const isAnotherRole = before.role !== after.role || before.companyScope !== after.companyScope;
  return [
    ...(before.state !== after.state ? ["state" as const] : []),
    ...(isAnotherRole ? ["role" as const] : []),
  ];
}

/**
 * The change that brings back what was before, as long as all of it stands as it was left. Of
 * companies that were added or taken away only these count: others may have come and gone since.
 */
export function planUserUndo(user: UserBefore, undo: UserUndo): UserPatch {
  const { before, after } = undo;
  const now = rightsOf(user);
  const decided = decidedBy(undo);
  const patch: UserPatch = {};
  if (decided.includes("state")) {
    if (now.state !== after.state) throw decidedAnew("state");
    patch.state = before.state;
  }
  if (decided.includes("role")) {
    if (!sameRights(now, after)) throw decidedAnew("role");
    patch.role = before.role;
    patch.companies = before.companies;
    if (before.companyScope) patch.companyScope = before.companyScope;
    return patch;
  }
  const moved = movedCompanies(undo);
  if (moved.size === 0) return patch;
  const ofThese = ({ companies }: UserRights) => companies.filter(({ id }) => moved.has(id));
  if (now.role !== after.role || !sameCompanies(ofThese(now), ofThese(after))) {
    throw decidedAnew("companies");
  }
  patch.companies = [...now.companies.filter(({ id }) => !moved.has(id)), ...ofThese(before)];
  return patch;
}

/** Somebody has set it since: theirs stays. */
export function decidedAnew(what: Decided | "companies"): AppError {
  const named = what === "role" ? "role or companies" : what;
  return new AppError("undo_too_late", {
    message: `Somebody changed their ${named} since, so nothing of them was taken back.`,
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

/** Those that came, went, or show more or less than before. */
function movedCompanies({ before, after }: UserUndo): Set<string> {
  const saying = (companies: readonly GivenCompany[]) =>
    new Map(companies.map(({ id, seesAllTickets = false }) => [id, seesAllTickets]));
  const [was, is] = [saying(before.companies), saying(after.companies)];
  return new Set([...was.keys(), ...is.keys()].filter((id) => was.get(id) !== is.get(id)));
}
