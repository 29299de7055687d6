import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import type { ContentKey, Place } from "./place.ts";
import type { Received } from "./spool.ts";

/** All contents in the store. */
export async function findContents(db: Db): Promise<ContentKey[]> {
  return await db
    .selectFrom("file_contents")
    .select(["id", sql<string>`encode(sha256, 'hex')`.as("sha256")])
    .execute();
}

/** Finds the content for a transaction; null if the bytes are not stored yet. */
type ContentIn = (tx: Tx) => Promise<string | null>;

/**
 * The same bytes are stored once. New ones are registered before they are stored: if the server crashes in
 * between, the sweep knows what to remove. `run` opens the transaction that uses the content, and says
 * whether it found one.
 */
export async function withContent(
  { db, now, store }: { db: Db; now: Date; store: Pick<Place, "put"> },
  { sha256, size, path }: Pick<Received, "sha256" | "size" | "path">,
  run: (content: ContentIn) => Promise<boolean>,
): Promise<void> {
  const hash = Buffer.from(sha256, "hex");
  if (await run((tx) => findStored(tx, hash))) return;
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("file_contents")
    .values({ id, sha256: hash, size, created_at: now })
    .execute();
  await store.put({ sha256, id }, path);
  await run((tx) => markPlaced(tx, { id, sha256, now }));
}

/** Of two concurrent uploads of the same bytes, the second uses the first one's content. */
export async function markPlaced(
  tx: Tx,
  { id, sha256, now }: ContentKey & { now: Date },
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256}`}, 0))`.execute(tx);
  const kept = await findStored(tx, Buffer.from(sha256, "hex"));
  const mark = kept ? { removed_at: now } : { placed_at: now };
  await tx.updateTable("file_contents").set(mark).where("id", "=", id).execute();
  return kept ?? id;
}

/** Locked until the row that uses it is inserted, so that the sweep does not remove the content. */
export async function findStored(tx: Tx, sha256: Buffer): Promise<string | null> {
  const kept = await tx
    .selectFrom("file_contents")
    .select("id")
    .where("sha256", "=", sha256)
    .where("placed_at", "is not", null)
    .where("removed_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return kept?.id ?? null;
}
