import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../actor.ts";
import { transact } from "../transact.ts";

export async function cancelJob(deps: ActorDeps, id: string): Promise<{ id: string }> {
  if (!(await cancelIfUnderWay(deps, id))) throw new AppError("not_found");
  return { id };
}

/** The slice that is under way is finished; what has not begun is left. */
export async function cancelIfUnderWay(deps: ActorDeps, id: string): Promise<boolean> {
  return await transact(deps, async (tx, { actor, now }) => {
    const { numUpdatedRows } = await tx
      .updateTable("jobs")
      .set({ state: "cancelled", ended_at: now, network: null })
      .where("id", "=", id)
      .where("owner_id", "=", actor.id)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
