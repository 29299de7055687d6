import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import type { UserState } from "../../shared/users.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { assertNotThemselves, ungoverns } from "./last-super-admin.ts";
import type { UserBefore } from "./plan-update.ts";

interface LockedUser extends UserBefore {
  was_super_admin: boolean;
}

/** The user as stored now, locked until the transaction ends. */
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
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError("not_found");
  // Only now: read together with the row they would be those from before the wait for its lock.
  const companies = await tx
    .selectFrom("user_companies")
    .select(["company_id as id", "sees_all_tickets as seesAllTickets"])
    .where("user_id", "=", id)
    .execute();
  return { ...user, has_password: Boolean(user.has_password), companies };
}

/**
 * Before a change that could take a Super Admin away: all of them, and whoever is changed, each in the order
 * of their ids. Two admins who demote each other at the same moment go one after the other; one who does no
 * more than act meanwhile neither waits for that nor is waited for.
 */
export async function lockGovernors(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select from users where role = 'Super Admin' and deleted_at is null
    order by id for no key update`.execute(tx);
  await sql`select from users where id = any(${[...ids]}::uuid[]) order by id for update`.execute(
    tx,
  );
}

export function mayUngovern({ role, state }: Pick<UserPatch, "role" | "state">): boolean {
  return role !== undefined || state !== undefined;
}

/** Nobody takes a Super Admin away who is none any more, nor themselves. */
export async function assertStaysGoverned(
  tx: Tx,
  actor: Actor,
  user: UserBefore,
  after: { role: Role; state: UserState },
): Promise<void> {
  assertNotThemselves(actor.id, user, after);
  if (ungoverns(user, after)) await assertActorStillGoverns(tx, actor);
}

/** Under the lock: whoever was demoted a moment ago demotes nobody any more. */
export async function assertActorStillGoverns(tx: Tx, actor: Actor): Promise<void> {
  const still = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", actor.id)
    .where("role", "=", "Super Admin")
    .where("state", "=", "active")
    .executeTakeFirst();
  if (!still) throw new AppError("forbidden");
}
