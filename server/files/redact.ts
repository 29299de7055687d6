import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/**
 * Permanently removes the content and names of files. The rows stay, to show that there was something; the
 * bytes are removed by the next sweep and are unreachable until then.
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
