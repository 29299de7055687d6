import type { Role } from "../../shared/access.ts";
import { refuseInput } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { CompanyScope, UserState } from "../../shared/users.ts";
import { type GivenCompany, sameCompanies, scopeFor } from "./companies.ts";

export interface UserBefore {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  role: Role;
  state: UserState;
  company_scope: CompanyScope | null;
  phone: string | null;
  time_zone: string | null;
  has_password: boolean;
  companies: GivenCompany[];
}

/** The columns that a patch can set. */
type UserFields = Omit<UserBefore, "id" | "has_password" | "companies">;

export interface UserUpdatePlan {
  role: Role;
  state: UserState;
  set: Partial<UserFields>;
  /** The new companies. Null leaves them unchanged. */
  companies: GivenCompany[] | null;
  endsSessions: boolean;
  /** Links that were emailed stop working. */
  endsLinks: boolean;
  /** An invited user gets the invitation again at the new address. */
  movesInvitation: boolean;
  /** They may have lost access to tickets. */
  changesRights: boolean;
  /** The changed fields, named as in the API. */
  changed: string[];
  /** Their values before and after. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Plans a change of a user: which columns change and what follows from it. Pure. */
export function planUserUpdate(user: UserBefore, patch: UserPatch): UserUpdatePlan {
  const role = patch.role ?? user.role;
  const state = stateAfter(user, patch.state);
  const roleChanges = role !== user.role;
  const wanted: UserFields = {
    first_name: patch.firstName ?? user.first_name,
    last_name: patch.lastName ?? user.last_name,
    email: patch.email ?? user.email,
    role,
    state,
    company_scope: scopeAfter(user, role, patch.companyScope),
    phone: patch.phone === undefined ? user.phone : patch.phone || null,
    time_zone: patch.timeZone === undefined ? user.time_zone : patch.timeZone,
  };
  const set = changesOnly(user, wanted);
  const given = patch.companies ?? (roleChanges ? [] : null);
  const companies = given && !sameCompanies(user.companies, given) ? given : null;
  const fields = (Object.keys(columnOf) as (keyof typeof columnOf)[]).filter(
    (field) => columnOf[field] in set,
  );
  const byField = (from: typeof set) =>
    Object.fromEntries(fields.map((field) => [field, from[columnOf[field]]]));
  const idsOf = (all: readonly GivenCompany[]) => all.map(({ id }) => id);
  const endsSessions = roleChanges || (state === "disabled" && user.state !== "disabled");
  return {
    role,
    state,
    set,
    companies,
    endsSessions,
    // Changing the role keeps an invitation.
    endsLinks: (endsSessions && state !== "invited") || "email" in set,
    movesInvitation: state === "invited" && "email" in set,
    changesRights: companies !== null || rights.some((field) => field in set),
    changed: [...fields, ...(companies ? ["companies"] : [])],
    before: { ...byField(user), ...(companies && { companies: idsOf(user.companies) }) },
    after: { ...byField(set), ...(companies && { companies: idsOf(companies) }) },
  };
}

const columnOf: Record<Exclude<keyof UserPatch, "companies">, keyof UserFields> = {
  firstName: "first_name",
  lastName: "last_name",
  email: "email",
  role: "role",
  state: "state",
  companyScope: "company_scope",
  phone: "phone",
  timeZone: "time_zone",
};

const rights = ["role", "state", "company_scope"] as const;

/** A change of role clears the scope unless the same call sets it. */
function scopeAfter(
  user: UserBefore,
  role: Role,
  given: CompanyScope | undefined,
): CompanyScope | null {
  if (given === undefined && role === user.role) return user.company_scope;
  return scopeFor(role, given);
}

/** Active users have a password. Enabling a user without one makes them invited. */
function stateAfter(user: UserBefore, given: UserState | undefined): UserState {
  if (given === undefined || given === user.state) return user.state;
  if (given === "disabled") return "disabled";
  const enabled: UserState = user.has_password ? "active" : "invited";
  if (given === enabled || given === "active") return enabled;
  throw refuseInput("state", "This user has a password and can't be invited again.");
}

function changesOnly(user: UserBefore, wanted: UserFields): Partial<UserFields> {
  const changes = Object.entries(wanted).filter(
    ([field, value]) => user[field as keyof typeof wanted] !== value,
  );
  return Object.fromEntries(changes);
}
