import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { recordBackup, writeBackup } from "../backup/write-backup.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { StartError } from "../start-error.ts";
import { readPlace, showHelp } from "./arguments.ts";
import { assertDeskIn, runCommand, withDatabase } from "./with-desk.ts";

showHelp(
  "bun run backup <folder>\n\nCopies the whole desk into a new folder inside the given one, with or without a running server. The settings are those of the server.",
);

/** `bun run backup <folder>`: copies the whole desk into a new folder in it, named by the time, with or without a running server. */
await runCommand(async (config) => {
  const now = new Date();
  const folder = await chooseFolder(resolve(readPlace("backup")), now);
  await assertDeskIn(config);
  const store = createFileStore(
    config,
    createLog("error", () => {}),
  );
  const { tables, attachments, missing } = await withDatabase(config, async ({ ownerUrl }) => {
    const manifest = await writeBackup(folder, { ownerUrl, store, now });
    await recordBackup(ownerUrl, now);
    return manifest;
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const said = `${folder} holds the desk: ${count(rows, "row")} and ${count(attachments.count, "attachment")}.`;
  if (missing.length === 0) return said;
  throw new StartError(
    `${said}\n${count(missing.length, "attachment")} could not be copied, since the store has them no more or only damaged:\n${missing.join("\n")}`,
  );
});

async function chooseFolder(place: string, now: Date): Promise<string> {
  const found = await stat(place).catch(() => null);
  if (found && !found.isDirectory()) throw new StartError(`${place} is no folder.`);
  return join(place, `frontdesk-${now.toISOString().replace(/[:.]/g, "-")}`);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
