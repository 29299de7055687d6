import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { findStartedJob, getJob, listJobs } from "./queries.ts";
import { type NewJob, startJob } from "./start-job.ts";
import { cancelJob, undoJob } from "./undo-job.ts";

const database = setUpTestDatabase();
let maya: UserRow;
let noah: UserRow;
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  maya = await insertUser(database.db, { role: "Agent" });
  noah = await insertUser(database.db, { role: "Agent" });
}, 60_000);

const as = (user: UserRow, at = now) => actingAs(database.db, user, at);
const id = () => Bun.randomUUIDv7();

const job = (given: Partial<NewJob> = {}): NewJob => ({
  ...{ kind: "ticket-bulk", requestId: id(), input: { kind: "spam" } },
  ...{ subjectIds: [id(), id()], ...given },
});

const itemsOf = (jobId: string) =>
  database.db
    .selectFrom("job_items")
    .select(["position", "subject_id", "state"])
    .where("job_id", "=", jobId)
    .orderBy("position")
    .execute();

const rowOf = (jobId: string) =>
  database.db.selectFrom("jobs").selectAll().where("id", "=", jobId).executeTakeFirstOrThrow();

describe("an idempotency key", () => {
  test("starts one job, with its items in order", async () => {
    const one = job();
    const deps = { ...(await as(maya)), network: "10.0.0.0/24" };
    const first = await startJob(deps, one);
    expect(await startJob(deps, one)).toEqual(first);
    expect(await itemsOf(first.jobId)).toEqual(
      one.subjectIds.map((subject_id, index) => ({
        ...{ position: index + 1, subject_id, state: "waiting" as const },
      })),
    );
    expect(await rowOf(first.jobId)).toMatchObject({
      ...{ owner_id: maya.id, state: "queued", total: 2, created_at: now, network: "10.0.0.0/24" },
    });
  });

  test("does not match another action, input or set of subjects", async () => {
    const one = job();
    const deps = await as(maya);
    await startJob(deps, one);
    for (const other of [
      { input: { kind: "merge" } },
      { kind: "user-bulk" as const },
      { subjectIds: [id()] },
      { subjectIds: [] },
      { subjectIds: [...one.subjectIds, id()] },
    ]) {
      expect((await refusalOf(startJob(deps, { ...one, ...other }))).code).toBe("request_reused");
    }
    // Two people may use the same key by chance.
    const his = { ...one, subjectIds: [id()] };
    const { jobId } = await startJob(await as(noah), his);
    expect(await itemsOf(jobId)).toHaveLength(1);
    expect(await startJob(await as(noah), his)).toEqual({ jobId });
    expect((await startJob(deps, one)).jobId).not.toBe(jobId);
  });

  test("shows only its owner what was started", async () => {
    const one = job();
    const deps = await as(maya);
    expect(await findStartedJob(deps, one.requestId)).toBeNull();
    const { jobId } = await startJob(deps, one);
    expect(await findStartedJob(deps, one.requestId)).toMatchObject({
      ...{ job: { id: jobId, state: "queued", total: 2 }, refusals: [] },
    });
    expect(await findStartedJob(await as(noah), one.requestId)).toBeNull();
  });

  test("also starts an empty job once", async () => {
    const none = job({ subjectIds: [] });
    const deps = await as(maya);
    expect(await startJob(deps, none)).toEqual(await startJob(deps, none));
  });
});

describe("a job", () => {
  test("is cancelled by its owner only, while it has not ended", async () => {
    const deps = { ...(await as(maya)), network: "10.0.0.0/24" };
    const [one, other] = [await startJob(deps, job()), await startJob(deps, job())];
    expect((await refusalOf(cancelJob(await as(noah), one.jobId))).code).toBe("not_found");
    expect(await cancelJob(deps, one.jobId)).toEqual({ id: one.jobId, state: "cancelled" });
    expect(await rowOf(one.jobId)).toMatchObject({
      ...{ state: "cancelled", ended_at: now, network: null },
    });
    const later = await as(maya, new Date(now.getTime() + 60_000));
    expect(await cancelJob(later, one.jobId)).toEqual({ id: one.jobId, state: "cancelled" });
    expect(await rowOf(one.jobId)).toMatchObject({ ended_at: now });
    expect(await rowOf(other.jobId)).toMatchObject({ state: "queued", network: "10.0.0.0/24" });
  });

  test("that ended before it was cancelled says so", async () => {
    const deps = await as(maya);
    const { jobId } = await startJob(deps, job());
    await database.db
      .updateTable("jobs")
      .set({ state: "done", ended_at: now })
      .where("id", "=", jobId)
      .execute();
    expect(await cancelJob(deps, jobId)).toEqual({ id: jobId, state: "done" });
    expect((await refusalOf(cancelJob(await as(noah), jobId))).code).toBe("not_found");
  });

  test("is listed for its owner, newest first, for a day and up to twenty", async () => {
    const owner = await insertUser(database.db, { role: "Agent" });
    const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    await startJob(await as(owner, at(24 * 60 + 1)), job());
    const started = [];
    for (const minutes of [30, 10, 20]) {
      started.push((await startJob(await as(owner, at(minutes)), job())).jobId);
    }
    await startJob(await as(maya), job());
    const [oldest, newest, middle] = started;
    const { jobs } = await listJobs(await as(owner));
    expect(jobs.map((each) => each.id)).toEqual([newest, middle, oldest] as string[]);
    for (let each = 0; each < 20; each += 1) await startJob(await as(owner), job());
    expect((await listJobs(await as(owner))).jobs).toHaveLength(20);
  });

  test("lists its refusals in the order of items, up to a limit", async () => {
    const deps = await as(maya);
    const { jobId } = await startJob(deps, job({ subjectIds: [id(), id(), id()] }));
    const { jobId: other } = await startJob(deps, job());
    for (const [of, position] of [
      [jobId, 3],
      [jobId, 1],
      [other, 1],
    ] as const) {
      await database.db
        .updateTable("job_items")
        .set({ state: "refused", refusal: { subject: `#${position}`, message: "No." } })
        .where("job_id", "=", of)
        .where("position", "=", position)
        .execute();
    }
    const subjects = async (most?: number) =>
      (await getJob(deps, jobId, most)).refusals.map(({ subject }) => subject);
    expect(await subjects()).toEqual(["#1", "#3"]);
    expect(await subjects(1)).toEqual(["#1"]);
    expect((await refusalOf(getJob(await as(noah), jobId))).code).toBe("not_found");
  });
});

describe("undoing a job", () => {
  const undo = (jobId: string) => ({ requestId: id(), jobId });
  const kinds = { of: "ticket-bulk", by: "ticket-bulk-undo" } as const;

  test("is possible for its owner, of that kind, within ten minutes", async () => {
    const { jobId } = await startJob(await as(maya), job());
    const code = async (call: Promise<unknown>) => (await refusalOf(call)).code;
    expect(await code(undoJob(await as(noah), undo(jobId), kinds))).toBe("not_found");
    const others = { of: "user-bulk", by: "user-bulk-undo" } as const;
    expect(await code(undoJob(await as(maya), undo(jobId), others))).toBe("not_found");
    const late = await as(maya, new Date(now.getTime() + 600_001));
    expect(await code(undoJob(late, undo(jobId), kinds))).toBe("undo_too_late");
    expect((await rowOf(jobId)).state).toBe("queued");
    const justYet = await as(maya, new Date(now.getTime() + 600_000));
    expect((await undoJob(justYet, undo(jobId), kinds)).job.total).toBe(0);
  });

  test("affects only what it changed", async () => {
    const subjectIds = [id(), id(), id(), id()].sort();
    const { jobId } = await startJob(await as(maya), job({ subjectIds }));
    const { jobId: other } = await startJob(await as(maya), job());
    const mark = (of: string, position: number, given: object) =>
      database.db
        .updateTable("job_items")
        .set(given)
        .where("job_id", "=", of)
        .where("position", "=", position)
        .execute();
    await mark(jobId, 1, { state: "done", made_id: id() });
    await mark(jobId, 2, { state: "done" });
    await mark(jobId, 3, { state: "refused", made_id: id() });
    await mark(other, 1, { state: "done", made_id: id() });
    const { job: made } = await undoJob(await as(maya), undo(jobId), kinds);
    expect((await itemsOf(made.id)).map(({ subject_id }) => subject_id)).toEqual([
      subjectIds[0] as string,
    ]);
    expect([await rowOf(jobId), await rowOf(other)]).toMatchObject([
      { state: "cancelled", ended_at: now },
      { state: "queued" },
    ]);
  });
});
