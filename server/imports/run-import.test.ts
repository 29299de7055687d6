import { describe, expect, test } from "bun:test";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertCompany, insertUser } from "../../tests/support/builders.ts";
import {
  address,
  confirm,
  counts,
  finish,
  importAll,
  named,
  preview,
  upload,
  userOf,
} from "../../tests/support/importing.ts";
import { mergeCompanies } from "../companies/merge/begin.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { runJobSlice, runSlice } from "../jobs/run-slice.ts";
import { cancelJob } from "../jobs/undo-job.ts";
import { getImportResult } from "./import-result.ts";
import { discardImport, getImport } from "./stored-file.ts";

const { database, deps } = setUpAdminDesk();

describe("the import job", () => {
  const many = (count: number, word = named("many").replace(" ", "")) => [
    ["Email", "First name"],
    ...Array.from({ length: count }, (_, at) => [`${word}-${at}@many.test`, "Many"]),
  ];

  test("can be cancelled and restarted without duplicates", async () => {
    const rows = many(1_200);
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    await runJobSlice({ db: database.db, now: deps.now, handlers: jobHandlers }, jobId);
    await cancelJob(deps, jobId);
    const halted = await finish(deps, jobId);
    expect(halted.job).toMatchObject({ state: "cancelled", total: 1_200, done: 500 });
    expect(halted.counts).toEqual(counts(500));
    expect((await importAll(deps, "users", rows)).counts).toEqual(counts(700, 0, 500));
  });

  test("does not block other jobs: one that was started later runs in between", async () => {
    const { db } = database;
    const slice = () => runSlice({ db, now: deps.now, handlers: jobHandlers });
    const jobId = await confirm(deps, await upload(deps, "users", many(1_200)));
    await slice();
    const later = await confirm(deps, await upload(deps, "users", many(3)));
    await slice();
    expect((await getImportResult(deps, later)).job.state).toBe("done");
    expect((await getImportResult(deps, jobId)).job).toMatchObject({ state: "running", done: 500 });
    expect((await finish(deps, jobId)).counts).toEqual(counts(1_200));
  });

  test("adds no one to a company that is being merged at that moment", async () => {
    const [source, target] = [await insertCompany(database.db), await insertCompany(database.db)];
    const email = address();
    const rows = [
      ["Email", "First name", "Companies"],
      [email, "Late", source.name],
    ];
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    const merge = database.db.updateTable("companies").set({
      ...{ state: "merged", merged_into_id: target.id },
    });
    const result = await actDuring(
      database,
      (tx) => tx.executeQuery(merge.where("id", "=", source.id).compile()),
      () => finish(deps, jobId),
    );
    expect(result.counts).toEqual(counts(0, 0, 0, 1));
    expect(result.refused[0]?.message).toBe(`There is no company called ${source.name}.`);
    expect(await userOf(database.db, email)).toBeNull();
  });

  test("does not recreate a company that was merged since the file arrived", async () => {
    const [source, target] = [await insertCompany(database.db), await insertCompany(database.db)];
    const people = [
      ["Email", "First name", "Companies"],
      [address(), "Late", source.name.toUpperCase()],
    ];
    const companies = [["Name"], [source.name]];
    const choices = { createCompanies: true };
    const files = [
      ["users", people, await upload(deps, "users", people)],
      ["companies", companies, await upload(deps, "companies", companies)],
    ] as const;
    await mergeCompanies(deps, {
      ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id },
      ...{ agentIds: [], seeAllIds: [], agreedIds: [] },
    });
    for (const [, rows, file] of files) {
      const name = rows[1]?.at(-1);
      const why = `${name} has become part of ${target.name} since this file came.`;
      const seen = await preview(deps, file, { choices });
      expect(seen).toMatchObject({ refused: [{ reasons: [why] }], unknownCompanies: { count: 0 } });
      const done = await finish(deps, await confirm(deps, file, { choices }));
      expect(done.counts).toEqual(counts(0, 0, 0, 1));
      expect(done.refused[0]?.message).toBe(why);
    }
    // A file uploaded now was made after the merge.
    const later = { ...deps, now: new Date(deps.now.getTime() + 1) };
    expect((await importAll(later, "users", people, { choices })).counts).toEqual(counts(1));
  });

  test("notifies about users, and about companies where someone joins or leaves", async () => {
    const acme = await insertCompany(database.db);
    const [alone, member] = [address(), address()];
    const told = async (...cells: string[]) => {
      await database.owner.deleteFrom("live_events").execute();
      const head = ["Email", "First name", "Companies"];
      await importAll(deps, "users", [head, cells]);
      const events = database.db.selectFrom("live_events").select("topic").distinct();
      const lists = events.where("topic", "in", ["users", "companies"]);
      return (await lists.orderBy("topic").execute()).map(({ topic }) => topic);
    };
    expect(await told(alone, "Ana")).toEqual(["users"]);
    expect(await told(alone, "Anna")).toEqual(["users"]);
    expect(await told(alone, "Anna")).toEqual([]);
    expect(await told(member, "Ben", acme.name)).toEqual(["companies", "users"]);
    expect(await told(alone, "Anna", acme.name)).toEqual(["companies", "users"]);
  });

  test("handles an address that was taken in the meantime", async () => {
    const rows = many(3);
    const email = rows[2]?.[0] ?? "";
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    await insertUser(database.db, { email, first_name: "Before" });
    expect((await finish(deps, jobId)).counts).toEqual(counts(2, 1));
  });

  test("plans again if an address is taken at that very moment", async () => {
    const rows = many(2);
    const email = rows[1]?.[0] ?? "";
    const jobId = await confirm(deps, await upload(deps, "users", rows));
    const tried = actDuring(
      database,
      (tx) => insertUser(tx, { email, first_name: "Before" }),
      () => finish(deps, jobId),
    );
    expect(await tried.catch(String)).toContain("PlanOutdated");
    await database.db
      .updateTable("jobs")
      .set({ leased_until: null })
      .where("id", "=", jobId)
      .execute();
    expect((await finish(deps, jobId)).counts).toEqual(counts(1, 1));
  });

  test("run twice for the same people creates each once", async () => {
    const rows = many(800);
    const other = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    const jobs = await Promise.all(
      [deps, other].map(async (who) => ({
        who,
        id: await confirm(who, await upload(who, "users", rows)),
      })),
    );
    const persist = async (who: JobDeps, id: string) => {
      for (let turn = 0; turn < 20; turn += 1) {
        try {
          return await finish(who, id);
        } catch {
          // The plan is outdated: planned again, a second later without a hurry.
          await database.db
            .updateTable("jobs")
            .set({ leased_until: null })
            .where("id", "=", id)
            .execute();
        }
      }
      throw new Error("It never ended");
    };
    const results = await Promise.all(jobs.map(({ who, id }) => persist(who, id)));
    expect(results.map(({ job }) => job.state)).toEqual(["done", "done"]);
    const created = results.reduce((sum, result) => sum + result.counts.created, 0);
    expect(created).toBe(800);
    const found = await database.db
      .selectFrom("users")
      .select("id")
      .where("email", "like", `${rows[1]?.[0]?.split("-")[0]}-%`)
      .execute();
    expect(found.length).toBe(800);
  }, 60_000);

  test("is started once by a repeated confirmation; another one of the same file is refused", async () => {
    const file = await upload(deps, "users", many(2));
    const requestId = Bun.randomUUIDv7();
    const jobId = await confirm(deps, file, { requestId });
    expect(await confirm(deps, file, { requestId })).toBe(jobId);
    expect((await refusalOf(confirm(deps, file))).code).toBe("request_reused");
  });

  test("refuses changed options after a lost answer, and says so", async () => {
    const file = await upload(deps, "users", many(2));
    const requestId = Bun.randomUUIDv7();
    await confirm(deps, file, { requestId });
    const [first, ...others] = file.mapping;
    for (const given of [
      { choices: { sendInvitations: true } },
      { mapping: [first ?? null, ...others.map(() => null)] },
    ]) {
      const refusal = await refusalOf(confirm(deps, file, { requestId, ...given }));
      expect(refusal.code).toBe("request_reused");
      expect(refusal.message).toBe(
        "This file is being imported already, as it was confirmed first.",
      );
    }
  });

  test("is confirmed by the uploader only, with a valid mapping", async () => {
    const file = await upload(deps, "users", many(1));
    const other = await actingAs(
      database.db,
      await insertUser(database.db, { role: "Super Admin" }),
    );
    for (const call of [
      () => confirm(other, file),
      () => preview(other, file),
      () => getImport(other, file.id),
    ]) {
      expect((await refusalOf(call())).code).toBe("not_found");
    }
    await discardImport(other, file.id);
    for (const mapping of [["email", "email"], ["email"], ["name", null]] as const) {
      const refusal = await refusalOf(confirm(deps, file, { mapping: [...mapping] }));
      expect(refusal.code).toBe("invalid_input");
    }
    const unmapped = await refusalOf(confirm(deps, file, { mapping: [null, "firstName"] }));
    expect(unmapped.message).toBe("No column is the Email.");
    expect(await preview(deps, file, { mapping: [null, "firstName"] })).toMatchObject({
      ...{ missing: ["email"], counts: counts(0), refused: [] },
    });
    const unfit = await refusalOf(preview(deps, file, { mapping: ["email"] }));
    expect(unfit.details.fields?.[0]?.field).toBe("mapping");
    const jobId = await confirm(deps, file);
    expect((await refusalOf(getImportResult(other, jobId))).code).toBe("not_found");
  });
});
