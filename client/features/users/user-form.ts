import type { Role } from "../../../shared/access.ts";
import type { CreateUserInput, UserBase, UserPatch } from "../../../shared/schemas/users.ts";
import type { CompanyScope, User, UserCompany } from "../../../shared/users.ts";

/** The values in the dialog. The scope of an Agent has no preset. */
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
    firstName,
    lastName,
    email,
    role,
    companyScope,
    companies,
    timeZone,
    phone: phone ?? "",
  };
}

/**
 * Another role clears companies and scope, because they mean something else there. Going back to the
 * first role restores them.
 */
export function withRole(before: UserValues, values: UserValues, role: Role): UserValues {
  if (role === values.role) return values;
  const { companyScope, companies } = role === before.role ? before : emptyUser;
  return { ...values, role, companyScope, companies };
}

function takesCompanies({ role, companyScope }: UserValues): boolean {
  return role === "Customer" || (role === "Agent" && companyScope === "assigned");
}

/** The scope is optional for the server but required in the form. */
export function missingScope({ role, companyScope }: UserValues): string | undefined {
  if (role !== "Agent" || companyScope !== null) return undefined;
  return "Choose which companies this agent can see.";
}

export function newUserOf(values: UserValues): CreateUserInput {
  const { firstName, lastName, email, role, companyScope, phone, timeZone } = values;
  const companies = companiesOf(values);
  return {
    firstName,
    lastName,
    email,
    role,
    timeZone,
    phone: phone.trim() || null,
    ...(role === "Agent" && companyScope && { companyScope }),
    // Left out if empty: then the email domain decides the company.
    ...(companies.length > 0 && { companies }),
  };
}

/** The fields in which both differ. */
export function changedFields(one: UserValues, other: UserValues): (keyof UserValues)[] {
  const fields = Object.keys(one) as (keyof UserValues)[];
  return fields.filter((field) => one[field] !== other[field]);
}

/** The values the form started from, updated in the fields where a conflict was shown. */
export function withConflicts(
  before: UserValues,
  now: User,
  { fields }: { fields: readonly { field: string }[] },
): UserValues {
  const shown = Object.entries(userValuesOf(now)).filter(([field]) =>
    fields.some((each) => each.field === field),
  );
  return { ...before, ...Object.fromEntries(shown) };
}

/** Only the changed fields, so that changes others made to other fields stay. */
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

/** The values the user saw in the changed fields, sent along to detect conflicts. */
export function baseOf(user: User, patch: UserPatch): UserBase {
  const fields = Object.keys(patch) as (keyof UserPatch)[];
  return {
    ...Object.fromEntries(fields.map((field) => [field, currentValue(user, field)])),
    // The meaning of companies depends on the role.
    ...(patch.companies && { role: user.role }),
  };
}

/** The change that undoes this one. */
export function inverseOf(user: User, patch: UserPatch): UserPatch {
  const fields = new Set(Object.keys(patch) as (keyof UserPatch)[]);
  if (fields.has("role")) {
    // Changing the role cleared these, so they are restored with it.
    fields.add("companies");
    if (user.role === "Agent") fields.add("companyScope");
    else fields.delete("companyScope");
  }
  return Object.fromEntries([...fields].map((field) => [field, currentValue(user, field)]));
}

/** The user as shown until the server answers. Companies are left as they are: their names are not known. */
export function withPatch(user: User, patch: UserPatch): User {
  const { companies: _, ...rest } = patch;
  return { ...user, ...rest };
}

function currentValue(user: User, field: keyof UserPatch): unknown {
  if (field !== "companies") return user[field];
  return user.companies.map(({ id, seesAllTickets }) => ({ id, seesAllTickets }));
}
