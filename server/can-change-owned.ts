import { sql } from "kysely";
import type { Actor } from "./access/actor.ts";

interface Owned {
  ownerId: string;
  shared: boolean;
}

/** Owners can change their own things, and Super Admins what is shared. */
export function canChangeOwned(
  actor: Pick<Actor, "id" | "role">,
  { ownerId, shared }: Owned,
): boolean {
  return ownerId === actor.id || (shared && actor.role === "Super Admin");
}

/** Of the owner, as `users`: they cannot see it again, and if it were unshared, no one could. */
export const isOwnerDeleted = sql<boolean>`
  (users.deleted_at is not null or users.role = 'Customer')`;
