import { sql } from "kysely";
import { companyLimits } from "../../../shared/companies.ts";
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
import { type LockedCompany, lockCompanies, lockForRights } from "../lock.ts";
import { type CompanyMerge, mergeTitleNames } from "./job.ts";
import { whoIsConcerned } from "./preview.ts";

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
    throw new AppError("companies_not_mergeable", { told: { why: "itself" } });
  }
  await lockForRights(tx, await peopleOf(tx, [sourceId, targetId]));
  const locked = await lockCompanies(tx, [sourceId, targetId]);
  const source = locked.get(sourceId);
  const target = locked.get(targetId);
  if (!source || !target) throw new AppError("not_found");

  const merge: CompanyMerge = { sourceId, targetId, names: mergeTitleNames(source, target) };
  const job = { kind: "company-merge", requestId, input: merge } as const;
  const before = await findStarted(tx, deps.actor.id, job);
  if (before) return { jobId: before, tickets: 0 };

  assertMergeable(source, target);
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

/** Everybody who belongs to one of them: nobody joins or leaves while it is planned. */
async function peopleOf(tx: Tx, companyIds: readonly string[]): Promise<string[]> {
  const people = await tx
    .selectFrom("user_companies")
    .select("user_id")
    .distinct()
    .where("company_id", "in", [...companyIds])
    .execute();
  return people.map(({ user_id }) => user_id);
}

/** A merge that was begun and did not end goes on by being asked for again. */
function assertMergeable(source: LockedCompany, target: LockedCompany): void {
  const refuse = (
    why: "was-merged" | "has-merged" | "archived" | "leaving",
    name: string,
  ): never => {
    throw new AppError("companies_not_mergeable", { told: { why, name } });
  };
  if (source.state === "merged") refuse("was-merged", source.name);
  if (target.state === "merged") refuse("has-merged", target.name);
  if (target.state === "archived") refuse("archived", target.name);
  if (source.merging_into_id && source.merging_into_id !== target.id) {
    refuse("leaving", source.name);
  }
}

/** One after the other: what is on its way into the source would lose its way. */
async function assertNobodyComes(tx: Tx, source: LockedCompany): Promise<void> {
  const coming = await tx
    .selectFrom("companies")
    .select("name")
    .where("merging_into_id", "=", source.id)
    .executeTakeFirst();
  if (!coming) return;
  throw new AppError("companies_not_mergeable", {
    told: { why: "taking", name: source.name, coming: coming.name },
  });
}

/** Nobody's sight widens that was not shown, nor anybody's who is not concerned. */
async function assertAgreed(tx: Tx, input: MergeCompaniesInput): Promise<void> {
  const concerned = await whoIsConcerned(tx, input.sourceId, input.targetId);
  const unseen = concerned.willSeeSource.filter(({ id }) => !input.agreedIds.includes(id));
  if (unseen.length > 0) {
    const names = unseen.map(({ name }) => name).join(", ");
    throw new AppError("company_conflict", {
      message: `Look again before you merge: ${names} would see the tickets too.`,
    });
  }
  const agents = new Set(concerned.agents.map(({ id }) => id));
  const members = new Set(concerned.seeAllOfSource.map(({ id }) => id));
  if (
    input.agentIds.some((id) => !agents.has(id)) ||
    input.seeAllIds.some((id) => !members.has(id))
  ) {
    throw new AppError("company_conflict", {
      message: "Look again before you merge: its people have changed meanwhile.",
    });
  }
}

/**
 * Members come along and see what is their own; agents only where they were named. Who sees all of
 * the source sees all of the target only where that was said.
 */
async function joinTarget(tx: Tx, input: MergeCompaniesInput): Promise<void> {
  const { sourceId, targetId, agentIds, seeAllIds } = input;
  await sql`
    insert into user_companies (user_id, company_id, sees_all_tickets)
    select own.user_id, ${targetId}::uuid, own.user_id = any(${seeAllIds}::uuid[])
    from user_companies own join users u on u.id = own.user_id
    where own.company_id = ${sourceId}::uuid
      and (u.role = 'Customer' or u.id = any(${agentIds}::uuid[]))
    order by own.user_id
    on conflict (user_id, company_id) do update
      set sees_all_tickets = user_companies.sees_all_tickets or excluded.sees_all_tickets
      where excluded.sees_all_tickets and not user_companies.sees_all_tickets`.execute(tx);
}

async function moveDomains(tx: Tx, source: LockedCompany, target: LockedCompany): Promise<void> {
  await tx
    .updateTable("company_domains")
    .set({ company_id: target.id })
    .where("company_id", "=", source.id)
    .execute();
  const { count } = await tx
    .selectFrom("company_domains")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", target.id)
    .executeTakeFirstOrThrow();
  if (count <= companyLimits.domains) return;
  throw new AppError("companies_not_mergeable", {
    told: { why: "many-domains", most: companyLimits.domains },
  });
}

async function moveNotes(tx: Tx, source: LockedCompany, target: LockedCompany): Promise<void> {
  if (source.notes === "") return;
  const both = [target.notes, `${source.name}:\n${source.notes}`].filter(Boolean).join("\n\n");
  if (both.length > companyLimits.notes) {
    throw new AppError("companies_not_mergeable", { told: { why: "long-notes" } });
  }
  await tx.updateTable("companies").set({ notes: both }).where("id", "=", target.id).execute();
  await tx.updateTable("companies").set({ notes: "" }).where("id", "=", source.id).execute();
}

async function ticketsOf(tx: Tx, companyId: string): Promise<string[]> {
  const tickets = await tx
    .selectFrom("tickets")
    .select("id")
    .where("company_id", "=", companyId)
    .where("spam_at", "is", null)
    .where("merged_into_id", "is", null)
    .orderBy("id")
    .execute();
  return tickets.map(({ id }) => id);
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
