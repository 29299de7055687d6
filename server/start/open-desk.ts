import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { checkDatabase, type DatabaseDoors, wordsOf } from "./check-database.ts";
import { assertSeesTables } from "./postgres-settings.ts";

/** The migrated database of a desk, and what closes it. */
export interface OpenDesk {
  db: Db;
  /** For what runs in the background, whatever requests are at. */
  workerDb: Db;
  /** For searches and counts; a statement may take two seconds. */
  searchDb: Db;
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

/** After this time a search is stopped with an error that suggests narrowing it. */
export const searchDeadlineMs = 2_000;

/** `onPostgres` is called as soon as an embedded Postgres runs, so that a second Ctrl-C can always stop it. */
export async function openDesk(
  config: Config,
  log: Log,
  onPostgres: (stop: () => Promise<void>) => void = () => {},
): Promise<OpenDesk> {
  const doors = await openDoors(config, log);
  onPostgres(doors.stop);
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
  const close = async () => {
    await Promise.all([db, workerDb, searchDb, owner].map((each) => each.destroy()));
    await doors.stop();
  };
  try {
    const done = await migrate(owner, doors.appRole);
    for (const migration of done) log.debug("database.migrated", { migration });
  } catch (error) {
    await close();
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database cannot be brought to this release (${wordsOf(error)}); it is as it was.`,
      { cause: error },
    );
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
  return { db, workerDb, searchDb, ownerUrl, directUrl, embedded, notices, close };
}

export async function openDoors(config: Config, log: Log): Promise<DatabaseDoors> {
  return config.databaseUrl
    ? await checkDatabase(config, config.databaseUrl)
    : await startOwn(config, log);
}

async function startOwn(config: Config, log: Log): Promise<DatabaseDoors> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const { appUrl, ownerUrl, appRole, stop } = postgres;
  const notices = [
    ...(postgres.notice ? [postgres.notice] : []),
    ...(postgres.adopted
      ? ["Postgres was still running after a server was killed, and is used again."]
      : []),
  ];
  return { url: appUrl, ownerUrl, appRole, prepares: true, embedded: true, notices, stop };
}
