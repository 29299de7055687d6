import { type RawBuilder, sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { type JobKind, jobKinds, jobLimits } from "../../shared/jobs.ts";
import type { Actor } from "../access/actor.ts";
import { readActor } from "../access/read-actor.ts";
import { givingWay } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import { traced } from "../tracing.ts";
import type { ItemOutcome, JobHandlers, JobItem } from "./handlers.ts";

interface SliceDeps {
  db: Db;
  now: Date;
  handlers: JobHandlers;
}

interface LeasedJob {
  id: string;
  state: "running" | "failed";
  kind: JobKind;
  ownerId: string;
  input: unknown;
  /** The network the job was requested from. */
  network: string | null;
}

/** If a server stops in the middle of a slice, its job waits this long. */
const leaseMs = 30_000;

/** By the database's clock, which all servers share. */
export const leasedUntil = sql<Date>`now() + ${leaseMs}::float8 * interval '1 millisecond'`;

/** How often a slice may fail, or its server with it, before its job is given up. */
const patience = 3;

/**
 * Runs one slice of the least advanced job, so that none waits for a long one. Returns false if none waits.
 */
export async function runSlice(deps: SliceDeps): Promise<boolean> {
  return await runOf(deps, null);
}

/** Runs one slice of this job, unless another server is running it. */
export async function runJobSlice(deps: SliceDeps, jobId: string): Promise<boolean> {
  return await runOf(deps, jobId);
}

async function runOf({ db, now, handlers }: SliceDeps, jobId: string | null): Promise<boolean> {
  const job = await leaseJob(db, jobId, now);
  if (!job) return false;
  if (job.state === "failed") {
    // The caller reads from the job how it ended.
    if (jobId) return true;
    throw new Error("No server came to the end of a slice of a job: it is given up");
  }
  try {
    await traced({ name: `job ${job.kind}`, kind: "internal" }, () =>
      givingWay(() => db.transaction().execute((tx) => work(tx, job, now, handlers))),
    );
  } catch (error) {
    await putOff(db, job, now);
    throw error;
  }
  return true;
}

/** Counted as failed until it ends: a slice that crashes its server must not be retried forever. */
async function leaseJob(db: Db, jobId: string | null, now: Date): Promise<LeasedJob | null> {
  const { rows } = await sql<LeasedJob>`
    update jobs set failures = failures + 1, leased_until = ${leasedUntil},
      ${failedIfTooOften(now)}
    where id = (
      select id from jobs
      where state in ('queued', 'running') and kind = any(${[...jobKinds]}::text[])
        and (${jobId}::uuid is null or id = ${jobId}::uuid)
        and (leased_until is null or leased_until < now()
          or (id = ${jobId}::uuid and state = 'queued'))
      order by done, created_at, id limit 1 for update skip locked)
    returning id, state, kind, owner_id as "ownerId", input, network`.execute(db);
  return rows[0] ?? null;
}

/** The row lock makes a cancel wait for the slice, and a slice see the cancel. */
async function work(tx: Tx, job: LeasedJob, now: Date, handlers: JobHandlers): Promise<void> {
  const { state, total, done } = await tx
    .selectFrom("jobs")
    .select(["state", "total", "done"])
    .where("id", "=", job.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (state !== "running") return;
  const actor = await ownerNow(tx, job.ownerId);
  if (!actor) {
    await tx.updateTable("jobs").set(ended("cancelled", now)).where("id", "=", job.id).execute();
    return;
  }

  const { slice = jobLimits.slice } = handlers[job.kind];
  const items = await waitingItems(tx, job.id, slice);
  const deps = {
    actor,
    now,
    credential: null,
    requestId: job.id,
    ...(job.network && { network: job.network }),
  };
  const outcomes = await handlers[job.kind].run(tx, deps, job.input, items);
  await markItems(tx, job.id, items, outcomes);
  const refused = outcomes.filter((outcome) => outcome.state === "refused").length;
  const isLast = items.length < slice || done + items.length >= total;
  // In one statement: a second update of the row would check its owner's row again, while everything it
  // changed is locked.
  await tx
    .updateTable("jobs")
    .set({
      done: sql`done + ${items.length}`,
      refused: sql`refused + ${refused}`,
      failures: 0,
      leased_until: null,
      ...(isLast && ended("done", now)),
    })
    .where("id", "=", job.id)
    .execute();
}

async function waitingItems(tx: Tx, jobId: string, slice: number): Promise<JobItem[]> {
  return await tx
    .selectFrom("job_items")
    .select(["position", "subject_id as subjectId"])
    .where("job_id", "=", jobId)
    .where("state", "=", sql.lit("waiting"))
    .orderBy("position")
    .limit(slice)
    .execute();
}

async function markItems(
  tx: Tx,
  jobId: string,
  items: readonly JobItem[],
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  const marks = items.map(({ position }, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error("A job's handler answers for each item");
    const { state } = outcome;
    if (state === "refused") return { position, state, refusal: outcome.refusal };
    const { madeId, undo, remark } = outcome;
    return { position, state, madeId, undo, refusal: remark };
  });
  await sql`
    update job_items set state = mark.state, refusal = mark.refusal,
      made_id = mark."madeId", undo = mark.undo
    from jsonb_to_recordset(${JSON.stringify(marks)}::text::jsonb)
      as mark(position int, state text, refusal jsonb, "madeId" uuid, undo jsonb)
    where job_id = ${jobId} and job_items.position = mark.position`.execute(tx);
}

/** An owner who lost permissions loses them for the rest of their jobs, too. */
async function ownerNow(tx: Tx, ownerId: string): Promise<Actor | null> {
  const user = await tx
    .selectFrom("users")
    .select(["id", "role", "company_scope", "is_app"])
    .where("id", "=", ownerId)
    .where("state", "=", "active")
    .executeTakeFirst();
  if (!user || !isStaff(user)) return null;
  const actor = await readActor(tx, user);
  return user.is_app ? { ...actor, isApp: true } : actor;
}

async function putOff(db: Db, { id }: LeasedJob, now: Date): Promise<void> {
  await sql`
    update jobs set leased_until = now() + interval '1 second',
      ${failedIfTooOften(now)}
    where id = ${id} and state = 'running'`.execute(db);
}

/** Based on the count before this statement. */
function failedIfTooOften(now: Date): RawBuilder<unknown> {
  return sql`
    state = case when failures < ${patience} then 'running' else 'failed' end,
    network = case when failures < ${patience} then network end,
    ended_at = case when failures >= ${patience} then ${now}::timestamptz end`;
}

function ended(state: "done" | "cancelled", now: Date) {
  return { state, ended_at: now, network: null };
}
