import { sql } from "kysely";
import { StartError } from "../../start-error.ts";
import { type Db, openDatabase } from "../database.ts";
import { type Cluster, ownerRole } from "./cluster.ts";

/** While this lock is held, only this server uses the database files. */
export interface FolderLock {
  readonly isLost: boolean;
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** An arbitrary number: the holder of this lock in the database `postgres` uses these files. */
const lockKey = 7_368_645_221;
const probeEveryMs = 500;

/** Null: Postgres stopped in the meantime. If another server holds the lock, the start fails. */
export async function lockFolder(cluster: Cluster, port: number): Promise<FolderLock | null> {
  const db = openDatabase({ url: ownerUrl(cluster, port, "postgres"), size: 1 });
  const released = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<boolean>();
  let isLost = false;

  // The lock belongs to the connection, so it ends with this process in any case.
  const lost = db
    .connection()
    .execute(async (connection) => {
      taken.resolve(await tryLock(connection));
      const over = released.promise.then(() => true);
      while (!(await Promise.race([over, Bun.sleep(probeEveryMs).then(() => false)]))) {
        await sql`select 1`.execute(connection);
      }
    })
    .catch((error) => taken.reject(error))
    .then(() => {
      isLost = true;
    });

  const release = async () => {
    released.resolve();
    await lost;
    await db.destroy();
  };
  const got = await taken.promise.catch(() => null);
  if (!got) await release();
  if (got === false) {
    throw new StartError(
      `The data folder is in use by another server (its database is ${cluster.folder}): stop that one, or set DATA_DIR.`,
    );
  }
  if (got === null) return null;
  return {
    get isLost() {
      return isLost;
    },
    lost,
    release,
  };
}

export function ownerUrl(cluster: Cluster, port: number, database: string): string {
  return `postgres://${ownerRole}:${cluster.ownerPassword}@127.0.0.1:${port}/${database}`;
}

/** It takes a moment until a killed server is noticed. */
async function tryLock(connection: Db): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (attempt > 0) await Bun.sleep(80);
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${lockKey}) as got`.execute(connection);
    if (rows[0]?.got) return true;
  }
  return false;
}
