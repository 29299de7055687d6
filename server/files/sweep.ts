import { sql } from "kysely";
import type { Deps } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { canCondemn } from "./keep.ts";
import type { FileStore } from "./store.ts";

const hour = 60 * 60_000;
/** How long an unsent file is kept if no draft of its uploader names it. */
export const unsentForMs = 24 * hour;
/** Several times the longest possible upload. */
const arrivingForMs = hour;
const atOnce = 200;

/** Deletes unsent files, contents without files, and what crashed servers left behind. */
export async function sweepFiles({ db, now }: Deps, store: FileStore): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .deleteFrom("files")
    .where("message_id", "is", null)
    .where("created_at", "<", before(unsentForMs))
    .where(sql<boolean>`not ${isInDraft}`)
    .execute();
  await db
    .updateTable("file_contents")
    .set({ removed_at: now })
    .where("placed_at", "is", null)
    .where("removed_at", "is", null)
    .where("created_at", "<", before(arrivingForMs))
    .execute();
  while ((await condemnUnused(db, now)) === atOnce);
  const failures = await removeCondemned(db, store);
  await store.sweepSpool(before(arrivingForMs));
  if (failures.length > 0) throw failures[0];
}

const isInDraft = sql`exists (
  select from drafts where user_id = files.uploader_id
    and form @> jsonb_build_object('files', jsonb_build_array(jsonb_build_object('id', files.id))))`;

/**
 * The second statement sees what was committed while the first waited for its locks: an upload of the same
 * bytes either holds the content by then, or finds it condemned and stores it again.
 */
function condemnUnused(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await canCondemn(tx))) return 0;
    const isUnused = sql<boolean>`not exists (
      select from files where content_id = file_contents.id
      union all select from inbound_mails where content_id = file_contents.id)`;
    const candidates = await tx
      .selectFrom("file_contents")
      .select("id")
      .where("placed_at", "is not", null)
      .where("removed_at", "is", null)
      .where(isUnused)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    if (candidates.length === 0) return 0;
    const ids = candidates.map(({ id }) => id);
    await tx
      .updateTable("file_contents")
      .set({ removed_at: now })
      .where("id", "in", ids)
      .where(isUnused)
      .execute();
    return ids.length;
  });
}

/**
 * The row is deleted last: a content that could not be removed is retried by the next sweep and does not
 * affect the others.
 */
async function removeCondemned(db: Db, store: FileStore): Promise<unknown[]> {
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  while (failures.length < patience) {
    const condemned = await db
      .selectFrom("file_contents")
      .select(["id", sql<string>`encode(sha256, 'hex')`.as("sha256")])
      .where("removed_at", "is not", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const removed: string[] = [];
    for (const content of condemned) {
      after = content.id;
      if (failures.length >= patience) break;
      try {
        await store.remove(content);
        removed.push(content.id);
      } catch (error) {
        failures.push(error);
      }
    }
    if (removed.length > 0) {
      await db.deleteFrom("file_contents").where("id", "in", removed).execute();
    }
    if (condemned.length < atOnce) break;
  }
  return failures;
}

/** After this many failures in one sweep nothing can be removed, for example if a bucket is unreachable. */
const patience = 20;
