import { chmod, mkdir, realpath, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { onceThisProcessEnded } from "./once-ended.ts";
import { testPostgresVariable } from "./test-run.ts";

export interface TestDatabase {
  name: string;
  /** As the role that the server works as, and as the owner of the tables. */
  url: string;
  ownerUrl: string;
  db: Db;
  owner: Db;
  drop(): Promise<void>;
}

export interface TestPostgres {
  ownerUrl: string;
  appUrl: string;
  appRole: string;
  /** A migrated database that others are copied from. */
  template: string;
}

export interface RunningTestPostgres extends TestPostgres {
  stop(): Promise<void>;
}

let started: Promise<TestPostgres> | undefined;

/** A fresh migrated database of its own for a test, so that tests may run side by side. */
export async function createTestDatabase(
  options: { migrated?: boolean; template?: string } = {},
): Promise<TestDatabase> {
  const postgres = await testPostgres();
  const name = `test_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const template =
    options.template ?? (options.migrated === false ? "template0" : postgres.template);
  await administer(postgres, `create database ${name} template ${template}`);

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
    async drop() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await administer(postgres, `drop database if exists ${name} with (force)`);
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
  const postgres = { ownerUrl, appUrl, appRole, template };
  try {
    await administer(postgres, `create database ${template}`);
    const owner = openDatabase({ url: withDatabase(ownerUrl, template), size: 2 });
    await migrate(owner, appRole).finally(() => owner.destroy());
    return postgres;
  } catch (error) {
    await embedded.stop();
    throw error;
  }
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

async function administer(postgres: TestPostgres, statement: string): Promise<void> {
  const db = openDatabase({ url: withDatabase(postgres.ownerUrl, "postgres"), size: 1 });
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
