import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { cleanFileName, fileLimits } from "../../shared/files.ts";
import type { MessageFile } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db, Tx } from "../db/database.ts";
import { countUse } from "../hourly-limits.ts";
import { withContent } from "./contents.ts";
import { type Image, readImage, withoutMetadata } from "./images.ts";
import { presentFile } from "./present.ts";
import { type ReadBytes, type Received, replaceReceived } from "./spool.ts";
import type { FileStore } from "./store.ts";

interface Upload {
  name: string;
  /** The type claimed by the client; the bytes decide. */
  claimedType: string;
  received: Received;
}

/** Stores what has arrived, for its uploader only, until a message attaches it. */
export async function saveUpload(
  deps: ActorDeps,
  store: FileStore,
  { name, claimedType, received: arrived }: Upload,
): Promise<MessageFile> {
  const image = await readImage(arrived.path);
  const clean = image && (await withoutMetadata(arrived.path, image.type));
  const received = clean ? await replaceReceived(arrived, clean) : arrived;
  const file = {
    id: Bun.randomUUIDv7(),
    uploader_id: deps.actor.id,
    name: cleanFileName(name),
    type: await decideType(claimedType, image, received.read),
    size: received.size,
    width: image?.width ?? null,
    height: image?.height ?? null,
    created_at: deps.now,
  };
  const place = { db: deps.db, now: deps.now, store };
  const use = async (tx: Tx, contentId: string) => {
    await lockUploads(tx, deps.actor.id);
    await assertSpace(tx, deps.actor.id, received.size);
    await countUse(tx, deps, "uploads", received.size);
    await tx
      .insertInto("files")
      .values({ ...file, content_id: contentId })
      .execute();
  };
  await withContent(place, received, (work) =>
    transact(deps, async (tx) => {
      const contentId = await work(tx);
      if (contentId !== null) await use(tx, contentId);
      return contentId !== null;
    }),
  );
  return presentFile(file);
}

/** Checked before a byte is read, so that a full quota is reported immediately. */
export async function assertSpace(db: Db | Tx, uploaderId: string, size: number): Promise<void> {
  const { count, bytes } = await db
    .selectFrom("files")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      sql<number>`coalesce(sum(size), 0)::bigint`.as("bytes"),
    ])
    .where("uploader_id", "=", uploaderId)
    .where("message_id", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= fileLimits.unsent || bytes + size > fileLimits.unsentBytes) {
    throw new AppError("too_many_uploads");
  }
}

/** Serialised, so that concurrent uploads count each other. */
async function lockUploads(tx: Tx, uploaderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${uploaderId}`}, 0))`.execute(
    tx,
  );
}

export const unknownType = "application/octet-stream";

/** The stored and served type: if the bytes do not confirm it, the generic type. */
export async function decideType(
  claimed: string,
  image: Image | null,
  read: ReadBytes,
): Promise<string> {
  if (image) return image.type;
  const type = claimed.split(";")[0]?.trim().toLowerCase() ?? "";
  const isBorneOut = proofs.get(type);
  if (!isBorneOut) return unknownType;
  return isBorneOut(await read(0, 4096)) ? type : unknownType;
}

/** None of these types runs anything when opened from this address. */
const proofs = new Map<string, (head: Uint8Array) => boolean>([
  ["application/pdf", begins("%PDF-")],
  ["application/zip", begins("PK")],
  ["application/gzip", begins("\x1f\x8b")],
  ["text/plain", isText],
  ["text/csv", isText],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", begins("PK")],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", begins("PK")],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", begins("PK")],
  ["application/vnd.oasis.opendocument.text", begins("PK")],
  ["application/vnd.oasis.opendocument.spreadsheet", begins("PK")],
]);

function begins(magic: string): (head: Uint8Array) => boolean {
  return (head) => String.fromCharCode(...head.subarray(0, magic.length)) === magic;
}

function isText(head: Uint8Array): boolean {
  return !head.includes(0);
}
