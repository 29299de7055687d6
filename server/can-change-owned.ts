import { sql } from "kysely";
import type { Actor } from "./actor.ts";

interface Owned {
  ownerId: string;
  shared: boolean;
}

/** What somebody made is theirs, and a Super Admin's as well where everybody sees it. */
export function canChangeOwned(
  actor: Pick<Actor, "id" | "role">,
  { ownerId, shared }: Owned,
): boolean {
  return ownerId === actor.id || (shared && actor.role === "Super Admin");
}

/** Of whoever made it, as `users`: they will not see it again, and once it is not shared nobody would. */
export const isOwnerDeleted = sql<boolean>`
  (users.deleted_at is not null or users.role = 'Customer')`;
