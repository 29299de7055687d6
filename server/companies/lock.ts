import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";

export interface LockedCompany {
  id: string;
  name: string;
  notes: string;
  state: "active" | "archived" | "merged";
  merged_into_id: string | null;
  merging_into_id: string | null;
}

/**
 * Companies that nobody else changes until the transaction ends, nor opens tickets in, nor joins.
 * Of all that acts lock, people come first, then companies, then tickets; each in order of ids.
 */
export async function lockCompanies(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, LockedCompany>> {
  const companies = await tx
    .selectFrom("companies")
    .select(["id", "name", "notes", "state", "merged_into_id", "merging_into_id"])
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(companies.map((company) => [company.id, company]));
}

/** What went into another is there no longer. */
export async function lockCompany(tx: Tx, id: string): Promise<LockedCompany> {
  const company = (await lockCompanies(tx, [id])).get(id);
  if (!company || company.state === "merged") throw new AppError("not_found");
  return company;
}

/**
 * Those who belong to these companies, and others with them, before companies are locked: how they are
 * called stands in the rows of their people, which are written where one is renamed, joined or left. Who
 * does no more than act meanwhile is not waited for.
 */
export async function lockThoseOf(
  tx: Tx,
  companyIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  await sql`
    select from users where id in (
      select user_id from user_companies where company_id = any(${[...companyIds]}::uuid[])
      union select unnest(${[...others]}::uuid[]))
    order by id for no key update`.execute(tx);
}

export interface LockedPerson {
  id: string;
  name: string;
  role: "Super Admin" | "Agent" | "Customer";
  company_scope: "all" | "assigned" | null;
  state: "invited" | "active" | "disabled";
}

/** Whose rights nobody else changes until the transaction ends. */
export async function lockForRights(tx: Tx, ids: readonly string[]): Promise<LockedPerson[]> {
  if (ids.length === 0) return [];
  const people = await tx
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "role", "company_scope", "state"])
    .where("id", "in", [...new Set(ids)])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return people.map(({ first_name, last_name, ...person }) => ({
    ...person,
    name: `${first_name} ${last_name}`.trim(),
  }));
}
