import { sql } from "kysely";
import type { Config } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";

/** The migrated database of a desk, and all that ends with it. */
export interface OpenDesk {
  db: Db;
  ownerUrl: string;
  embedded: boolean;
  /** What the person who started the server should know. */
  notices: string[];
  close(): Promise<void>;
}

interface DatabaseDoors {
  url: string;
  ownerUrl: string;
  appRole: string | null;
  embedded: boolean;
  notices: string[];
  stop(): Promise<void>;
}

/** Half of what an untuned Postgres gives, so that two servers fit. */
const connections = 16;

/**
 * `onPostgres` hears of an embedded Postgres as soon as there is one, so that a second Ctrl-C can
 * stop it whatever is going on.
 */
export async function openDesk(
  config: Config,
  log: Log,
  onPostgres: (stop: () => Promise<void>) => void = () => {},
): Promise<OpenDesk> {
  const doors = config.databaseUrl
    ? await knock(config, config.databaseUrl)
    : await startOwn(config, log);
  onPostgres(doors.stop);
  const owner = openDatabase({ url: doors.ownerUrl, size: 2, deadlineMs: 10 * 60_000 });
  const db = openDatabase({ url: doors.url, size: connections });
  const close = async () => {
    await Promise.all([db.destroy(), owner.destroy()]);
    await doors.stop();
  };
  try {
    const done = await migrate(owner, doors.appRole);
    for (const migration of done) log.debug("database.migrated", { migration });
  } catch (error) {
    await close();
    throw new StartError(
      `The database cannot be brought to this release (${wordsOf(error)}); it is as it was.`,
      { cause: error },
    );
  }
  await owner.destroy();
  const { ownerUrl, embedded, notices } = doors;
  return { db, ownerUrl, embedded, notices, close };
}

async function startOwn(config: Config, log: Log): Promise<DatabaseDoors> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const { appUrl, ownerUrl, appRole, stop } = postgres;
  const notices = [
    ...(postgres.notice ? [postgres.notice] : []),
    ...(postgres.adopted
      ? ["Postgres was still running, left by a server that was killed: it goes on."]
      : []),
  ];
  return { url: appUrl, ownerUrl, appRole, embedded: true, notices, stop };
}

const oldestMajor = 15;

/** A wrong address is told at once and by name, not by the first request that fails. */
async function knock(config: Config, url: string): Promise<DatabaseDoors> {
  const appRole = await askWho("DATABASE_URL", url);
  if (config.databaseDirectUrl) await askWho("DATABASE_DIRECT_URL", config.databaseDirectUrl);
  const ownerUrl = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? url;
  const ownerRole = config.databaseOwnerUrl
    ? await askWho("DATABASE_OWNER_URL", config.databaseOwnerUrl)
    : appRole;
  const notices =
    ownerRole === appRole
      ? [
          "The server works as the owner of its tables. Set DATABASE_OWNER_URL to another role, so that the server itself cannot change the audit log.",
        ]
      : [];
  return { url, ownerUrl, appRole, embedded: false, notices, stop: async () => {} };
}

async function askWho(setting: string, url: string): Promise<string> {
  const db = openDatabase({ url, size: 1, deadlineMs: 5_000 });
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || 5432}${pathname}`;
  try {
    const { rows } = await sql<{ role: string; version: number }>`
      select current_user as role, current_setting('server_version_num')::int as version`.execute(
      db,
    );
    const [answer] = rows;
    if (!answer) throw new StartError(`${setting}: ${place} gives no answer.`);
    const major = Math.floor(answer.version / 10_000);
    if (major < oldestMajor) {
      throw new StartError(`${setting}: ${place} is Postgres ${major}; it takes ${oldestMajor}.`);
    }
    return answer.role;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${setting}: ${place} cannot be reached (${wordsOf(error)}).`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}

/** What the driver said, for one line; never what stands in an address. */
function wordsOf(error: unknown): string {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(innermost instanceof Error)) return "unknown reason";
  return innermost.message.split("\n")[0] ?? innermost.name;
}
