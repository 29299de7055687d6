import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countBrowserTests, countBunTests } from "./count-tests.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-count-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("what passed, failed and was skipped is counted, the skipped as failed", async () => {
  await writeTest(
    "three.test.ts",
    `
    import { test } from "bun:test";
    test("passes", () => {});
    test("fails", () => { throw new Error("no"); });
    test.skip("is skipped", () => {});
  `,
  );
  expect(await runAndCount("three.test.ts")).toEqual({ passed: 1, failed: 2 });
});

test("a file that does not load is a failure beside what passed elsewhere", async () => {
  await writeTest("broken.test.ts", `import "./gone.ts";`);
  await writeTest("good.test.ts", `import { test } from "bun:test"; test("passes", () => {});`);
  expect(await runAndCount("broken.test.ts", "good.test.ts")).toEqual({ passed: 1, failed: 1 });
});

test("a run that left no report is a failure", async () => {
  const report = join(folder, "none");
  const ended = { code: 0, output: "" };
  expect(await countBunTests(report, ended)).toEqual({ passed: 0, failed: 1 });
  expect(await countBrowserTests(report, ended)).toEqual({ passed: 0, failed: 1 });
});

test("a browser test that passed only at the second try is a failure", async () => {
  const report = join(folder, "browser.json");
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
  await writeFile(report, JSON.stringify({ stats, errors: [] }));
  expect(await countBrowserTests(report, { code: 1, output: "" })).toEqual({
    passed: 5,
    failed: 3,
  });
});

function writeTest(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

async function runAndCount(...files: string[]) {
  const report = join(folder, `${files[0]}.xml`);
  const options = ["--reporter=junit", `--reporter-outfile=${report}`];
  const child = Bun.spawn([process.execPath, "test", ...options, ...files.map((f) => `./${f}`)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return countBunTests(report, { code: await child.exited, output: "" });
}
