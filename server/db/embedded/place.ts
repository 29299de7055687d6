import { createHash } from "node:crypto";
import { lstat, mkdir, readlink, realpath, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import { type Account, canEnter, chooseAccount } from "./account.ts";

export interface Place {
  /** Contains the cluster, its passwords and its log. The first start creates it. */
  home: string;
  account: Account;
  /** Printed at the start if the data are stored in an unusual place. */
  notice: string | null;
}

/**
 * Where root stores what must be readable for a user without access to the data folder. Not /var/lib/frontdesk: as
 * the DATA_DIR of a service it is closed to all other users.
 */
export function sharedHome(): string {
  return "/var/lib/frontdesk-embedded";
}

export async function choosePlace(dataDir: string): Promise<Place> {
  const folder = await makeDataFolder(dataDir);
  const entry = join(folder, "postgres");
  const found = await lstat(entry).catch(() => null);

  if (found?.isSymbolicLink()) {
    const target = await readlink(entry);
    const owner = await stat(entry).catch(() => null);
    if (!owner) {
      throw new StartError(
        `${entry} is a link to ${target}, which does not exist. Restore it, or remove the link to start with an empty database.`,
      );
    }
    const home = await realpath(entry);
    const account = chooseAccount(owner);
    await assertCanEnter(home, account);
    return { home, account, notice: told(target) };
  }
  if (found) {
    const account = chooseAccount(found);
    await assertCanEnter(entry, account);
    return { home: entry, account, notice: null };
  }

  const account = chooseAccount(null);
  if (await canEnter(folder, account)) return { home: entry, account, notice: null };
  const target = join(sharedHome(), createHash("sha256").update(folder).digest("hex").slice(0, 16));
  await mkdir(sharedHome(), { recursive: true, mode: 0o755 });
  await symlink(target, entry);
  await mkdir(target, { mode: 0o700 }).catch(ignoreExisting);
  return { home: target, account, notice: told(target) };
}

/** Root can read the folder in any case; Postgres, which runs as another user, may have lost access to it. */
async function assertCanEnter(home: string, account: Account): Promise<void> {
  if (!account || (await canEnter(home, account))) return;
  const parts = home.split("/");
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join("/") || "/");
  let closed = home;
  for (const folder of folders) {
    if (await canEnter(folder, account)) continue;
    closed = folder;
    break;
  }
  throw new StartError(
    `Postgres runs as user id ${account.uid}, who cannot enter ${closed}: run chmod o+x ${closed}.`,
  );
}

function told(target: string): string {
  return `The database is stored in ${target}: Postgres does not run as root, and its user cannot enter this folder.`;
}

async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used (${reason(error)}).`, {
      cause: error,
    });
  }
}

function reason(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
