import type { Role } from "../../shared/access.ts";
import type { CompanyScope } from "../../shared/users.ts";
import type { Db, Tx } from "../db/database.ts";
import { type Actor, toActor } from "./actor.ts";

export interface ActingUser {
  id: string;
  role: Role;
  company_scope: CompanyScope | null;
}

/** A user with their current companies, as an actor. */
export async function readActor(db: Db | Tx, user: ActingUser): Promise<Actor> {
  return asActor(user, await companiesOf(db, user.id).execute());
}

export function asActor(
  { id, role, company_scope }: ActingUser,
  companies: readonly { id: string; seesAllTickets: boolean }[],
): Actor {
  return toActor({ id, role, companyScope: company_scope }, companies);
}

export function companiesOf(db: Db | Tx, userId: string) {
  return db
    .selectFrom("user_companies")
    .select(["company_id as id", "sees_all_tickets as seesAllTickets"])
    .where("user_id", "=", userId)
    .orderBy("company_id");
}
