import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBrowserReport } from "./browser-report.ts";
import { readBunReport } from "./bun-report.ts";
import { countPassed, failedOf, nameOf, notRunOf } from "./outcome.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-reports-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("passed, failed and skipped tests are listed by name, the skipped as failed", async () => {
  await writeTest(
    "some.test.ts",
    `
    import { describe, expect, test } from "bun:test";
    test("passes", () => {});
    describe("a < b", () => describe("c", () => {
      test('says "no"', () => { expect(1).toBe(2); });
    }));
    test.skip("is skipped", () => {});
    test("waits", () => new Promise(() => {}), 50);
  `,
  );
  const outcomes = await runAndRead("some.test.ts");
  expect(outcomes).toHaveLength(4);
  const failed = failedOf(outcomes);
  expect(failed.map(nameOf).sort()).toEqual([
    'some.test.ts › a < b > c > says "no"',
    "some.test.ts › is skipped",
    "some.test.ts › waits",
  ]);
  expect(failed.find(({ test }) => test.includes("no"))?.failure).toContain("Expected: 2");
});

test("a test that needs what the machine lacks is listed, as neither passed nor failed", async () => {
  await writeTest(
    "needing.test.ts",
    `
    import { test } from "bun:test";
    import { testNeeding } from "${join(import.meta.dir, "../support/test-needing.ts")}";
    test("passes", () => {});
    testNeeding([], "has what it needs", () => {});
    testNeeding(["rsync", "root"], "copies", () => { throw new Error(); });
  `,
  );
  const outcomes = await runAndRead("needing.test.ts");
  expect(notRunOf(outcomes).map(nameOf)).toEqual(["needing.test.ts › copies (needs rsync, root)"]);
  expect(failedOf(outcomes)).toEqual([]);
  expect(countPassed(outcomes)).toBe(2);
});

test("a file that does not load, has no tests, or breaks outside of them is a failure", async () => {
  await writeTest("broken.test.ts", `import "./gone.ts";`);
  await writeTest("empty.test.ts", "");
  await writeTest(
    "outside.test.ts",
    `
    import { afterAll, test } from "bun:test";
    afterAll(() => { throw new Error("late"); });
    test("passes", () => {});
  `,
  );
  await writeTest("good.test.ts", `import { test } from "bun:test"; test("passes", () => {});`);
  const files = ["broken.test.ts", "empty.test.ts", "outside.test.ts", "good.test.ts"];
  const failed = failedOf(await runAndRead(...files));
  expect(new Set(failed.map(({ file }) => file))).toEqual(new Set(files.slice(0, 3)));
});

test("an error that belongs to no test is a failure, in addition to files that did not load", () => {
  const xml = `<testcase name="a" classname="" file="a.test.ts" time="1" />`;
  const said = (errors: string) => ({ code: 1, output: ` 1 pass\n 0 fail\n ${errors}\n` });
  const filesOf = (files: string[], errors: string) =>
    failedOf(readBunReport(xml, files, said(errors))).map(({ file }) => file);
  expect(filesOf(["a.test.ts"], "1 error")).toEqual([""]);
  expect(filesOf(["a.test.ts", "b.test.ts"], "1 error")).toEqual(["b.test.ts"]);
  expect(filesOf(["a.test.ts", "b.test.ts"], "2 errors")).toEqual(["b.test.ts", ""]);
});

test("a run that left no report is a failure", () => {
  const ended = { code: 0, output: "" };
  expect(failedOf(readBunReport(null, ["a.test.ts"], ended))).toHaveLength(1);
  expect(failedOf(readBunReport(null, [], { ...ended, code: 1 }))).toHaveLength(1);
  expect(failedOf(readBunReport("", [], ended))).toHaveLength(1);
  expect(failedOf(readBrowserReport("", ended))).toHaveLength(1);
});

test("a run that says it failed is a failure, though each test passed", () => {
  const xml = `<testcase name="a" classname="" file="a.test.ts" time="1" />`;
  expect(failedOf(readBunReport(xml, ["a.test.ts"], { code: 0, output: "" }))).toEqual([]);
  expect(failedOf(readBunReport(xml, ["a.test.ts"], { code: 1, output: "" }))).toHaveLength(1);
});

test("browser tests are listed by file, describe and title", () => {
  const result = { duration: 1500 };
  const spec = (title: string, status: string, error?: { message: string }) => ({
    title,
    file: "a.e2e.ts",
    ok: status === "expected",
    tests: [{ status, results: [{ ...result, error }] }],
  });
  const report = {
    suites: [
      {
        title: "a.e2e.ts",
        file: "a.e2e.ts",
        specs: [spec("passes", "expected"), spec("is skipped", "skipped")],
        suites: [
          {
            title: "a list",
            file: "a.e2e.ts",
            specs: [spec("fails", "unexpected", { message: "no rows" })],
          },
        ],
      },
    ],
    errors: [{ message: "no set-up" }],
  };
  const outcomes = readBrowserReport(JSON.stringify(report), { code: 1, output: "" });
  expect(outcomes.map((outcome) => [nameOf(outcome), outcome.failure])).toEqual([
    ["tests/e2e/a.e2e.ts › passes", null],
    ["tests/e2e/a.e2e.ts › is skipped", "skipped"],
    ["tests/e2e/a.e2e.ts › a list › fails", "no rows"],
    ["the run in the browser", "no set-up"],
  ]);
  expect(outcomes[0]?.seconds).toBe(1.5);
});

test("a run of changed files can select no tests", () => {
  expect(readBunReport(null, [], { code: 0, output: "" })).toEqual([]);
});

function writeTest(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

async function runAndRead(...files: string[]) {
  const report = join(folder, `${files[0]}.xml`);
  const options = ["--parallel=2", "--reporter=junit", `--reporter-outfile=${report}`];
  const child = Bun.spawn([process.execPath, "test", ...options, ...files.map((f) => `./${f}`)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = await new Response(child.stderr).text();
  const xml = await readFile(report, "utf8").catch(() => null);
  return readBunReport(xml, files, { code: await child.exited, output });
}
