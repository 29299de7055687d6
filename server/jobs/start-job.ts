import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { type Job, type JobKind, type JobRefusal, jobLimits } from "../../shared/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import type { JobDeps } from "./handlers.ts";
import { getJob } from "./queries.ts";
import { leasedUntil, runJobSlice } from "./run-slice.ts";

export interface NewJob {
  kind: JobKind;
  /** The idempotency key: the same key starts one job. */
  requestId: string;
  input: object;
  subjectIds: readonly string[];
  /** The caller runs the first slice itself, so no worker takes it before. */
  leased?: boolean;
}

/** Stores the job with every item: from here on, any server can continue it. */
export async function startJob(deps: ActorDeps, job: NewJob): Promise<{ jobId: string }> {
  if (job.subjectIds.length > jobLimits.items) throw new AppError("too_many");
  return await transact(deps, (tx, deps) => insertJob(tx, deps, job));
}

/** Part of the caller's transaction, which limits the number of items. */
export async function insertJob(
  tx: Tx,
  { actor, now, network }: Omit<ActorDeps, "db">,
  job: NewJob,
): Promise<{ jobId: string }> {
  const { kind, requestId, input, subjectIds, leased = false } = job;
  const id = Bun.randomUUIDv7();
  const made = await tx
    .insertInto("jobs")
    .values({
      id,
      kind,
      owner_id: actor.id,
      request_id: requestId,
      input,
      total: subjectIds.length,
      created_at: now,
      network: network ?? null,
      leased_until: leased ? leasedUntil : null,
    })
    .onConflict((conflict) => conflict.columns(["owner_id", "request_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) {
    const started = await findStarted(tx, actor.id, job);
    const same = started !== null && (await isOfThese(tx, started, subjectIds));
    if (!same) throw new AppError("request_reused");
    return { jobId: started };
  }
  await sql`
    insert into job_items (job_id, position, subject_id)
    select ${id}, position, subject_id
    from unnest(${[...subjectIds]}::uuid[]) with ordinality as item(subject_id, position)
  `.execute(tx);
  return { jobId: id };
}

/** The job that this request started; null if none. An undone job no longer counts. */
export async function findStarted(
  tx: Tx,
  ownerId: string,
  { kind, requestId, input }: Omit<NewJob, "subjectIds" | "leased">,
): Promise<string | null> {
  const started = await tx
    .selectFrom("jobs")
    .select(["id", sql<boolean>`kind = ${kind} and input = ${input}::jsonb`.as("same")])
    .select(isTakenBack.as("undone"))
    .where("owner_id", "=", ownerId)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  if (!started) return null;
  if (!started.same || started.undone) throw new AppError("request_reused");
  return started.id;
}

/** Or is being undone. */
const isTakenBack = sql<boolean>`exists (
  select from jobs undo
  where undo.owner_id = jobs.owner_id and undo.kind = jobs.kind || '-undo'
    and undo.input ->> 'jobId' = jobs.id::text)`;

/** The same key with other subjects is a different request. */
async function isOfThese(tx: Tx, jobId: string, subjectIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(array_agg(subject_id order by position), '{}')
      = ${[...subjectIds]}::uuid[] as same
    from job_items where job_id = ${jobId}`.execute(tx);
  return rows[0]?.same ?? false;
}

export interface JobAnswer {
  job: Job;
  refusals: JobRefusal[];
}

/** Small jobs are done when this returns; large ones continue in the background. */
export async function beginJob(deps: JobDeps, job: Omit<NewJob, "leased">): Promise<JobAnswer> {
  // Sorted, so that two jobs over the same records do not deadlock.
  const subjectIds = [...new Set(job.subjectIds)].sort();
  const leased = subjectIds.length <= jobLimits.slice;
  const { jobId } = await startJob(deps, { ...job, subjectIds, leased });
  if (leased) await runJobSlice(deps, jobId);
  return await getJob(deps, jobId);
}
