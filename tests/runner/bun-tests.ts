import { join } from "node:path";
import type { RunningTestPostgres } from "../support/postgres.ts";
import { secondReleaseVariable, testPostgresVariable } from "../support/process/test-run.ts";
import { readBunReport } from "./bun-report.ts";
import type { Outcome, Ran } from "./outcome.ts";
import { runProgram } from "./program.ts";

export const timings = "tests/timings.json";

interface Options {
  files: string[];
  postgres: RunningTestPostgres;
  /** Leftovers of a stopped test are deleted with this folder. */
  scratch: string;
  /** These tests have run on another release of Postgres already. */
  second?: boolean;
  /** While some wait for Postgres or for a program, another has the processor. */
  atOnce?: number;
  more?: string[];
}

export async function runBunTests(options: Options): Promise<Ran> {
  const { files, postgres, scratch, second = false, atOnce = 4, more = [] } = options;
  const report = join(scratch, `bun-${Bun.randomUUIDv7()}.xml`);
  const finished = await runProgram(
    [
      process.execPath,
      "test",
      "--timeout=60000",
      `--parallel=${atOnce}`,
      "--no-isolate",
      // The slowest files begin first.
      `--timings=${timings}`,
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...more,
      ...files.map((file) => `./${file}`),
    ],
    {
      env: {
        TMPDIR: scratch,
        [testPostgresVariable]: JSON.stringify(postgres),
        ...(second && { [secondReleaseVariable]: "1" }),
      },
    },
  );
  const xml = await Bun.file(report)
    .text()
    .catch(() => null);
  return { outcomes: readBunReport(xml, files, finished), output: finished.output };
}

/** Tests of a file may build on each other, so the file is what has a second try. */
export async function runBunTestsAgain(failed: Outcome[], options: Options): Promise<Ran> {
  const again: Ran = { outcomes: [], output: "" };
  for (const file of new Set(failed.map((outcome) => outcome.file))) {
    const files = file ? [file] : options.files;
    const { outcomes, output } = await runBunTests({ ...options, files });
    again.outcomes.push(...outcomes);
    again.output += output;
  }
  return again;
}
