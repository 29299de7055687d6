import { chmod, mkdir, realpath, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { onceThisProcessEnded } from "./process/once-ended.ts";
import { testPostgresVariable } from "./process/test-run.ts";

export interface TestDatabase {
  name: string;
  /** As the role that the server works as, and as the owner of the tables. */
  url: string;
  ownerUrl: string;
  db: Db;
  owner: Db;
  /** Deletes all data for the next test, in a third of the time of a new database. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

export interface TestPostgres {
  ownerUrl: string;
  appUrl: string;
  appRole: string;
  /** A migrated database that others are copied from, and the tables that its migrations filled. */
  template: string;
  filled: string[];
}

export interface RunningTestPostgres extends TestPostgres {
  stop(): Promise<void>;
}

let started: Promise<TestPostgres> | undefined;

/** A fresh migrated database for a test, so that tests can run in parallel. */
export async function createTestDatabase(
  options: { migrated?: boolean; template?: string } = {},
): Promise<TestDatabase> {
  const postgres = await testPostgres();
  const name = `test_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const template =
    options.template ?? (options.migrated === false ? "template0" : postgres.template);
  const administrator = administratorOf(postgres);
  // File by file: block by block through Postgres' own memory and log, as it would, takes twice as long.
  await sql
    .raw(`create database ${name} template ${template} strategy file_copy`)
    .execute(administrator);

  const url = withDatabase(postgres.appUrl, name);
  const ownerUrl = withDatabase(postgres.ownerUrl, name);
  const db = openDatabase({ url, size: 4 });
  const owner = openDatabase({ url: ownerUrl, size: 2 });
  return {
    name,
    url,
    ownerUrl,
    db,
    owner,
    empty: () => takeRowsAway(owner, postgres.filled),
    async drop() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await sql.raw(`drop database if exists ${name} with (force)`).execute(administrator);
    },
  };
}

/** The one of this test run; where a test file runs alone, one that ends with the process. */
export function testPostgres(): Promise<TestPostgres> {
  const given = process.env[testPostgresVariable];
  if (given) return Promise.resolve(JSON.parse(given));
  started ??= startTestPostgres();
  return started;
}

export async function startTestPostgres(
  binaries?: string,
  within?: string,
): Promise<RunningTestPostgres> {
  const name = `frontdesk-test-postgres-${Bun.randomUUIDv7()}`;
  const folder = join(within ?? (await fastFolder()), name);
  // Before there is anything, since it may be killed in any moment from then on.
  const watchdog = onceThisProcessEnded(endPostgres, { FOLDER: folder });
  const clear = async () => {
    const files = await realpath(join(folder, "postgres")).catch(() => null);
    for (const path of [files, folder]) {
      if (path) await rm(path, { recursive: true, force: true });
    }
    watchdog.off();
  };
  try {
    await mkdir(folder);
    // Postgres runs as another user where the tests run as root.
    await chmod(folder, 0o755);
    const log = createLog("error");
    const embedded = await startEmbeddedPostgres({
      dataDir: folder,
      log,
      binaries,
      durable: false,
    });
    const stop = async () => {
      await embedded.stop();
      await clear();
    };
    return { ...(await makeTemplate(embedded)), stop };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function makeTemplate(embedded: EmbeddedPostgres): Promise<TestPostgres> {
  const { ownerUrl, appUrl, appRole } = embedded;
  const template = "test_template";
  try {
    const administrator = openDatabase({ url: withDatabase(ownerUrl, "postgres"), size: 1 });
    await sql
      .raw(`create database ${template}`)
      .execute(administrator)
      .finally(() => administrator.destroy());
    const owner = openDatabase({ url: withDatabase(ownerUrl, template), size: 2 });
    const filled = await migrate(owner, appRole)
      .then(() => tablesWithRows(owner))
      .finally(() => owner.destroy());
    return { ownerUrl, appUrl, appRole, template, filled };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function tablesWithRows(owner: Db): Promise<string[]> {
  const filled: string[] = [];
  for (const name of await tablesOf(owner)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(owner);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/** Deletes despite foreign keys and despite rows that the application cannot delete. */
async function takeRowsAway(owner: Db, filled: readonly string[]): Promise<void> {
  const names = (await tablesOf(owner)).filter((name) => !filled.includes(name));
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const deletes = names.map((name) => `delete from "${name}"`);
    await sql.raw(deletes.join("; ")).execute(tx);
  });
}

async function tablesOf(owner: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(owner);
  return rows.map(({ name }) => name);
}

/** In memory where there is room, since hundreds of databases are made: four times as quick. */
async function fastFolder(): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > 4e9 ? memory : tmpdir();
}

/** More than once, since it may just be starting, or its files be in the making. */
const endPostgres = `
  for round in 1 2 3; do
    end_postgres "$FOLDER"
    files=$(readlink -f "$FOLDER/postgres")
    rm -rf "\${files:-$FOLDER}" "$FOLDER"
    sleep 0.3
  done`;

const administrators = new Map<string, Db>();

/** One per process: connecting costs half as much as a database. */
function administratorOf({ ownerUrl }: TestPostgres): Db {
  const url = withDatabase(ownerUrl, "postgres");
  const administrator = administrators.get(url) ?? openDatabase({ url, size: 4 });
  administrators.set(url, administrator);
  return administrator;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
