import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import { tellPages } from "../../events/tell-pages.ts";
import { moveHiddenTickets } from "../../tickets/acts/move-to-company.ts";
import { joinTarget } from "./bring-along.ts";
import type { CompanyMerge } from "./job.ts";

type Deps = Omit<ActorDeps, "db">;

/** Its tickets have moved: nobody belongs to it any more, and whoever names it is led on. */
export async function finishMerge(tx: Tx, deps: Deps, merge: CompanyMerge): Promise<void> {
  const { sourceId, targetId } = merge;
  await moveHiddenTickets(tx, deps, merge);
  // Whoever was brought into the source since it began: nobody asked what more they may see.
  await joinTarget(tx, { sourceId, targetId, agentIds: [], seeAllIds: [] });
  // Each ticket let go, as it moved, who does not see the target.
  await tx.deleteFrom("user_companies").where("company_id", "=", sourceId).execute();
  await tx
    .updateTable("companies")
    .set({ state: "merged", merged_into_id: targetId, merging_into_id: null })
    .where("id", "=", sourceId)
    .execute();
  // What went into the source before is now in the target: one step leads there.
  await tx
    .updateTable("companies")
    .set({ merged_into_id: targetId })
    .where("merged_into_id", "=", sourceId)
    .execute();
  for (const [act, id] of [
    ["company.merged", sourceId],
    ["company.took-over", targetId],
  ] as const) {
    const subject = { kind: "company", id } as const;
    const personal = { after: { source: sourceId, target: targetId } };
    await recordAct(tx, { act, actorId: deps.actor.id, subject, personal }, deps);
  }
  await tellPages(tx, "companies");
}
