import { describe, expect, test } from "bun:test";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { address, confirm, finish, upload } from "../../tests/support/importing.ts";
import { sweepJobs } from "../jobs/sweep-jobs.ts";
import { getImportResult } from "./import-result.ts";
import { getImport, sweepImports } from "./stored-file.ts";

const { database, deps } = setUpAdminDesk();

describe("the sweep", () => {
  test("deletes unconfirmed files after a day, and keeps only skipped rows of finished imports", async () => {
    const rows = [
      ["Email", "First name"],
      [address(), "Fine"],
      ["bad", "Bad"],
    ];
    const waiting = await upload(deps, "users", rows);
    const ended = await upload(deps, "users", rows);
    const underWay = await upload(deps, "users", rows);
    const begun = await confirm(deps, underWay);
    const jobId = await confirm(deps, ended);
    await finish(deps, jobId);
    const left = async (id: string) => {
      const found = await database.db
        .selectFrom("import_rows")
        .select("line")
        .where("import_id", "=", id)
        .execute();
      return found.map(({ line }) => line);
    };
    await sweepImports(database.db, new Date());
    expect(await left(waiting.id)).toEqual([2, 3]);
    expect(await left(ended.id)).toEqual([3]);
    expect(await left(underWay.id)).toEqual([2, 3]);
    const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
    await sweepImports(database.db, tomorrow);
    await sweepJobs(database.db, tomorrow);
    expect((await refusalOf(getImport(deps, waiting.id))).code).toBe("not_found");
    expect((await refusalOf(getImportResult(deps, jobId))).code).toBe("not_found");
    const items = database.db
      .selectFrom("job_items")
      .select("position")
      .where("job_id", "=", jobId);
    expect(await items.execute()).toEqual([]);
    expect(await left(underWay.id)).toEqual([2, 3]);
    expect((await finish(deps, begun)).counts).toMatchObject({ refused: 1 });
  });

  test("a fifth waiting file replaces the oldest", async () => {
    const rows = [["Email"], [address()]];
    const files = [];
    for (let at = 0; at < 5; at += 1) files.push(await upload(deps, "users", rows));
    expect((await refusalOf(getImport(deps, files[0]?.id ?? ""))).code).toBe("not_found");
    expect((await getImport(deps, files[1]?.id ?? "")).rows).toBe(1);
  });
});
