import { statfs } from "node:fs/promises";
import type { Db } from "../db/database.ts";
import { isMigrated } from "../db/migrate.ts";

/** Below this, uploads and the embedded Postgres fail at any moment. */
const leastFreeBytes = 16 * 1024 * 1024;
const fullForMs = 15_000;

type Unready = "database" | "migrations" | "disk" | "database-disk";

const words: Record<Unready, string> = {
  database: "The database cannot be reached.",
  migrations: "The database is not of this release.",
  disk: "The disk of DATA_DIR is full.",
  "database-disk": "The disk of the database is full.",
};

export interface Health {
  /** Called where a statement failed for lack of space. */
  ranOutOfSpace(): void;
  /** Why the server cannot work; null: it can. */
  check(): Promise<{ reason: Unready; message: string } | null>;
  /** Null: the folder does not exist. */
  freeBytes(): Promise<number | null>;
}

export function createHealth(
  db: Db,
  { dataDir, leastFree = leastFreeBytes }: { dataDir: string; leastFree?: number },
): Health {
  let fullAt = Number.NEGATIVE_INFINITY;

  async function freeBytes(): Promise<number | null> {
    const found = await statfs(dataDir).catch(() => null);
    return found && found.bavail * found.bsize;
  }

  async function findReason(): Promise<Unready | null> {
    const migrated = await isMigrated(db).catch(() => null);
    if (migrated === null) return "database";
    if (!migrated) return "migrations";
    // A full database still answers reads: only a failed write shows it.
    if (performance.now() - fullAt < fullForMs) return "database-disk";
    const free = await freeBytes();
    return free !== null && free < leastFree ? "disk" : null;
  }

  return {
    ranOutOfSpace() {
      fullAt = performance.now();
    },
    async check() {
      const reason = await findReason();
      return reason && { reason, message: words[reason] };
    },
    freeBytes,
  };
}
