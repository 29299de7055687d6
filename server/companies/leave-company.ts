import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { type LeftTicket, leaveWhatIsOutOfScope } from "../tickets/acts/leave-scope.ts";

/** What they saw through it alone they work on and follow no longer; null if they had it not. */
export async function leaveCompany(
  tx: Tx,
  { actor, now }: Omit<ActorDeps, "db">,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<LeftTicket[] | null> {
  const { numDeletedRows } = await tx
    .deleteFrom("user_companies")
    .where("user_id", "=", userId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  return await leaveWhatIsOutOfScope(tx, { actorId: actor.id, now }, userId);
}
