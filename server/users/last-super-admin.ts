import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserState } from "../../shared/users.ts";

interface Standing {
  role: Role;
  state: UserState;
}

/** Whether this takes a Super Admin away. */
export function ungoverns(before: Standing, after: Standing): boolean {
  return governs(before) && !governs(after);
}

/**
 * Nobody deletes, disables or demotes themselves. So the last Super Admin always stays: whoever took
 * them away would be another one.
 */
export function assertNotThemselves(
  actorId: string,
  before: Standing & { id: string },
  after: Standing,
): void {
  if (before.id === actorId && ungoverns(before, after)) throw new AppError("not_yourself");
}

function governs({ role, state }: Standing): boolean {
  return role === "Super Admin" && state === "active";
}
