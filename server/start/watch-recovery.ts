import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import * as z from "zod/mini";
import { pauseReasons, type RecoveryPause } from "../../shared/recovery.ts";
import { pauseDesk } from "../backup/pause.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";

/** The database as a server last saw it. */
const seenDatabase = z.object({ databaseId: z.string(), lastSeen: z.number() });
type SeenDatabase = z.infer<typeof seenDatabase>;

interface WatchOptions {
  db: Db;
  dataDir: string;
  log: Log;
  now?: () => Date;
  everyMs?: number;
}

const usualIntervalMs = 30_000;
/** A failover may lose the last seconds, which is no reason for a pause. */
const toleratedMs = 60_000;

/**
 * Checks at the start and then twice a minute whether the database was restored: it is another one than its own
 * rows say, or at an earlier moment than DATA_DIR or this server remember. If so, it pauses the desk.
 */
export async function watchRecovery(options: WatchOptions) {
  const { db, dataDir, log, now = () => new Date(), everyMs = usualIntervalMs } = options;
  let remembered = await readSeen(dataDir);
  const check = async () => {
    const { seen, why } = await lookAtDatabase(db, remembered, now());
    remembered = seen;
    if (why) log.warn("desk.paused", { reason: pauseReasons[why] });
    // A folder that is not writable only makes an earlier moment go unnoticed.
    await writeSeen(dataDir, seen).catch(() => {});
  };
  await check();
  let isUnreachable = false;
  const timer = setInterval(async () => {
    try {
      await check();
      isUnreachable = false;
    } catch (error) {
      if (!isUnreachable) log.warn("desk.unwatched", { reason: reasonOf(error) });
      isUnreachable = true;
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function lookAtDatabase(db: Db, before: SeenDatabase | null, now: Date) {
  const cluster = await clusterOf(db);
  return await db.transaction().execute(async (tx) => {
    const { databaseId, state } = await readState(tx, cluster);
    const why = whyRestored(state, databaseId, before);
    if (why) await pauseDesk(tx, why, now);
    const { rows } = await sql<{ lastSeen: number }>`
      update recovery_state
      set database_id = ${databaseId}, last_seen = greatest(last_seen, clock_timestamp())
      returning extract(epoch from last_seen)::float8 * 1000 as "lastSeen"`.execute(tx);
    return { seen: { databaseId, lastSeen: rows[0]?.lastSeen ?? 0 }, why };
  });
}

interface StoredState {
  databaseId: string | null;
  lastSeen: number | null;
}

function whyRestored(
  { databaseId, lastSeen }: StoredState,
  actualId: string,
  before: SeenDatabase | null,
): RecoveryPause["why"] | null {
  if (databaseId !== null && databaseId !== actualId) return "restored";
  if (before?.databaseId !== actualId) return null;
  return before.lastSeen - (lastSeen ?? 0) > toleratedMs ? "rewound" : null;
}

/** Every copy of rows into other tables changes the id: another cluster, database or table. */
async function readState(tx: Tx, cluster: string) {
  const { rows } = await sql<StoredState & { actualId: string }>`
    select database_id as "databaseId", extract(epoch from last_seen)::float8 * 1000 as "lastSeen",
      concat_ws('/', ${cluster}::text,
        (select oid from pg_database where datname = current_database()),
        'recovery_state'::regclass::oid) as "actualId"
    from recovery_state for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("There is one state of recovery");
  const { actualId, ...state } = row;
  return { databaseId: actualId, state };
}

/** A hosted Postgres can hide it; the database and its table are still told apart. */
async function clusterOf(db: Db): Promise<string> {
  const { rows } = await sql<{ isShown: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as "isShown"`.execute(db);
  if (!rows[0]?.isShown) return "-";
  const shown = await sql<{ cluster: string }>`
    select system_identifier::text as cluster from pg_control_system()`.execute(db);
  return shown.rows[0]?.cluster ?? "-";
}

async function readSeen(dataDir: string): Promise<SeenDatabase | null> {
  try {
    return seenDatabase.parse(JSON.parse(await readFile(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** Renamed into place, since a half-written file would remember nothing. */
async function writeSeen(dataDir: string, seen: SeenDatabase): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const next = `${fileIn(dataDir)}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(seen)}\n`);
  await rename(next, fileIn(dataDir));
}

function fileIn(dataDir: string): string {
  return join(dataDir, "database-seen.json");
}
