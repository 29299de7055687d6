import { AppError } from "../../shared/errors.ts";
import { type Job, type JobKind, type JobRefusal, jobKinds, jobLimits } from "../../shared/jobs.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { JobDeps } from "./handlers.ts";

interface StoredJob {
  id: string;
  kind: string;
  state: Job["state"];
  input: unknown;
  total: number;
  done: number;
  refused: number;
  created_at: Date;
  ended_at: Date | null;
}

const columns = [
  "id",
  "kind",
  "state",
  "input",
  "total",
  "done",
  "refused",
  "created_at",
  "ended_at",
] as const;

/** The actor's jobs of the last day, newest first. Kinds of a later release are left out. */
export async function listJobs(deps: JobDeps): Promise<{ jobs: Job[] }> {
  const jobs = await deps.db
    .selectFrom("jobs")
    .select(columns)
    .where("owner_id", "=", deps.actor.id)
    .where("kind", "in", jobKinds)
    .where("created_at", ">", new Date(deps.now.getTime() - dayMs))
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  return { jobs: jobs.map((job) => presentJob(job, deps)) };
}

/** The job's progress, and the reason for each item that was skipped or only partly done, up to a limit. */
export async function getJob(
  deps: JobDeps,
  id: string,
  mostRefusals: number = jobLimits.items,
): Promise<{ job: Job; refusals: JobRefusal[] }> {
  const job = await deps.db
    .selectFrom("jobs")
    .select(columns)
    .where("id", "=", id)
    .where("owner_id", "=", deps.actor.id)
    .where("kind", "in", jobKinds)
    .executeTakeFirst();
  if (!job) throw new AppError("not_found");
  const refused = await deps.db
    .selectFrom("job_items")
    .select("refusal")
    .where("job_id", "=", id)
    .where("refusal", "is not", null)
    .orderBy("position")
    .limit(mostRefusals)
    .execute();
  return {
    job: presentJob(job, deps),
    refusals: refused.map(({ refusal }) => refusal as JobRefusal),
  };
}

/** The job started with this key, for a client that never got the answer; null if there is none. */
export async function findStartedJob(
  deps: JobDeps,
  requestId: string,
): Promise<{ job: Job; refusals: JobRefusal[] } | null> {
  const started = await deps.db
    .selectFrom("jobs")
    .select("id")
    .where("owner_id", "=", deps.actor.id)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return started ? await getJob(deps, started.id) : null;
}

const dayMs = 24 * 60 * 60_000;

function presentJob(row: StoredJob, { handlers, now }: JobDeps): Job {
  const kind = row.kind as JobKind;
  const handler = handlers[kind];
  const undoUntil = handler.isForGood?.(row.input) ? 0 : row.created_at.getTime() + undoMs;
  return {
    id: row.id,
    kind,
    state: row.state,
    title: handler.title(row.input, row.total),
    total: row.total,
    done: row.done,
    refused: row.refused,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    undoLeftMs: Math.max(0, undoUntil - now.getTime()),
  };
}
