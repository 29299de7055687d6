import { AppError, type FieldError } from "../../shared/errors.ts";
import type { UserBase, UserPatch } from "../../shared/schemas/users.ts";
import { type GivenCompany, sameCompanies } from "./companies.ts";
import type { UserBefore } from "./plan-update.ts";

/**
 * Under the row's lock: a field that somebody else set to another value since this person saw it
 * is not overwritten. The same value is no conflict, and other fields do not matter, but that the role
 * decides what companies mean.
 */
export function assertUserUnchanged(user: UserBefore, patch: UserPatch, base: UserBase): void {
  const stands = valuesOf(user);
  const fields = fieldsIn(patch).filter((field) => {
    const seen = base[field];
    if (seen === undefined) return false;
    return !isSame(stands[field], seen) && !isSame(stands[field], patch[field]);
  });
  if (fields.length === 0) return;
  const told = fields.map(
    (field): FieldError => ({ field, message: inWords(field, stands[field]) }),
  );
  throw new AppError("user_conflict", { fields: told });
}

function fieldsIn(patch: UserPatch): (keyof UserPatch)[] {
  const given = (Object.keys(patch) as (keyof UserPatch)[]).filter(
    (field) => patch[field] !== undefined,
  );
  return given.includes("companies") ? [...new Set([...given, "role" as const])] : given;
}

function inWords(field: keyof UserPatch, value: unknown): string {
  if (field === "companies") return "Somebody else changed the companies meanwhile.";
  if (value === null || value === "") return "Somebody else emptied this meanwhile.";
  return `Somebody else changed this to “${value}” meanwhile.`;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return sameCompanies(one as GivenCompany[], other as GivenCompany[]);
  }
  return (one || null) === (other || null);
}

function valuesOf(user: UserBefore): Record<keyof UserPatch, unknown> {
  return {
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    role: user.role,
    companies: user.companies,
    companyScope: user.company_scope,
    phone: user.phone,
    timeZone: user.time_zone,
    state: user.state,
  };
}
