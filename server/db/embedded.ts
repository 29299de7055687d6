import { sql } from "kysely";
import type { Log } from "../log.ts";
import { openDatabase } from "./database.ts";
import { embeddedPackage, prepareBinaries } from "./embedded/binaries.ts";
import { appRole, type Cluster, ensureCluster, ownerRole } from "./embedded/cluster.ts";
import { ownerUrl } from "./embedded/folder-lock.ts";
import { supervisePostmaster } from "./embedded/keeper.ts";
import { choosePlace } from "./embedded/place.ts";

export interface EmbeddedPostgres {
  /** For migrations; the server itself uses `appUrl`. */
  ownerUrl: string;
  appUrl: string;
  appRole: string;
  /** Postgres was already running, left by a killed server. */
  adopted: boolean;
  /** A note about where the data are stored, if that is unusual. */
  notice: string | null;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** The npm package with the binaries. */
  binaries?: string;
  /** False trades safety at power loss for speed: for tests. */
  durable?: boolean;
  /** Called before the database files are created. */
  onCreate?: () => void;
}

export const embeddedDatabase = "frontdesk";

/**
 * The desk's own Postgres under `dataDir`, on a random port of 127.0.0.1: unlike a socket file, that works
 * with any path and any postgres:// URL. Connections need a password, even on this machine.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  binaries: packageName = embeddedPackage(),
  durable = true,
  onCreate,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await choosePlace(dataDir);
  const binaries = await prepareBinaries(packageName, place.account);
  const cluster = await ensureCluster(place, binaries, { durable, onCreate });
  const keeper = await supervisePostmaster({ cluster, binaries, durable, log });
  try {
    await ensureDatabase(cluster, keeper.port);
  } catch (error) {
    await keeper.stop();
    throw error;
  }
  return {
    ownerUrl: ownerUrl(cluster, keeper.port, embeddedDatabase),
    appUrl: `postgres://${appRole}:${cluster.appPassword}@127.0.0.1:${keeper.port}/${embeddedDatabase}`,
    appRole,
    adopted: keeper.adopted,
    notice: place.notice,
    stop: keeper.stop,
  };
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  const db = openDatabase({ url: ownerUrl(cluster, port, "postgres"), size: 1 });
  try {
    const { rows } = await sql<{ role: boolean; database: boolean }>`
      select exists (select from pg_roles where rolname = ${appRole}) as role,
        exists (select from pg_database where datname = ${embeddedDatabase}) as database`.execute(
      db,
    );
    if (!rows[0]?.role) {
      const password = sql.lit(cluster.appPassword);
      await sql`create role ${sql.id(appRole)} login password ${password}`.execute(db);
    }
    if (!rows[0]?.database) {
      await sql`create database ${sql.id(embeddedDatabase)} owner ${sql.id(ownerRole)}`.execute(db);
    }
  } finally {
    await db.destroy();
  }
}
