import "../support/process/own-folder.ts";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { createLog } from "../../server/log.ts";
import { prepareClient } from "../../server/web/prepare-client.ts";
import { numberIn, readOptions, say } from "../support/harness.ts";
import { liftHourlyLimits } from "../support/lift-hourly-limits.ts";
import { addPerson } from "../support/people.ts";
import { makeDataFolder, startServer } from "../support/process/spawned-server.ts";
import { waitForReleases } from "./faults.ts";
import { judge } from "./judge.ts";
import { openLedger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { secretKey } from "./stage.ts";

/**
 * `bun run rolling`: starts this release next to the last one while people write there, and prints what it cost
 * them. `--from tag` names the other release: by default the newest tag v*, else the last commit with fewer
 * migrations. `--rounds N`, `--clients N`.
 */
const options = readOptions(["from", "rounds", "clients"]);
const rounds = numberIn(options, "rounds") ?? 10;
const clients = numberIn(options, "clients") ?? 3;
const root = join(import.meta.dir, "../..");
const from = options.from ?? (await findLastRelease());
const before = join(tmpdir(), `frontdesk-release-${process.pid}`);

interface Round {
  failed: string | null;
  startMs: number;
  migrations: number;
  sent: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  refused: string[];
  /** Answers that asked the client to come back, or none. */
  repeated: number;
  longestMs: number;
  disagreements: string[];
}

let postgres: EmbeddedPostgres | undefined;
const results: Round[] = [];
try {
  await checkOut();
  await prepareClient();
  const dataDir = await makeDataFolder();
  postgres = await startEmbeddedPostgres({ dataDir, log: createLog("error", () => {}) });
  say(
    `${await git("describe", "--always", from)} at work under ${clients} clients, then this release next to it`,
  );
  say("");
  say(
    "| round | start of the new release | migrations | writes | acknowledged | lost | doubled | refused | sent again | longest write | disagreements |",
  );
  say("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (let round = 1; round <= rounds; round += 1) {
    const result = await runRound(postgres, round, dataDir);
    results.push(result);
    show(round, result);
  }
} finally {
  await postgres?.stop();
  await git("worktree", "remove", "--force", before).catch(() => {});
  await rm(before, { recursive: true, force: true });
}
process.exit(results.some(isBroken) ? 1 : 0);

function show(round: number, result: Round): void {
  const cells = [
    ...[round, result.failed ? "failed" : inSeconds(result.startMs), result.migrations],
    ...[result.sent, result.acknowledged, result.lost, result.doubled, result.refused.length],
    ...[result.repeated, inSeconds(result.longestMs), result.disagreements.length],
  ];
  say(`| ${cells.join(" | ")} |`);
  for (const words of [result.failed, ...result.refused, ...result.disagreements]) {
    if (words) say(`  ${words}`);
  }
}

function isBroken({ failed, lost, doubled, refused, longestMs, disagreements }: Round): boolean {
  const isWrong = lost + doubled + refused.length + disagreements.length > 0;
  return failed !== null || isWrong || longestMs > 1_500;
}

async function runRound(cluster: EmbeddedPostgres, round: number, folder: string): Promise<Round> {
  const name = `rolling_${round}`;
  const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await withOwner(cluster.ownerUrl, (db) => sql`create database ${sql.id(name)}`.execute(db));
  const [url, ownerUrl] = [inDatabase(cluster.appUrl), inDatabase(cluster.ownerUrl)];
  const dataDir = join(folder, name);
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
    PORT: "0",
    SECRET_KEY: secretKey,
    METRICS_PORT: "off",
    LOG_LEVEL: "error",
  };
  const old = await startServer(env, serverOf(before), before);
  const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 60_000 });
  const ledger = openLedger(join(folder, `ledger-${round}`));
  try {
    await liftHourlyLimits(owner);
    const people = {
      admin: await addPerson(owner, "Super Admin"),
      agents: await Promise.all(
        Array.from({ length: clients - 1 }, () => addPerson(owner, "Agent")),
      ),
      customer: await addPerson(owner, "Customer"),
    };
    const load = await startLoad({ urls: [old.url], ledger, people });
    await Bun.sleep(1_500);
    const migrated = await countMigrations(owner);
    const begin = performance.now();
    const started = await startServer(env, serverOf(root)).catch((error: Error) => error);
    const startMs = performance.now() - begin;
    await Bun.sleep(2_000);
    const { foreign, failures, longestAnswerMs } = await load.stop();
    const migrations = (await countMigrations(owner)) - migrated;
    await waitForReleases({ owner });
    const verdict = await judge({ owner, dataDir, ledger });
    if (!(started instanceof Error)) {
      started.signal("SIGTERM");
      await started.ended();
    }
    return {
      ...verdict,
      failed: started instanceof Error ? started.message : null,
      startMs,
      migrations,
      refused: foreign,
      repeated: failures,
      longestMs: longestAnswerMs,
    };
  } finally {
    old.signal("SIGKILL");
    await old.ended();
    ledger.close();
    await owner.destroy();
    await withOwner(cluster.ownerUrl, (db) =>
      sql`drop database ${sql.id(name)} with (force)`.execute(db),
    );
  }
}

function serverOf(folder: string): string[] {
  return [process.execPath, "--no-orphans", join(folder, "server/main.ts")];
}

async function countMigrations(owner: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from kysely_migration`.execute(owner);
  return rows[0]?.count ?? 0;
}

async function withOwner(url: string, act: (db: Db) => Promise<unknown>): Promise<void> {
  const db = openDatabase({ url, size: 1, deadlineMs: 60_000 });
  try {
    await act(db);
  } finally {
    await db.destroy();
  }
}

async function findLastRelease(): Promise<string> {
  const tag = await git("describe", "--tags", "--abbrev=0", "--match", "v*").catch(() => null);
  if (tag) return tag;
  const added = await git("log", "-1", "--diff-filter=A", "--format=%H", "--", "migrations");
  return `${added}~1`;
}

/** The other release with its own packages, built by its first start. */
async function checkOut(): Promise<void> {
  await git("worktree", "add", "--detach", before, from);
  const install = Bun.spawn([process.execPath, "install", "--frozen-lockfile", "--silent"], {
    cwd: before,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await install.exited) !== 0) throw new Error("The packages of the last release are missing");
}

async function git(...words: string[]): Promise<string> {
  const child = Bun.spawn(["git", ...words], { cwd: root, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(err.trim());
  return out.trim();
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
