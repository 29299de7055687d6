import type { UserBase, UserPatch } from "../../../shared/schemas/users.ts";
import type { User } from "../../../shared/users.ts";

/** What stands now in the fields that a change sets: sent along, so that nothing is overwritten. */
export function baseOf(user: User, patch: UserPatch): UserBase {
  const fields = Object.keys(patch) as (keyof UserPatch)[];
  return {
    ...Object.fromEntries(fields.map((field) => [field, standing(user, field)])),
    // What they mean hangs on it.
    ...(patch.companies && { role: user.role }),
  };
}

/** The change that takes this one back. */
export function inverseOf(user: User, patch: UserPatch): UserPatch {
  const fields = new Set(Object.keys(patch) as (keyof UserPatch)[]);
  if (fields.has("role")) {
    // It emptied these, so they come back with it.
    fields.add("companies");
    if (user.role === "Agent") fields.add("companyScope");
    else fields.delete("companyScope");
  }
  return Object.fromEntries([...fields].map((field) => [field, standing(user, field)]));
}

/** Somebody as they will be, as far as that can be told before the server answers. */
export function withPatch(user: User, patch: UserPatch): User {
  const { companies: _, ...rest } = patch;
  return { ...user, ...rest };
}

function standing(user: User, field: keyof UserPatch): unknown {
  if (field !== "companies") return user[field];
  return user.companies.map(({ id, seesAllTickets }) => ({ id, seesAllTickets }));
}
