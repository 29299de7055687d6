import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartError } from "../../start-error.ts";
import { type Account, runAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Place } from "./place.ts";

export const ownerRole = "frontdesk_owner";
export const appRole = "frontdesk_app";

export interface Cluster {
  folder: string;
  log: string;
  account: Account;
  ownerPassword: string;
  appPassword: string;
}

/** Creates the database files if there are none: completely or not at all, even after a kill -9. */
export async function ensureCluster(
  { home, account }: Place,
  binaries: Binaries,
  { durable, onCreate }: { durable: boolean; onCreate?: (() => void) | undefined },
): Promise<Cluster> {
  const found = await readCluster(home, account);
  if (found) {
    await refuseOtherMajor(found.folder, binaries.major);
    return found;
  }

  onCreate?.();
  await removeLeftovers(home);
  const fresh = `${home}.new-${process.pid}`;
  try {
    await initialize(fresh, account, binaries, durable);
    // Fails if a concurrent start was faster: rename only replaces an empty folder.
    await rename(fresh, home).catch(() => {});
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  const made = await readCluster(home, account);
  if (!made) throw new StartError(`The embedded database cannot be made in ${home}.`);
  return made;
}

export async function readCluster(home: string, account: Account): Promise<Cluster | null> {
  const text = await readFile(passwordFile(home), "utf8").catch((error) => {
    if (error.code === "ENOENT") return null;
    throw new StartError(`${passwordFile(home)} cannot be read (${error.code}).`);
  });
  if (text === null) return null;
  const [ownerPassword, appPassword] = text.split("\n");
  if (!ownerPassword || !appPassword) throw new StartError(`${passwordFile(home)} is damaged.`);
  const folder = join(home, "cluster");
  return { folder, log: join(home, "postgres.log"), account, ownerPassword, appPassword };
}

async function refuseOtherMajor(folder: string, major: number): Promise<void> {
  const found = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (found === String(major)) return;
  throw new StartError(
    found
      ? `${folder} was created by Postgres ${found} and this release has ${major}: restore a backup into an empty DATA_DIR.`
      : `${folder} holds no database any more: restore a backup into an empty DATA_DIR.`,
  );
}

async function initialize(
  fresh: string,
  account: Account,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  await mkdir(fresh, { mode: 0o700 });
  // Two lines: initdb reads the first, the owner's.
  const passwords = [0, 1].map(() => randomBytes(24).toString("base64url"));
  await writeFile(passwordFile(fresh), `${passwords.join("\n")}\n`, { mode: 0o600 });
  if (account) {
    await chown(passwordFile(fresh), account.uid, account.gid);
    await chown(fresh, account.uid, account.gid);
  }
  let result = { code: 1, output: "" };
  for (const locale of locales) {
    result = await runAs(account, initdbCommand(fresh, binaries, locale, durable));
    if (!result.output.includes("invalid locale name")) break;
  }
  if (result.code !== 0) {
    throw new StartError(
      `The embedded database cannot be created in ${dirname(fresh)}: ${reasonIn(result)}.`,
    );
  }
}

/** What initdb says about its failure, on one line. */
function reasonIn({ code, output }: { code: number; output: string }): string {
  const lines = output.split("\n").map((line) => line.trim().replace(/^initdb: /, ""));
  const telling = lines.filter((line) => /error|fatal|panic|hint|detail/i.test(line));
  const reason = telling.join("; ") || lines.findLast(Boolean);
  return reason ? reason.slice(0, 400).replace(/\.$/, "") : `initdb ended with code ${code}`;
}

const locales = ["C.UTF-8", "en_US.UTF-8", "C"];

function initdbCommand(
  home: string,
  { initdb, major }: Binaries,
  locale: string,
  durable: boolean,
): string[] {
  return [
    initdb,
    `--pgdata=${join(home, "cluster")}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile(home)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    `--locale=${locale}`,
    // A sort order that no system update changes, which would break indexes.
    ...(major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : []),
    ...(durable ? [] : ["--no-sync"]),
  ];
}

function passwordFile(home: string): string {
  return join(home, "passwords");
}

/** Removes what an interrupted start left behind. */
async function removeLeftovers(home: string): Promise<void> {
  const prefix = `${basename(home)}.new-`;
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    await rm(join(dirname(home), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
