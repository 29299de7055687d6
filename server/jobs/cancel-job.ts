import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../actor.ts";
import { transact } from "../transact.ts";

/** The slice that is under way is finished; what has not begun is left. */
export async function cancelJob(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await transact(deps, async (tx, { actor, now }) => {
    const { numUpdatedRows } = await tx
      .updateTable("jobs")
      .set({ state: "cancelled", ended_at: now, network: null })
      .where("id", "=", id)
      .where("owner_id", "=", actor.id)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("not_found");
    return { id };
  });
}
