import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { UserState } from "../../shared/users.ts";
import type { Actor } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";

import type { UserBefore } from "./plan-update.ts";

interface LockedUser extends UserBefore {
  was_super_admin: boolean;
}

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  const user = await tx
    .selectFrom("users")
    .select([
      "id",
      "first_name",
      "last_name",
      "email",
      "role",
      "state",
      "company_scope",
      "phone",
      "time_zone",
      "was_super_admin",
    ])
    .select((select) => select("password_hash", "is not", null).as("has_password"))
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError("not_found");
  // Read after the lock: together with the row they could be from before the wait.
  const companies = await tx
    .selectFrom("user_companies")
    .select(["company_id as id", "sees_all_tickets as seesAllTickets"])
    .where("user_id", "=", id)
    .execute();
  return { ...user, has_password: Boolean(user.has_password), companies };
}

/**
 * Called before a change that could remove a Super Admin. Locks all Super Admins and the changed users in
 * order of id, so that two admins who demote each other do so one after the other. Their other actions
 * do not wait, because `for no key update` does not conflict with `for key share`.
 */
export async function lockSuperAdmins(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select from users where role = 'Super Admin' and deleted_at is null
    order by id for no key update`.execute(tx);
  await sql`select from users where id = any(${[...ids]}::uuid[]) order by id for update`.execute(
    tx,
  );
}

export function canRemoveSuperAdmin({ role, state }: Pick<UserPatch, "role" | "state">): boolean {
  return role !== undefined || state !== undefined;
}

/** A Super Admin can only be removed by another active Super Admin. */
export async function assertCanRemoveSuperAdmin(
  tx: Tx,
  actor: Actor,
  user: UserBefore,
  after: { role: Role; state: UserState },
): Promise<void> {
  assertNotSelf(actor.id, user, after);
  if (removesSuperAdmin(user, after)) await assertActorIsSuperAdmin(tx, actor);
}

/** Called under the lock: the actor may have been demoted a moment ago. */
export async function assertActorIsSuperAdmin(tx: Tx, actor: Actor): Promise<void> {
  const still = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", actor.id)
    .where("role", "=", "Super Admin")
    .where("state", "=", "active")
    // Otherwise no person might be left.
    .where("is_app", "=", false)
    .executeTakeFirst();
  if (!still) throw new AppError("forbidden");
}

interface RoleAndState {
  role: Role;
  state: UserState;
}

function removesSuperAdmin(before: RoleAndState, after: RoleAndState): boolean {
  return isActiveSuperAdmin(before) && !isActiveSuperAdmin(after);
}

/**
 * Users cannot delete, disable or demote themselves. So there is always a Super Admin left: the one who
 * removed the others.
 */
export function assertNotSelf(
  actorId: string,
  before: RoleAndState & { id: string },
  after: RoleAndState,
): void {
  if (before.id === actorId && removesSuperAdmin(before, after)) throw new AppError("not_yourself");
}

function isActiveSuperAdmin({ role, state }: RoleAndState): boolean {
  return role === "Super Admin" && state === "active";
}
