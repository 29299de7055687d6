import type { CompanyDetails } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import { type Job, type JobRefusal, jobLimits } from "../../../shared/jobs.ts";
import type { MergeCompaniesInput } from "../../../shared/schemas/companies.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { transact } from "../../access/transact.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { getJob } from "../../jobs/queries.ts";
import { runJobSlice } from "../../jobs/run-slice.ts";
import { findStarted, insertJob } from "../../jobs/start-job.ts";
import { getCompany } from "../details.ts";
import { type LockedCompany, lockCompanies, lockPeopleOf } from "../lock.ts";
import { findAffectedPeople } from "./preview.ts";
import {
  type CompanyMerge,
  joinTarget,
  mergeNames,
  moveDomains,
  moveNotes,
  ticketsOf,
} from "./run.ts";

/**
 * Merges one company into another. One transaction moves its people, domains and notes and archives it.
 * Then a job moves its tickets in slices; the last slice marks it as merged. A single slice runs before
 * this returns, more run in the background.
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
  // No one can join or leave in the meantime.
  await lockPeopleOf(tx, [sourceId, targetId]);
  const locked = await lockCompanies(tx, [sourceId, targetId]);
  const source = locked.get(sourceId);
  const target = locked.get(targetId);
  if (!source || !target) throw new AppError("not_found");

  const merge: CompanyMerge = { sourceId, targetId, names: mergeNames(source, target) };
  const job = { kind: "company-merge", requestId, input: merge } as const;
  const before = await findStarted(tx, deps.actor.id, job);
  if (before) return { jobId: before, tickets: 0 };

  assertCompaniesMergeable(source, target);
  await assertNoMergeIntoSource(tx, source);
  await assertAgreed(tx, input);
  await joinTarget(tx, input);
  await moveDomains(tx, source, target);
  await moveNotes(tx, source, target);
  await tx
    .updateTable("companies")
    .set({ state: "archived", merging_into_id: targetId })
    .where("id", "=", sourceId)
    .execute();
  await recordStart(tx, deps, input);
  const tickets = await ticketsOf(tx, sourceId);
  // The company itself is the last item: it finishes the merge.
  const { jobId } = await insertJob(tx, deps, {
    ...job,
    subjectIds: [...tickets, sourceId],
    leased: tickets.length < jobLimits.slice,
  });
  return { jobId, tickets: tickets.length };
}

/** One entry for the merge, and one for each person who gains access. */
async function recordStart(tx: Tx, deps: ActorDeps, input: MergeCompaniesInput): Promise<void> {
  const { sourceId, targetId, agentIds, seeAllIds } = input;
  const actorId = deps.actor.id;
  await recordAct(
    tx,
    {
      act: "company.merge-begun",
      actorId,
      subject: { kind: "company", id: sourceId },
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

/** An interrupted merge can be requested again to continue it. */
function assertCompaniesMergeable(source: LockedCompany, target: LockedCompany): void {
  const refuse = (
    why: "was-merged" | "has-merged" | "archived" | "leaving",
    name: string,
  ): never => {
    throw new AppError("companies_not_mergeable", { params: { why, name } });
  };
  if (source.state === "merged") refuse("was-merged", source.name);
  if (target.state === "merged") refuse("has-merged", target.name);
  if (target.state === "archived") refuse("archived", target.name);
  if (source.merging_into_id && source.merging_into_id !== target.id) {
    refuse("leaving", source.name);
  }
}

/** A merge into the source has to finish first. */
async function assertNoMergeIntoSource(tx: Tx, source: LockedCompany): Promise<void> {
  const coming = await tx
    .selectFrom("companies")
    .select("name")
    .where("merging_into_id", "=", source.id)
    .executeTakeFirst();
  if (!coming) return;
  throw new AppError("companies_not_mergeable", {
    params: { why: "taking", name: source.name, coming: coming.name },
  });
}

/** Everyone who gains access must have been shown in the dialog. */
async function assertAgreed(tx: Tx, input: MergeCompaniesInput): Promise<void> {
  const affected = await findAffectedPeople(tx, input.sourceId, input.targetId);
  const unseen = affected.willSeeSource.filter(({ id }) => !input.agreedIds.includes(id));
  if (unseen.length > 0) {
    const names = unseen.map(({ name }) => name).join(", ");
    throw new AppError("company_conflict", {
      message: `Check again before you merge: ${names} would also see the tickets.`,
    });
  }
  const agents = new Set(affected.agents.map(({ id }) => id));
  const members = new Set(affected.seeAllOfSource.map(({ id }) => id));
  if (
    input.agentIds.some((id) => !agents.has(id)) ||
    input.seeAllIds.some((id) => !members.has(id))
  ) {
    throw new AppError("company_conflict", {
      message: "Check again before you merge: the people of these companies have changed.",
    });
  }
}

/**
 * Stops a merge. Moved tickets stay in the target; the company stays archived with the rest. Stopping a
 * stopped merge changes nothing.
 */
export async function stopMerge(deps: ActorDeps, id: string): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const company = (await lockCompanies(tx, [id])).get(id);
    if (!company) throw new AppError("not_found");
    if (!company.merging_into_id) return assertStopped(company);
    await tx.updateTable("companies").set({ merging_into_id: null }).where("id", "=", id).execute();
    const subject = { kind: "company", id } as const;
    const entry = { act: "company.merge-stopped", actorId: deps.actor.id, subject } as const;
    await recordAct(tx, { ...entry, tells: "companies" }, deps);
  });
  return await getCompany(deps, id);
}

function assertStopped({ name, state }: LockedCompany): void {
  if (state === "archived") return;
  const params =
    state === "merged" ? { why: "has-merged" as const, name } : { why: "not-merging" as const };
  throw new AppError("companies_not_mergeable", { params });
}
