import { sql } from "kysely";
import { type AppError, refuseInput } from "../../shared/errors.ts";
import { composerLimits, type MessageFile } from "../../shared/tickets/page.ts";
import type { Actor } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { presentFile, type StoredFile } from "./present.ts";

interface Attachment {
  actor: Pick<Actor, "id">;
  messageId: string;
  fileIds: readonly string[];
}

/** Attaches files to a message in this order: those its author uploaded and has not sent. */
export async function attachFiles(
  tx: Tx,
  { actor, messageId, fileIds }: Attachment,
): Promise<void> {
  if (fileIds.length === 0) return;
  const ids = [...new Set(fileIds)];
  if (ids.length > composerLimits.files) {
    throw refused(`A message takes ${composerLimits.files} files along.`);
  }
  const { numUpdatedRows } = await tx
    .updateTable("files")
    .set({
      message_id: messageId,
      position: sql<number>`array_position(${ids}::uuid[], files.id)`,
    })
    .where("id", "in", ids)
    .where("uploader_id", "=", actor.id)
    .where("message_id", "is", null)
    .where("redacted_at", "is", null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== ids.length) {
    throw refused("One of the files is no longer there, or was sent already. Add it again.");
  }
}

/** The files of each message in order; messages without files are left out. */
export async function filesOfMessages(
  db: Db | Tx,
  messageIds: readonly string[],
): Promise<Map<string, MessageFile[]>> {
  const found = new Map<string, MessageFile[]>();
  if (messageIds.length === 0) return found;
  const rows = await db
    .selectFrom("files")
    .select(["message_id", "id", "name", "type", "size", "width", "height"])
    .where(sql<boolean>`message_id = any(${[...messageIds]}::uuid[])`)
    .where("redacted_at", "is", null)
    .where("is_inline", "=", false)
    .orderBy("message_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
  for (const { message_id, ...file } of rows) {
    if (message_id === null) continue;
    const files = found.get(message_id) ?? [];
    files.push(presentFile(file));
    found.set(message_id, files);
  }
  return found;
}

/** The same for the message of a statement, which may be about to be deleted. */
export const filesTakenAlong = sql<StoredFile[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'id', id, 'name', name, 'type', type, 'size', size, 'width', width, 'height', height)
    order by position, id)
  from files where message_id = messages.id and redacted_at is null), '[]')`;

function refused(message: string): AppError {
  return refuseInput("fileIds", message);
}
