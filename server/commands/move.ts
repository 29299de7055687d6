import { rename } from "node:fs/promises";
import { join } from "node:path";
import { assertNotPaused } from "../backup/pause.ts";
import { restoreDesk } from "../backup/restore-desk.ts";
import { withSnapshot } from "../backup/snapshot.ts";
import { readConfig, readMove, SettingsError } from "../config.ts";
import { placeOf } from "../db/connection/hosts.ts";
import { StartError } from "../start-error.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { assertDeskIn, runCommand, withDatabase } from "./with-desk.ts";

showHelp(
  "MOVE_DATABASE_URL=… MOVE_DATABASE_OWNER_URL=… bun run move\n\nMoves the desk from the embedded Postgres to an empty database of a server, permanently. Stop Frontdesk first. Instead of the settings: --to … --owner …",
);

/**
 * `bun run move`, with MOVE_DATABASE_URL and MOVE_DATABASE_OWNER_URL: moves from the embedded Postgres to a
 * server, permanently. Attachments stay in place. `--to` and `--owner` do the same, but other users of the
 * machine can read arguments.
 */
await runCommand(async (config) => {
  const { to, owner } = { ...readMove(), ...readArguments(["to", "owner"]) };
  if (!to) {
    throw new StartError("Where to? Set MOVE_DATABASE_URL to the address of an empty database.");
  }
  if (config.databaseUrl) {
    throw new StartError(
      "DATABASE_URL is set: this desk has a server already. Use `bun run backup` and `bun run restore`.",
    );
  }
  const then = await asOfTheMove(() => readConfig({ DATABASE_URL: to, DATABASE_OWNER_URL: owner }));
  await assertDeskIn(config);
  const now = new Date();
  await withDatabase(
    config,
    async (here) => {
      await assertNotPaused(here.ownerUrl);
      await asOfTheMove(() =>
        withDatabase(then, (there) =>
          withSnapshot(here.ownerUrl, (desk) => restoreDesk(there, desk, { now, goesOn: true })),
        ),
      );
    },
    { alone: true },
  );
  // Renamed, so that no one continues with it by mistake and sends its queued mails again.
  const old = join(config.dataDir, `postgres.moved-${now.toISOString().replace(/[:.]/g, "-")}`);
  await rename(join(config.dataDir, "postgres"), old);
  const settings = owner ? "DATABASE_URL to it, and DATABASE_OWNER_URL" : "DATABASE_URL to it";
  return [
    `The desk has moved to ${placeOf(to)}. Set ${settings}, and start.`,
    `The embedded database was renamed to ${old}. Delete it when you no longer need it.`,
  ].join("\n");
});

/** Errors about the target name the setting of this command. */
async function asOfTheMove<T>(act: () => T | Promise<T>): Promise<T> {
  const named = (line: string) => line.replace(/\bDATABASE_(OWNER_)?URL\b/g, "MOVE_$&");
  try {
    return await act();
  } catch (error) {
    if (error instanceof SettingsError) throw new SettingsError(error.lines.map(named));
    if (error instanceof StartError) throw new StartError(named(error.message), { cause: error });
    throw error;
  }
}
