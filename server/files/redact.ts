import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/**
 * Takes the content of files away for good, their names too. The rows stay, so that it can be told
 * that there was something; the bytes go with the next sweep, and nobody reaches them before.
 */
export async function redactFiles(
  tx: Tx,
  files: { ids: readonly string[] } | { messageId: string },
  now: Date,
): Promise<void> {
  const chosen =
    "ids" in files
      ? sql<boolean>`id = any(${[...files.ids]}::uuid[])`
      : sql<boolean>`message_id = ${files.messageId}::uuid`;
  await tx
    .updateTable("files")
    .set({ redacted_at: now, content_id: null, name: "redacted", width: null, height: null })
    .where(chosen)
    .where("redacted_at", "is", null)
    .execute();
}
