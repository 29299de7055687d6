import { resolve } from "node:path";
import { assertContentsWhole, copyContentsIn } from "../backup/contents.ts";
import { readManifest } from "../backup/manifest.ts";
import { assertTablesWhole, openBackup } from "../backup/read-backup.ts";
import { assertEmptyPlace, restoreDesk } from "../backup/restore-desk.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { readPlace, showHelp } from "./arguments.ts";
import { runCommand, withDatabase } from "./with-desk.ts";

showHelp(
  "bun run restore <folder>\n\nRestores a backup where there is no desk: in an empty DATA_DIR, or an empty database named by DATABASE_URL.",
);

const width = 30;

/** On a terminal; nothing elsewhere. */
function createBar(out: { isTTY?: boolean; write(text: string): unknown }) {
  let shown = 0;
  return (share: number, words: string) => {
    if (!out.isTTY) return;
    if (share === 1) return void out.write("\r\x1b[K");
    if (performance.now() - shown < 100) return;
    shown = performance.now();
    const full = Math.floor(share * width);
    out.write(`\r[${"#".repeat(full)}${"·".repeat(width - full)}] ${words}\x1b[K`);
  };
}

/** `bun run restore <folder>`: restores a backup where there is no desk. */
await runCommand(async (config) => {
  const folder = resolve(readPlace("restore"));
  const manifest = await readManifest(folder);
  await assertTablesWhole(folder, manifest);
  await assertContentsWhole(folder, manifest);
  await withDatabase(
    config,
    async (place) => {
      await assertEmptyPlace(place);
      // First, since attachments that nothing refers to do no harm.
      await copyContentsIn(folder, manifest, createFileStore(config, createLog("error")));
      const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
      const options = {
        now: new Date(),
        goesOn: false,
        total,
        onProgress: createBar(process.stderr),
      };
      await restoreDesk(place, openBackup(folder, manifest), options);
    },
    { alone: true },
  );
  const { takenAt, missing } = manifest;
  const lines = [
    `The desk of ${takenAt} is restored. Everyone has to sign in again. Emails that were waiting at that time are not sent, webhooks and mailboxes are paused: bun run resume --mails skip.`,
  ];
  if (missing.length > 0) {
    lines.push(`Attachments that the backup does not have:`, ...missing);
  }
  return lines.join("\n");
});
