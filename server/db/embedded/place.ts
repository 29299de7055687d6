import { createHash } from "node:crypto";
import { lstat, mkdir, readlink, realpath, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import { type Account, canEnter, chooseAccount } from "./account.ts";

export interface Place {
  /** Contains the cluster, its passwords and its log; may not exist yet. */
  home: string;
  account: Account;
  /** Printed at the start if the data are stored in an unusual place. */
  notice: string | null;
}

/** Where root stores what must be readable for a user without access to the data folder. */
export function sharedHome(): string {
  return "/var/lib/frontdesk";
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
    return { home: await realpath(entry), account: chooseAccount(owner), notice: told(target) };
  }
  if (found) {
    const account = chooseAccount(found);
    if (account && !(await canEnter(entry, account))) {
      throw new StartError(
        `${entry} lies where user id ${account.uid}, as which Postgres runs, cannot enter: open the folders above it (chmod o+x).`,
      );
    }
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

function told(target: string): string {
  return `The database lies in ${target}: Postgres runs as another user than root, who cannot enter this folder.`;
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
