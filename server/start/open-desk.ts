import { sql } from "kysely";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { checkDatabase, type DatabaseDoors, wordsOf } from "./check-database.ts";
import { assertSeesTables } from "./postgres-settings.ts";
import type { OnStep } from "./steps.ts";

/** The migrated database of a desk, and what closes it. */
export interface OpenDesk {
  db: Db;
  /** For what runs in the background, whatever requests are at. */
  workerDb: Db;
  /** For searches and counts; a statement may take two seconds. */
  searchDb: Db;
  /** The standby of DATABASE_READ_URL. */
  readDb: Db | null;
  ownerUrl: string;
  /** Past any pooler. */
  directUrl: string;
  embedded: boolean;
  /** Shown to the person who started the server. */
  notices: string[];
  close(): Promise<void>;
}

/** Together a quarter of what an untuned Postgres gives, so that several servers fit. */
const connections = { requests: 14, searches: 5, workers: 5 };
/** To a standby, which serves nothing else. */
const readConnections = 6;

/** After this time a search is stopped with an error that suggests narrowing it. */
export const searchDeadlineMs = 2_000;

interface OpenOptions {
  /** Called as soon as an embedded Postgres runs, so that a second Ctrl-C can always stop it. */
  onPostgres?: (stop: () => Promise<void>) => void;
  onStep?: OnStep;
}

export async function openDesk(
  config: Config,
  log: Log,
  { onPostgres, onStep }: OpenOptions = {},
): Promise<OpenDesk> {
  const doors = await openDoors(config, log, onStep);
  onPostgres?.(doors.stop);
  const owner = openDatabase({ url: doors.ownerUrl, size: 2, deadlineMs: 10 * 60_000 });
  const { url, prepares } = doors;
  const usual = { url, prepares, lifetimeMs: 30 * 60_000 };
  const db = openDatabase({ ...usual, size: connections.requests });
  const workerDb = openDatabase({ ...usual, size: connections.workers });
  const searchDb = openDatabase({
    ...usual,
    size: connections.searches,
    deadlineMs: searchDeadlineMs,
  });
  const readDb = config.databaseReadUrl
    ? openDatabase({ ...usual, url: config.databaseReadUrl, size: readConnections, waitMs: 2_000 })
    : null;
  const close = async () => {
    await Promise.all([db, workerDb, searchDb, readDb, owner].map((each) => each?.destroy()));
    await doors.stop();
  };
  try {
    await migrateDesk(owner, doors.appRole, { log, onStep });
  } catch (error) {
    await close();
    if (error instanceof StartError) throw error;
    throw new StartError(whyNotMigrated(config, error), { cause: error });
  }
  try {
    await assertSeesTables(db, owner);
  } catch (error) {
    await close();
    throw error;
  }
  await owner.destroy();
  const { ownerUrl, embedded, notices } = doors;
  const directUrl = config.databaseDirectUrl ?? doors.url;
  return { db, workerDb, searchDb, readDb, ownerUrl, directUrl, embedded, notices, close };
}

async function migrateDesk(
  owner: Db,
  appRole: string | null,
  { log, onStep }: { log: Log; onStep: OnStep | undefined },
): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    select to_regclass('desk') is null as "isNew"`.execute(owner);
  const isNew = rows[0]?.isNew ?? false;
  const begin = performance.now();
  const done = await migrate(owner, appRole, {
    onPending(names) {
      onStep?.(isNew ? "tables" : "update");
      if (!isNew) log.info("database.migrating", { migrations: names.join(" ") });
    },
  });
  if (done.length === 0 || isNew) return;
  const seconds = Math.round(performance.now() - begin) / 1000;
  log.info("database.migrated", { migrations: done.length, seconds });
}

function whyNotMigrated({ databaseOwnerUrl }: Config, error: unknown): string {
  const reason = wordsOf(error);
  // Postgres: insufficient privilege.
  if (error instanceof Error && "code" in error && error.code === "42501") {
    return databaseOwnerUrl
      ? `DATABASE_OWNER_URL names a role that cannot change the tables (${reason}): name the one that owns them.`
      : `The role of DATABASE_URL cannot change the tables (${reason}): set DATABASE_OWNER_URL to the role that owns them.`;
  }
  return `The database cannot be brought to this release (${reason}); it is as it was.`;
}

export async function openDoors(config: Config, log: Log, onStep?: OnStep): Promise<DatabaseDoors> {
  return config.databaseUrl
    ? await checkDatabase(config, config.databaseUrl)
    : await startOwn(config, log, onStep);
}

async function startOwn(
  { dataDir }: Config,
  log: Log,
  onStep: OnStep | undefined,
): Promise<DatabaseDoors> {
  const onCreate = () => onStep?.("cluster");
  const postgres = await startEmbeddedPostgres({ dataDir, log, onCreate });
  const { appUrl, ownerUrl, appRole, stop } = postgres;
  const notices = [
    ...(postgres.notice ? [postgres.notice] : []),
    ...(postgres.adopted
      ? ["Postgres was still running after a server was killed, and is used again."]
      : []),
  ];
  return { url: appUrl, ownerUrl, appRole, prepares: true, embedded: true, notices, stop };
}
