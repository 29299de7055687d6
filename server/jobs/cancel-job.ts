import { AppError } from "../../shared/errors.ts";
import type { Job } from "../../shared/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";

/** If it has already ended, returns how. */
export async function cancelJob(
  deps: ActorDeps,
  id: string,
): Promise<{ id: string; state: Job["state"] }> {
  if (await cancelIfUnderWay(deps, id)) return { id, state: "cancelled" };
  const job = await deps.db
    .selectFrom("jobs")
    .select("state")
    .where("id", "=", id)
    .where("owner_id", "=", deps.actor.id)
    .executeTakeFirst();
  if (!job) throw new AppError("not_found");
  return { id, state: job.state };
}

/** The running slice is finished; the rest is left undone. */
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
