import { beforeAll, expect, test } from "bun:test";
import type { Actor } from "../../server/access/actor.ts";
import { exportCompanies, exportUsers } from "../../server/exports/people.ts";
import { exportTickets } from "../../server/exports/tickets.ts";
import { readImportFile } from "../../server/imports/read-csv-file.ts";
import { saveImport } from "../../server/imports/stored-file.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { runJobSlice } from "../../server/jobs/run-slice.ts";
import type { ImportFile } from "../../shared/imports.ts";
import { actorOf, insertCompany, insertTicket, insertUser } from "../support/builders.ts";
import { setUpCounting } from "../support/count-statements.ts";
import { confirm, csvFile, noChoices, upload } from "../support/importing.ts";

/** An import of thousands sends no more statements than an import of a few. */
const { database, counting } = setUpCounting();
let actor: Actor;

beforeAll(async () => {
  actor = await actorOf(database.db, await insertUser(database.db, { role: "Super Admin" }));
  const company = await insertCompany(database.db);
  const customer = await insertUser(database.db, { companies: [company.id] });
  await insertTicket(database.db, { requester_id: customer.id, company_id: company.id });
}, 60_000);

const depsOf = (db = database.db) => ({
  db,
  actor,
  now: new Date(),
  credential: null,
  requestId: "test",
  handlers: jobHandlers,
});
let made = 0;

function people(count: number, phone = ""): string[][] {
  made += 1;
  const rows = Array.from({ length: count }, (_, at) => [
    ...[`s${made}-${at}@statements.test`, "Ana", `Statement ${made}-${at % 7}`, phone],
  ]);
  return [["Email", "First name", "Companies", "Phone"], ...rows];
}

const choices = { ...noChoices, createCompanies: true, sendInvitations: true };
const brought = (rows: string[][]): Promise<ImportFile> => upload(depsOf(), "users", rows);

async function sliceOf(rows: string[][], kind: "users" | "companies" = "users"): Promise<number> {
  const jobId = await confirm(depsOf(), await upload(depsOf(), kind, rows), { choices });
  const sent = await counting.during((db) =>
    runJobSlice({ db, now: new Date(), handlers: jobHandlers }, jobId),
  );
  return sent.length;
}

test("an uploaded file: cleanup, the import, 2,000 rows per statement; then it is read back", async () => {
  const keep = async (rows: string[][]) => {
    const table = await readImportFile(csvFile(rows));
    return await counting.during((db) => saveImport(depsOf(db), "users", { name: "a.csv", table }));
  };
  expect((await keep(people(3))).length).toBe(5);
  expect((await keep(people(2_001))).length).toBe(6);
});

test("a preview: the file, its duplicates, and the data of each 1,000 rows", async () => {
  const of = async (rows: string[][]) => {
    const { id, mapping } = await brought(rows);
    return (await counting.call("imports.preview", actor, { id, mapping, choices })).length;
  };
  expect(await of(people(3))).toBe(6);
  expect(await of(people(1_500))).toBe(9);
});

test("a confirmation of any length", async () => {
  const of = async (rows: string[][]) => {
    const { id, mapping } = await brought(rows);
    const requestId = Bun.randomUUIDv7();
    return (await counting.call("imports.confirm", actor, { requestId, id, mapping, choices }))
      .length;
  };
  expect(await of(people(3))).toBe(7);
  expect(await of(people(1_500))).toBe(7);
});

test("a slice of 500 users takes as many statements as one of three", async () => {
  const few = await sliceOf(people(3));
  expect(few).toBe(26);
  expect(await sliceOf(people(499))).toBe(few);
});

test("so does one that changes them", async () => {
  const of = async (count: number) => {
    const rows = people(count);
    await sliceOf(rows);
    return await sliceOf(rows.map((row, at) => (at === 0 ? row : [...row.slice(0, 3), "+49"])));
  };
  const few = await of(3);
  expect(few).toBe(21);
  expect(await of(499)).toBe(few);
});

test("and one of companies", async () => {
  const of = (count: number) => {
    made += 1;
    const rows = Array.from({ length: count }, (_, at) => [
      ...[`Statement company ${made} ${at}`, `s${made}-${at}.test`],
    ]);
    return sliceOf([["Name", "Domains"], ...rows], "companies");
  };
  const few = await of(3);
  expect(few).toBe(20);
  expect(await of(499)).toBe(few);
});

test("a result: the job, its refusals, and the counts", async () => {
  const jobId = await confirm(depsOf(), await brought(people(1)));
  expect((await counting.call("imports.result", actor, { jobId })).length).toBe(3);
});

test("a page of an export, and its audit entry", async () => {
  const page = async (open: (deps: ReturnType<typeof depsOf>) => Promise<AsyncGenerator<string>>) =>
    (await counting.during(async (db) => void (await open(depsOf(db))))).length;
  const sorted = { descending: false };
  expect(await page((deps) => exportUsers(deps, { ...sorted, sort: "name" }))).toBe(2);
  // Their notes are in no list and are read separately.
  expect(await page((deps) => exportCompanies(deps, { ...sorted, sort: "name" }))).toBe(3);
  expect(
    await page((deps) => exportTickets(deps, { ...sorted, view: "all", sort: "number" })),
  ).toBe(3);
});
