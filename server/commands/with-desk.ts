import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { appRole } from "../db/embedded/cluster.ts";
import { joinEmbeddedPostgres } from "../db/embedded/join.ts";
import { embeddedDatabase } from "../db/embedded.ts";
import { createLog } from "../log.ts";
import { openDesk, openDoors } from "../start/open-desk.ts";
import { printStartFailure } from "../start/print-failure.ts";
import { StartError } from "../start-error.ts";

interface DeskAtHand {
  config: Config;
  db: Db;
  ownerUrl: string;
}

/**
 * Runs one command on the desk, with or without a running server, and ends the process. Arguments are read
 * first: for a typo, no desk is opened, created or migrated.
 */
export async function withDesk<Asked>(
  read: () => Asked,
  act: (desk: DeskAtHand, asked: Asked) => Promise<string>,
  { alone = false, existing = false } = {},
): Promise<never> {
  return await runCommand(async (config) => {
    const asked = read();
    if (existing) await assertDeskIn(config);
    const desk = (!alone && (await joinDesk(config))) || (await openDesk(config, log));
    try {
      return await act({ config, db: desk.db, ownerUrl: desk.ownerUrl }, asked);
    } finally {
      await desk.close();
    }
  });
}

/** The desk for a command that decides itself how it ends; it has to exist. */
export async function openDeskAtHand(): Promise<DeskAtHand & { close(): Promise<void> }> {
  const config = readConfig();
  await assertDeskIn(config);
  const desk = (await joinDesk(config)) ?? (await openDesk(config, log));
  return { config, db: desk.db, ownerUrl: desk.ownerUrl, close: () => desk.close() };
}

/** A shell may lack the server's settings: nothing is created where an existing desk is expected. */
export async function assertDeskIn({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || (await lstat(join(dataDir, "postgres")).catch(() => null))) return;
  throw new StartError(
    `There is no desk in ${dataDir}: name the folder of yours by DATA_DIR, or its database by DATABASE_URL.`,
  );
}

interface DatabaseAtHand {
  ownerUrl: string;
  appRole: string | null;
}

/** The same for an unmigrated database, of an earlier release or empty. */
export async function withDatabase<T>(
  config: Config,
  act: (database: DatabaseAtHand) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  const running = alone ? null : await joinRunning(config);
  if (running) return await act({ ownerUrl: running.ownerUrl, appRole });
  const doors = await openDoors(config, log);
  try {
    return await act(doors);
  } finally {
    await doors.stop();
  }
}

/** Prints the result, or the error in one line, and ends the process. */
export async function runCommand(act: (config: Config) => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${await act(readConfig())}\n`);
    process.exit(0);
  } catch (error) {
    process.exit(printStartFailure(error, "It could not be done"));
  }
}

const log = createLog("error");

async function joinRunning(config: Config) {
  return config.databaseUrl ? null : await joinEmbeddedPostgres(config.dataDir, embeddedDatabase);
}

async function joinDesk(config: Config) {
  const running = await joinRunning(config);
  if (!running) return null;
  const db = openDatabase({ url: running.url, size: 2 });
  return { db, ownerUrl: running.ownerUrl, close: () => db.destroy() };
}
