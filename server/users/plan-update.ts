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

/** What a patch sets in the row of its user. */
type UserFields = Omit<UserBefore, "id" | "has_password" | "companies">;

export interface UserUpdatePlan {
  role: Role;
  state: UserState;
  set: Partial<UserFields>;
  /** Given or emptied: what replaces the companies; null leaves them. */
  companies: GivenCompany[] | null;
  endsSessions: boolean;
  /** Mails with links are out there: none of them opens anything any more. */
  endsLinks: boolean;
  /** They are not in yet, and what invited them went to another address. */
  movesInvitation: boolean;
  /** What they see may have become less. */
  changesRights: boolean;
  /** As calls name these fields, and so the record. */
  changed: string[];
  /** What was written in them, and what is now. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** What a patch means for this user: pure, so that every rule of it can be tested alone. */
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
    // Another role does not uninvite.
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

/** A change of role empties the scope unless the same call sets it. */
function scopeAfter(
  user: UserBefore,
  role: Role,
  given: CompanyScope | undefined,
): CompanyScope | null {
  if (given === undefined && role === user.role) return user.company_scope;
  return scopeFor(role, given);
}

/** Active means: has chosen a password. Who has none yet goes back to being invited. */
function stateAfter(user: UserBefore, given: UserState | undefined): UserState {
  if (given === undefined || given === user.state) return user.state;
  if (given === "disabled") return "disabled";
  const earned: UserState = user.has_password ? "active" : "invited";
  if (given === earned || given === "active") return earned;
  throw refuseInput("state", "Somebody who has a password cannot be invited again.");
}

function changesOnly(user: UserBefore, wanted: UserFields): Partial<UserFields> {
  const changes = Object.entries(wanted).filter(
    ([field, value]) => user[field as keyof typeof wanted] !== value,
  );
  return Object.fromEntries(changes);
}
