import type { CompanyRef, User } from "../../../shared/users.ts";

/** Whoever is listed under a company belongs to it, and so brings its name. */
export function companyListed(
  users: readonly User[],
  id: string | undefined,
): CompanyRef | undefined {
  if (id === undefined) return undefined;
  return users.flatMap((user) => user.companies).find((company) => company.id === id);
}
