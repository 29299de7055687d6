import { sql } from "kysely";
import { AppError, refuseField } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";

export interface LockedCompany {
  id: string;
  name: string;
  notes: string;
  state: "active" | "archived" | "merged";
  merged_into_id: string | null;
  merging_into_id: string | null;
}

/**
 * Locks companies against changes, new tickets and new members until the transaction ends.
 * Locking order: people, then companies, then tickets, each in order of id.
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

/** A merged company counts as not found. */
export async function lockCompany(tx: Tx, id: string): Promise<LockedCompany> {
  const company = (await lockCompanies(tx, [id])).get(id);
  if (!company || company.state === "merged") throw new AppError("not_found");
  return company;
}

/**
 * Locks the people of these companies, and others, before the companies themselves: users' rows hold the
 * names of their companies and are written when one is renamed, joined or left. `for no key update` does
 * not wait for other actions of these people.
 */
export async function lockPeopleOf(
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

/** Locks people against changes of their access until the transaction ends. */
export async function lockPeopleById(tx: Tx, ids: readonly string[]): Promise<LockedPerson[]> {
  if (ids.length === 0) return [];
  const people = await tx
    .selectFrom("users")
    .select(["id", "first_name", "last_name", "role", "company_scope", "state"])
    .where("id", "in", [...new Set(ids)])
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  return people.map(({ first_name, last_name, ...person }) => ({
    ...person,
    name: `${first_name} ${last_name}`.trim(),
  }));
}

/** Staff see the notes of a company next to each of its tickets. */
export async function notifyNotesChanged(tx: Tx): Promise<void> {
  await notifyPages(tx, "settings");
}

/** An error whose message names the person, for lists without a field to show it. */
export function refusePerson(field: "agents" | "members", message: string): AppError {
  return refuseField("invalid_input", field, { message });
}
