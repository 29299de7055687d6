import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { jobLimits } from "../../shared/jobs.ts";
import { undoMs } from "../../shared/undo-time.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { actorOf, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { lateAnswer } from "../../tests/support/late-answer.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import type { JobDeps, JobHandler, JobHandlers } from "./handlers.ts";
import { getJob, listJobs } from "./queries.ts";
import { runJobSlice, runSlice } from "./run-slice.ts";
import { beginJob, type NewJob, startJob } from "./start-job.ts";
import { tryItem } from "./try-item.ts";
import { cancelJob } from "./undo-job.ts";
import { startJobWorker } from "./worker.ts";

const database = setUpTestDatabase();
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  // What the handler below did to each item, once or twice.
  await sql`create table worked (job_id uuid, subject_id uuid)`.execute(database.owner);
  await sql`grant all on worked to public`.execute(database.owner);
});

/** Records each item in the slice's transaction, and refuses every tenth. */
const writesDown: JobHandler = {
  async run(tx, { requestId }, _input, items) {
    const outcomes = items.map(({ position }) =>
      position % 10 === 0
        ? { state: "refused" as const, refusal: { subject: `#${position}`, message: "No." } }
        : { state: "done" as const },
    );
    const kept = items.filter((_, index) => outcomes[index]?.state === "done");
    const ids = kept.map(({ subjectId }) => subjectId);
    await sql`insert into worked select ${requestId}::uuid, unnest(${ids}::uuid[])`.execute(tx);
    return outcomes;
  },
  title: (_input, total) => `Writing down ${total}`,
};

const handlersOf = (handler: JobHandler): JobHandlers => ({
  "ticket-bulk": handler,
  "ticket-bulk-undo": handler,
  "user-bulk": handler,
  "user-bulk-undo": handler,
  "company-bulk": handler,
  "company-bulk-undo": handler,
  "company-merge": handler,
  "user-import": handler,
  "company-import": handler,
});
const handlers = handlersOf(writesDown);

async function ownerOf(user?: UserRow): Promise<JobDeps> {
  const owner = user ?? (await insertUser(database.db, { role: "Super Admin" }));
  return {
    db: database.db,
    now,
    actor: await actorOf(database.db, owner),
    credential: null,
    requestId: "test",
    handlers,
  };
}

function newJob(count: number, given: Partial<NewJob> = {}): NewJob {
  const subjectIds = Array.from({ length: count }, () => Bun.randomUUIDv7());
  return {
    kind: "ticket-bulk",
    requestId: Bun.randomUUIDv7(),
    input: { a: 1 },
    subjectIds,
    ...given,
  };
}

async function runAll(given: JobHandlers = handlers): Promise<number> {
  let slices = 0;
  while (await runSlice({ db: database.db, now, handlers: given })) slices += 1;
  return slices;
}

async function timesWorked(jobId: string): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`
    select count(*) as times from worked where job_id = ${jobId} group by subject_id`.execute(
    database.db,
  );
  return rows.map(({ times }) => times);
}

describe("a job", () => {
  test("processes every item once, slice by slice, and names each skipped one", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(450));
    expect(await runAll()).toBe(3);
    const { job, refusals } = await getJob(deps, jobId);
    expect(job).toMatchObject({
      state: "done",
      title: "Writing down 450",
      total: 450,
      done: 450,
      refused: 45,
      createdAt: now.toISOString(),
      endedAt: now.toISOString(),
    });
    expect(refusals).toHaveLength(45);
    expect(refusals[0]).toEqual({ subject: "#10", message: "No." });
    const times = await timesWorked(jobId);
    expect(times).toHaveLength(405);
    expect(new Set(times)).toEqual(new Set([1]));
  });

  test("reports how long it can be undone", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(1));
    const leftAfter = async (ms: number) => {
      const later = { ...deps, now: new Date(now.getTime() + ms) };
      return (await getJob(later, jobId)).job.undoLeftMs;
    };
    expect(await leftAfter(0)).toBe(undoMs);
    expect(await leftAfter(undoMs - 1_000)).toBe(1_000);
    expect(await leftAfter(undoMs + 1_000)).toBe(0);
  });

  test("with exactly one slice ends, as does an empty one", async () => {
    const deps = await ownerOf();
    const full = await startJob(deps, newJob(200));
    const empty = await startJob(deps, newJob(0));
    await runAll();
    for (const { jobId } of [full, empty]) {
      expect((await getJob(deps, jobId)).job.state).toBe("done");
    }
  });

  test("with few items is done when it is answered, even while workers look for jobs", async () => {
    const deps = await ownerOf();
    let answered = false;
    const looking = [1, 2].map(async () => {
      while (!answered) await runSlice({ db: database.db, now, handlers });
    });
    const states: string[] = [];
    for (let at = 0; at < 30; at++) states.push((await beginJob(deps, newJob(3))).job.state);
    answered = true;
    await Promise.all(looking);
    expect(new Set(states)).toEqual(new Set(["done"]));
  });

  test("processes each item once, in a fixed order", async () => {
    const ids = newJob(3).subjectIds.toSorted();
    const subjectIds = [...ids.toReversed(), ...ids];
    const { job } = await beginJob(await ownerOf(), newJob(0, { subjectIds }));
    const items = database.db.selectFrom("job_items").select("subject_id").orderBy("position");
    const taken = await items.where("job_id", "=", job.id).execute();
    expect(taken.map(({ subject_id }) => subject_id)).toEqual(ids);
  });

  test("of the maximum immediate size is done when it is answered, too", async () => {
    const { job } = await beginJob(await ownerOf(), newJob(jobLimits.slice));
    expect(job).toMatchObject({ state: "done", done: jobLimits.slice });
  });

  test("that fills its last slice ends with it and cannot be cancelled", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(jobLimits.slice));
    await runJobSlice({ db: database.db, now, handlers }, jobId);
    expect(await cancelJob(deps, jobId)).toEqual({ id: jobId, state: "done" });
  });

  test("whose server stopped before the first slice continues after its lease", async () => {
    const { jobId } = await startJob(await ownerOf(), newJob(3, { leased: true }));
    expect(await runAll()).toBe(0);
    await database.owner
      .updateTable("jobs")
      .set({ leased_until: new Date(0) })
      .where("id", "=", jobId)
      .execute();
    expect(await runAll()).toBe(1);
    expect(await timesWorked(jobId)).toEqual([1, 1, 1]);
  });

  test("is started once per key, and another job with the same key is refused", async () => {
    const deps = await ownerOf();
    const job = newJob(3);
    const [first, second] = await Promise.all([startJob(deps, job), startJob(deps, job)]);
    expect(second).toEqual(first);
    const other = startJob(deps, { ...job, input: { a: 2 } });
    expect(await other.catch((error) => error.code)).toBe("request_reused");
    await runAll();
  });

  test("of more than 5,000 items is refused", async () => {
    const deps = await ownerOf();
    const started = startJob(deps, newJob(5001));
    expect(await started.catch((error) => error)).toEqual(new AppError("too_many"));
    const { jobId } = await startJob(deps, newJob(5000));
    expect((await getJob(deps, jobId)).job.total).toBe(5000);
    await cancelJob(deps, jobId);
  });

  test("continues after a failed slice, with nothing done twice", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(250));
    await runSlice({ db: database.db, now, handlers });
    const fails = handlersOf({
      ...writesDown,
      async run(...given) {
        await writesDown.run(...given);
        throw new Error("The cable");
      },
    });
    const failing = runSlice({ db: database.db, now, handlers: fails });
    expect(await failing.catch((error) => error.message)).toBe("The cable");
    expect(await runSlice({ db: database.db, now, handlers })).toBe(false);
    await endLease(jobId);
    await runAll();
    expect((await getJob(deps, jobId)).job).toMatchObject({ state: "done", done: 250 });
    expect(new Set(await timesWorked(jobId))).toEqual(new Set([1]));
  });

  test("retries a slice after a deadlock", async () => {
    let deadlocks = 2;
    const waits = handlersOf({
      ...writesDown,
      async run(tx, ...given) {
        const outcomes = await writesDown.run(tx, ...given);
        if (deadlocks-- > 0) {
          await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx);
        }
        return outcomes;
      },
    });
    const { job } = await beginJob({ ...(await ownerOf()), handlers: waits }, newJob(3));
    expect(job).toMatchObject({ state: "done", done: 3 });
    expect(await timesWorked(job.id)).toEqual([1, 1, 1]);
  });

  test("does not affect other jobs, whether it succeeds or fails", async () => {
    const deps = await ownerOf();
    const start = async (count: number) => (await startJob(deps, newJob(count))).jobId;
    const slice = (jobId: string, given = handlers) =>
      runJobSlice({ db: database.db, now, handlers: given }, jobId);
    const cancelled = await start(1);
    await cancelJob(deps, cancelled);
    const begun = await start(jobLimits.slice + 1);
    const [waiting, failing, done] = [await start(1), await start(1), await start(1)];
    await slice(begun);
    const fails = handlersOf({ ...writesDown, run: () => Promise.reject(new Error("Always")) });
    await slice(failing, fails).catch(() => {});
    await slice(done);
    const rows = await database.db
      .selectFrom("jobs")
      .select(["state", "failures", "done"])
      .where("id", "in", [cancelled, begun, waiting, failing, done])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { state: "cancelled", failures: 0, done: 0 },
      { state: "running", failures: 0, done: jobLimits.slice },
      { state: "queued", failures: 0, done: 0 },
      { state: "running", failures: 1, done: 0 },
      { state: "done", failures: 0, done: 1 },
    ]);
    await endLease(failing);
    await runAll();
  });

  test("skips an item with a reason for people", async () => {
    const fails = () => Promise.reject(new Error("select from users"));
    expect(await tryItem(fails, () => "#1").catch(({ message }) => message)).toBe(
      "select from users",
    );
  });

  test("is given up after three failures in a row", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob({ ...deps, network: "10.0.0.0/24" }, newJob(5));
    const fails = handlersOf({ ...writesDown, run: () => Promise.reject(new Error("Always")) });
    const rows = [];
    for (let time = 0; time < 3; time++) {
      await runSlice({ db: database.db, now, handlers: fails }).catch(() => {});
      await endLease(jobId);
      rows.push(await rowOf(jobId));
    }
    const goesOn = { state: "running", network: "10.0.0.0/24", ended_at: null };
    expect(rows).toMatchObject([
      { ...goesOn, failures: 1 },
      { ...goesOn, failures: 2 },
      { state: "failed", network: null, ended_at: now, failures: 3 },
    ]);
    expect((await getJob(deps, jobId)).job).toMatchObject({ state: "failed", done: 0 });
    expect(await runAll()).toBe(0);
  });

  test("is given up after three servers in a row never finished a slice", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob({ ...deps, network: "10.0.0.0/24" }, newJob(5));
    const stopped = [];
    for (let time = 0; time < 3; time++) {
      const late = lateAnswer();
      const db = database.db.withPlugin(late.plugin);
      const slice = runJobSlice({ db, now, handlers }, jobId);
      await late.reached;
      stopped.push({ slice, late });
      await endLease(jobId);
      expect(await rowOf(jobId)).toMatchObject({ state: "running", ended_at: null });
    }
    const last = runSlice({ db: database.db, now, handlers });
    expect(await last.then(String, ({ message }) => message)).toBe(
      "No server came to the end of a slice of a job: it is given up",
    );
    expect(await rowOf(jobId)).toMatchObject({ state: "failed", network: null, ended_at: now });
    expect((await getJob(deps, jobId)).job).toMatchObject({ state: "failed", done: 0 });
    expect(await runAll()).toBe(0);
    // If they were only slow, none does what was reported as failed.
    for (const { late, slice } of stopped) {
      late.come();
      await slice;
    }
    expect(await timesWorked(jobId)).toEqual([]);
  });

  test("forgets failures after a successful slice", async () => {
    const { jobId } = await startJob(await ownerOf(), newJob(250));
    await change(jobId, { failures: 2 });
    await runJobSlice({ db: database.db, now, handlers }, jobId);
    const fails = handlersOf({ ...writesDown, run: () => Promise.reject(new Error("Once")) });
    await runJobSlice({ db: database.db, now, handlers: fails }, jobId).catch(() => {});
    expect(await rowOf(jobId)).toMatchObject({ state: "running", failures: 1 });
    await endLease(jobId);
    await runAll();
  });

  test("that is cancelled keeps what it did and does no more", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(500));
    await runSlice({ db: database.db, now, handlers });
    await cancelJob(deps, jobId);
    await runAll();
    expect((await getJob(deps, jobId)).job).toMatchObject({
      state: "cancelled",
      done: 200,
    });
    expect(await cancelJob(deps, jobId)).toEqual({ id: jobId, state: "cancelled" });
  });

  test("ends with its owner's permissions", async () => {
    const losses = [{ state: "disabled" }, { role: "Customer", company_scope: null }] as const;
    for (const loss of losses) {
      const user = await insertUser(database.db, { role: "Agent", company_scope: "all" });
      const deps = await ownerOf(user);
      const { jobId } = await startJob(deps, newJob(3));
      await database.db.updateTable("users").set(loss).where("id", "=", user.id).execute();
      await runAll();
      expect((await getJob(deps, jobId)).job).toMatchObject({ state: "cancelled", done: 0 });
    }
  });

  test("belongs to its owner only", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(1));
    const other = await ownerOf();
    expect(await getJob(other, jobId).catch((error) => error.code)).toBe("not_found");
    expect(await cancelJob(other, jobId).catch((error) => error.code)).toBe("not_found");
    expect((await listJobs(other)).jobs).toEqual([]);
    expect((await listJobs(deps)).jobs.map(({ id }) => id)).toEqual([jobId]);
    await runAll();
  });

  test("is processed by two servers together, each item once", async () => {
    const deps = await ownerOf();
    const jobs = await Promise.all([1, 2, 3, 4].map(() => startJob(deps, newJob(450))));
    const log = createLog("error");
    const options = { db: database.db, log, now: () => now, handlers };
    const workers = [startJobWorker(options), startJobWorker(options)];
    const isDone = async () => {
      const all = await Promise.all(jobs.map(({ jobId }) => getJob(deps, jobId)));
      return all.every(({ job }) => job.state === "done");
    };
    for (let tries = 0; tries < 100 && !(await isDone()); tries++) await Bun.sleep(50);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await isDone()).toBe(true);
    for (const { jobId } of jobs) {
      const times = await timesWorked(jobId);
      expect(times).toHaveLength(405);
      expect(new Set(times)).toEqual(new Set([1]));
    }
  });
});

describe("concurrency", () => {
  test("a cancel in the middle of a slice waits for it", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(3));
    const { handlers: cancelling, cancelled } = cancelsMeanwhile(deps, jobId, writesDown.run);
    await runJobSlice({ db: database.db, now, handlers: cancelling }, jobId);
    expect(await cancelled()).toBe("done");
    expect((await getJob(deps, jobId)).job).toMatchObject({ state: "done", done: 3 });
  });

  test("a failed slice does not undo a cancel", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(3));
    await change(jobId, { failures: 2 });
    const fails = () => Promise.reject(new Error("The cable"));
    const { handlers: cancelling, cancelled } = cancelsMeanwhile(deps, jobId, fails);
    await runJobSlice({ db: database.db, now, handlers: cancelling }, jobId).catch(() => {});
    // Whichever comes first: a job reported as cancelled stays cancelled.
    const stands = (await cancelled()) === "cancelled" ? "cancelled" : "failed";
    expect((await rowOf(jobId)).state).toBe(stands);
  });

  test("a cancel before a slice leaves nothing to do", async () => {
    const deps = await ownerOf();
    const { jobId } = await startJob(deps, newJob(3));
    const late = lateAnswer();
    const db = database.db.withPlugin(late.plugin);
    const slice = runJobSlice({ db, now, handlers }, jobId);
    await late.reached;
    await cancelJob(deps, jobId);
    late.come();
    await slice;
    expect(await rowOf(jobId)).toMatchObject({ state: "cancelled", done: 0 });
    expect(await timesWorked(jobId)).toEqual([]);
  });

  test("a job whose slice is about to start is skipped by others", async () => {
    const { jobId } = await startJob(await ownerOf(), newJob(3));
    const late = lateAnswer();
    const slice = runJobSlice({ db: database.db.withPlugin(late.plugin), now, handlers }, jobId);
    await late.reached;
    expect(await runSlice({ db: database.db, now, handlers })).toBe(false);
    late.come();
    await slice;
    expect(await rowOf(jobId)).toMatchObject({ state: "done", done: 3 });
  });

  test("a job run by another server is skipped", async () => {
    const deps = await ownerOf();
    const [held, free] = [await startJob(deps, newJob(1)), await startJob(deps, newJob(1))];
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom("jobs").select("id").where("id", "=", held.jobId).forUpdate().execute();
      expect(await runSlice({ db: database.db, now, handlers })).toBe(true);
    });
    expect((await rowOf(free.jobId)).state).toBe("done");
    await change(held.jobId, { state: "running", leased_until: sql`now() + interval '1 minute'` });
    expect(await runJobSlice({ db: database.db, now, handlers }, held.jobId)).toBe(false);
    await endLease(held.jobId);
    await runAll();
  });

  test("a job of a later release waits for a server that knows it", async () => {
    const { jobId } = await startJob(await ownerOf(), newJob(1));
    await change(jobId, { kind: "of-tomorrow" });
    expect(await runAll()).toBe(0);
    expect((await rowOf(jobId)).state).toBe("queued");
    await change(jobId, { state: "cancelled" });
  });

  test("a job of a later release does not hide the owner's others", async () => {
    const deps = await ownerOf();
    const [known, later] = [await startJob(deps, newJob(1)), await startJob(deps, newJob(1))];
    await change(later.jobId, { kind: "of-tomorrow", state: "done" });
    expect((await listJobs(deps)).jobs.map(({ id }) => id)).toEqual([known.jobId]);
    expect((await refusalOf(getJob(deps, later.jobId))).code).toBe("not_found");
    await runAll();
  });
});

test("an idle worker asks once and then waits", async () => {
  let asked = 0;
  const first = Promise.withResolvers<void>();
  const db = openDatabase({
    ...{ url: database.url, size: 1 },
    log() {
      asked += 1;
      first.resolve();
    },
  });
  const worker = startJobWorker({ db, log: createLog("error"), now: () => now, handlers });
  await first.promise;
  // A worker that did not wait would ask as often in the meantime.
  for (let more = 0; more < 50; more += 1) await sql`select`.execute(database.db);
  expect(asked).toBeLessThan(3);
  await worker.stop();
  await db.destroy();
});

test("a worker without a database logs it once", async () => {
  let failed = 0;
  const twice = Promise.withResolvers<void>();
  const url = "postgres://unknown@127.0.0.1:1/nothing";
  const db = openDatabase({
    ...{ url, size: 1 },
    log({ level }) {
      if (level === "error") failed += 1;
      if (failed === 2) twice.resolve();
    },
  });
  const lines: string[] = [];
  const log = createLog("error", (line) => lines.push(line));
  const worker = startJobWorker({ db, log, now: () => now, handlers });
  await twice.promise;
  await worker.stop();
  await db.destroy();
  expect(lines).toEqual([expect.stringContaining('"event":"job.slice-failed"')]);
});

function rowOf(jobId: string) {
  return database.db
    .selectFrom("jobs")
    .selectAll()
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
}

async function change(jobId: string, given: object): Promise<void> {
  await database.db.updateTable("jobs").set(given).where("id", "=", jobId).execute();
}

/** The owner cancels the job in the middle of the slice. */
function cancelsMeanwhile(deps: JobDeps, jobId: string, run: JobHandler["run"]) {
  let cancelling: Promise<string> | undefined;
  const handlers = handlersOf({
    ...writesDown,
    async run(...given) {
      cancelling = cancelJob(deps, jobId).then(
        ({ state }): string => state,
        (error) => error.code,
      );
      await Promise.race([waitForLockQueue(database), cancelling]);
      return await run(...given);
    },
  });
  return { handlers, cancelled: async () => await cancelling };
}

/** As if the time had passed: leases use the database's clock. */
async function endLease(jobId: string): Promise<void> {
  await database.db
    .updateTable("jobs")
    .set({ leased_until: new Date(0) })
    .where("id", "=", jobId)
    .execute();
}
