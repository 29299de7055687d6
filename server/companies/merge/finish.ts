import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { tellPages } from "../../events/live-events.ts";
import { recordAct } from "../../events/record-act.ts";
import { moveHiddenTickets } from "../../tickets/acts/move-to-company.ts";
import { joinTarget, moveDomains, moveNotes } from "./bring-along.ts";
import type { CompanyMerge } from "./job.ts";

type Deps = Omit<ActorDeps, "db">;

/** Its tickets have moved: nobody belongs to it any more, and whoever names it is led on. */
export async function finishMerge(tx: Tx, deps: Deps, merge: CompanyMerge): Promise<void> {
  const { sourceId, targetId } = merge;
  await moveHiddenTickets(tx, deps, merge);
  await bringWhatCame(tx, merge);
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

/** To the source, since it began. Whoever was brought into it: nobody asked what more they may see. */
async function bringWhatCame(tx: Tx, { sourceId, targetId }: CompanyMerge): Promise<void> {
  await joinTarget(tx, { sourceId, targetId, agentIds: [], seeAllIds: [] });
  const companies = await tx
    .selectFrom("companies")
    .select(["id", "name", "notes"])
    .where("id", "in", [sourceId, targetId])
    .execute();
  const source = companies.find(({ id }) => id === sourceId);
  const target = companies.find(({ id }) => id === targetId);
  if (!source || !target) throw new Error("Both companies of a merge are held until it ends");
  await moveDomains(tx, source, target);
  await moveNotes(tx, source, target);
}
