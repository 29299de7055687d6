import { type Config, readConfig } from "../config.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { joinEmbeddedPostgres } from "../db/embedded/join.ts";
import { embeddedDatabase } from "../db/embedded.ts";
import { createLog } from "../log.ts";
import { openDesk } from "../start/open-desk.ts";
import { tellFailure } from "../start/tell-failure.ts";

export interface DeskAtHand {
  config: Config;
  db: Db;
  ownerUrl: string;
}

/** Does one thing to the desk, beside a running server or without one, and ends the process. */
export async function withDesk(
  act: (desk: DeskAtHand) => Promise<string>,
  { alone = false } = {},
): Promise<never> {
  try {
    const config = readConfig();
    const desk = (!alone && (await joinRunning(config))) || (await openDesk(config, log));
    try {
      process.stdout.write(`${await act({ config, db: desk.db, ownerUrl: desk.ownerUrl })}\n`);
    } finally {
      await desk.close();
    }
    process.exit(0);
  } catch (error) {
    process.exit(tellFailure(error));
  }
}

const log = createLog("error");

async function joinRunning(config: Config) {
  if (config.databaseUrl) return null;
  const running = await joinEmbeddedPostgres(config.dataDir, embeddedDatabase);
  if (!running) return null;
  const db = openDatabase({ url: running.url, size: 2 });
  return { db, ownerUrl: running.ownerUrl, close: () => db.destroy() };
}
