import type { Role } from "../../../shared/access.ts";
import type { CreateUserInput, UserPatch } from "../../../shared/schemas/users.ts";
import type { CompanyScope, User, UserCompany } from "../../../shared/users.ts";

/** What the dialog holds. The scope of an Agent is chosen, never assumed. */
export interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  companyScope: CompanyScope | null;
  companies: UserCompany[];
  phone: string;
  timeZone: string | null;
}

export const emptyUser: UserValues = {
  firstName: "",
  lastName: "",
  email: "",
  role: "Customer",
  companyScope: null,
  companies: [],
  phone: "",
  timeZone: null,
};

export function userValuesOf(user: User): UserValues {
  const { firstName, lastName, email, role, companyScope, companies, phone, timeZone } = user;
  return {
    ...{ firstName, lastName, email, role, companyScope, companies, timeZone },
    phone: phone ?? "",
  };
}

/**
 * Companies mean another thing to another role, and all of them to a Super Admin. The role one began
 * from has its own again.
 */
export function withRole(before: UserValues, values: UserValues, role: Role): UserValues {
  if (role === values.role) return values;
  const { companyScope, companies } = role === before.role ? before : emptyUser;
  return { ...values, role, companyScope, companies };
}

function takesCompanies({ role, companyScope }: UserValues): boolean {
  return role === "Customer" || (role === "Agent" && companyScope === "assigned");
}

/** Said before anything is sent: what only the screen asks for. */
export function missingScope({ role, companyScope }: UserValues): string | undefined {
  if (role !== "Agent" || companyScope !== null) return undefined;
  return "Choose what this agent may see.";
}

export function newUserOf(values: UserValues): CreateUserInput {
  const { firstName, lastName, email, role, companyScope, phone, timeZone } = values;
  const companies = companiesOf(values);
  return {
    ...{ firstName, lastName, email, role, timeZone },
    phone: phone.trim() || null,
    ...(role === "Agent" && companyScope && { companyScope }),
    // Without any, a mail domain may join a new customer to its company.
    ...(companies.length > 0 && { companies }),
  };
}

/** In which fields two differ. */
export function changedFields(one: UserValues, other: UserValues): (keyof UserValues)[] {
  const fields = Object.keys(one) as (keyof UserValues)[];
  return fields.filter((field) => one[field] !== other[field]);
}

/** What one began from, where in these fields somebody else's words came between and were told. */
export function caughtUp(
  before: UserValues,
  now: User,
  { fields }: { fields: readonly { field: string }[] },
): UserValues {
  const told = Object.entries(userValuesOf(now)).filter(([field]) =>
    fields.some((each) => each.field === field),
  );
  return { ...before, ...Object.fromEntries(told) };
}

/** Only what was changed: what somebody else changed meanwhile stays. */
export function patchOf(before: UserValues, after: UserValues): UserPatch {
  const patch: UserPatch = {};
  for (const field of ["firstName", "lastName", "email"] as const) {
    if (after[field].trim() !== before[field]) patch[field] = after[field];
  }
  if (after.role !== before.role) patch.role = after.role;
  if (after.phone.trim() !== before.phone) patch.phone = after.phone.trim() || null;
  if (after.timeZone !== before.timeZone) patch.timeZone = after.timeZone;
  const scope = after.companyScope;
  if (after.role === "Agent" && scope && scope !== before.companyScope) patch.companyScope = scope;
  const companies = companiesOf(after);
  if (JSON.stringify(companies) !== JSON.stringify(companiesOf(before))) {
    patch.companies = companies;
  }
  return patch;
}

function companiesOf(values: UserValues): { id: string; seesAllTickets: boolean }[] {
  if (!takesCompanies(values)) return [];
  return values.companies
    .map(({ id, seesAllTickets }) => ({
      id,
      seesAllTickets: values.role === "Customer" && seesAllTickets,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
