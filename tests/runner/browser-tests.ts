import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import type { RunningTestPostgres } from "../support/postgres.ts";
import { testPostgresVariable } from "../support/process/test-run.ts";
import { findBrowser } from "./browser.ts";
import { readBrowserReport } from "./browser-report.ts";
import type { Outcome, Ran } from "./outcome.ts";
import { root, runProgram } from "./program.ts";

export const playwright = [process.execPath, "x", "--bun", "playwright", "test"];
export const browserConfig = ["-c", "tests/e2e/playwright.config.ts"];

interface Options {
  postgres: RunningTestPostgres;
  /** Leftovers of a stopped browser are deleted with this folder. */
  scratch: string;
  /** Where screenshots of failures are stored. */
  artifacts: string;
  say: (line: string) => void;
  more?: string[];
}

export async function runBrowserTests(options: Options): Promise<Ran> {
  const { postgres, scratch, artifacts, say, more = [] } = options;
  const browser = await findBrowser(say);
  if (!browser) throw new Error("There is no browser, and none could be installed.");
  const report = join(scratch, `browser-${Bun.randomUUIDv7()}.json`);
  const finished = await runProgram(
    [...playwright, ...browserConfig, "--output", artifacts, ...more],
    {
      env: {
        TMPDIR: scratch,
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        [testPostgresVariable]: JSON.stringify(postgres),
      },
    },
  );
  const json = await Bun.file(report)
    .text()
    .catch(() => "");
  return { outcomes: readBrowserReport(json, finished), output: finished.output };
}

/** Playwright remembers which failed; the screenshots of the first run are kept in another folder. */
export async function runBrowserTestsAgain(failed: Outcome[], options: Options): Promise<Ran> {
  // Something else than a test broke: there is nothing to try again.
  if (failed.some(({ file }) => !file)) return { outcomes: failed, output: "" };
  const artifacts = join(root, options.artifacts);
  await rename(artifacts, `${artifacts}-first`);
  await cp(join(`${artifacts}-first`, ".last-run.json"), join(artifacts, ".last-run.json"));
  return runBrowserTests({ ...options, more: ["--last-failed", "--workers=1"] });
}
