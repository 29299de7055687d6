import { AppError } from "../../../shared/errors.ts";
import { type Job, type JobRefusal, jobLimits } from "../../../shared/jobs.ts";
import type { MergeCompaniesInput } from "../../../shared/schemas/companies.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { getJob } from "../../jobs/queries.ts";
import { runJobSlice } from "../../jobs/run-slice.ts";
import { findStarted, insertJob } from "../../jobs/start-job.ts";
import { transact } from "../../transact.ts";
import { lockCompanies, lockThoseOf } from "../lock.ts";
import { joinTarget, moveDomains, moveNotes } from "./bring-along.ts";
import { type CompanyMerge, mergeTitleNames } from "./job.ts";
import { assertAgreed, assertCompaniesMergeable, assertNobodyComes } from "./may-merge.ts";
import { ticketsOf } from "./tickets-of.ts";

/**
 * One company becomes part of another. In one transaction its people join the target, its domains
 * and notes move, and it takes no new ticket; then its tickets move, slice by slice, and with the
 * last one it is gone. Few tickets have moved when this answers; many go on by themselves.
 */
export async function mergeCompanies(
  deps: JobDeps,
  input: MergeCompaniesInput,
): Promise<{ job: Job; refusals: JobRefusal[] }> {
  const { jobId, tickets } = await transact(deps, (tx, deps) => beginMerge(tx, deps, input));
  if (tickets < jobLimits.slice) {
    await runJobSlice(deps, jobId);
  }
  return await getJob(deps, jobId);
}

async function beginMerge(
  tx: Tx,
  deps: JobDeps,
  input: MergeCompaniesInput,
): Promise<{ jobId: string; tickets: number }> {
  const { requestId, sourceId, targetId } = input;
  if (sourceId === targetId) {
    throw new AppError("companies_not_mergeable", { params: { why: "itself" } });
  }
  // Nobody joins or leaves while it is planned.
  await lockThoseOf(tx, [sourceId, targetId]);
  const locked = await lockCompanies(tx, [sourceId, targetId]);
  const source = locked.get(sourceId);
  const target = locked.get(targetId);
  if (!source || !target) throw new AppError("not_found");

  const merge: CompanyMerge = { sourceId, targetId, names: mergeTitleNames(source, target) };
  const job = { kind: "company-merge", requestId, input: merge } as const;
  const before = await findStarted(tx, deps.actor.id, job);
  if (before) return { jobId: before, tickets: 0 };

  assertCompaniesMergeable(source, target);
  await assertNobodyComes(tx, source);
  await assertAgreed(tx, input);
  await joinTarget(tx, input);
  await moveDomains(tx, source, target);
  await moveNotes(tx, source, target);
  await tx
    .updateTable("companies")
    .set({ state: "archived", merging_into_id: targetId })
    .where("id", "=", sourceId)
    .execute();
  await recordBeginning(tx, deps, input);
  const tickets = await ticketsOf(tx, sourceId);
  // The company itself comes last: with it the merge is done.
  const { jobId } = await insertJob(tx, deps, {
    ...job,
    subjectIds: [...tickets, sourceId],
    leased: tickets.length < jobLimits.slice,
  });
  return { jobId, tickets: tickets.length };
}

/** Whoever sees more by it than before is named, each in a row of their own. */
async function recordBeginning(tx: Tx, deps: ActorDeps, input: MergeCompaniesInput): Promise<void> {
  const { sourceId, targetId, agentIds, seeAllIds } = input;
  const actorId = deps.actor.id;
  await recordAct(
    tx,
    {
      ...{ act: "company.merge-begun", actorId, subject: { kind: "company", id: sourceId } },
      fields: ["members", "domains", "notes", "tickets"],
      personal: { after: { into: targetId } },
      tells: "companies",
    },
    deps,
  );
  for (const [ids, act, field] of [
    [agentIds, "company.agent-added", "agents"],
    [seeAllIds, "company.member-changed", "members"],
  ] as const) {
    for (const personId of ids) {
      const subject = { kind: "company", id: targetId } as const;
      const entry = { act, actorId, subject, fields: [field], personal: { personId } };
      await recordAct(tx, entry, deps);
    }
  }
}
