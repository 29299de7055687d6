import { cleanFileName } from "../../../shared/files.ts";
import type { Db, Tx } from "../../db/database.ts";
import { findStored, markPlaced } from "../../files/contents.ts";
import { readImage, withoutMetadata } from "../../files/images.ts";
import type { ContentKey } from "../../files/place.ts";
import { type Received, replaceReceived } from "../../files/spool.ts";
import type { FileStore } from "../../files/store.ts";
import { decideType } from "../../files/upload.ts";
import type { ParsedFile, ParsedMail, SignatureCheck } from "./parse/parsed-mail.ts";
import type { MailParser } from "./parser.ts";
import { scanMail } from "./scan.ts";
import { longestMail } from "./store.ts";

/** A file of a mail whose bytes are in the store, though perhaps not marked as placed. */
interface MailPart {
  name: string;
  type: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
  contentId: string | null;
  /** Registered for this mail; null if the bytes were stored before. */
  registered: string | null;
}

export interface ReadMail {
  mail: ParsedMail;
  parts: MailPart[];
  /** It could not be read: what is known comes from its header. */
  isUnread: boolean;
}

interface Deps {
  db: Db;
  files: FileStore;
  parser: MailParser;
  now: Date;
}

const pace = { stallMs: 60_000, totalMs: 5 * 60_000 };

/** Reads a stored original in the child process and stores its files. */
export async function readOriginal(
  { db, files, parser, now }: Deps,
  content: ContentKey & { size: number },
  signatures: SignatureCheck | null,
): Promise<ReadMail> {
  const received = await openOriginal(files, content);
  let left: ParsedFile[] = [];
  try {
    const mail = await parser.parse(received.path, signatures);
    left = mail.files;
    const parts: MailPart[] = [];
    for (const file of mail.files) parts.push(await storePart({ db, files, now }, file));
    return { mail, parts, isUnread: false };
  } finally {
    await received.discard();
    for (const { path } of left)
      await Bun.file(path)
        .delete()
        .catch(() => {});
  }
}

/** The last attempt: a plain ticket with the original attached is better than a mail that no one sees. */
export async function scanOriginal(
  files: FileStore,
  content: ContentKey & { size: number },
): Promise<ReadMail> {
  const received = await openOriginal(files, content);
  try {
    const mail = scanMail(await received.read(0, 256 * 1024));
    return { mail, parts: [], isUnread: true };
  } finally {
    await received.discard();
  }
}

async function openOriginal(
  files: FileStore,
  content: ContentKey & { size: number },
): Promise<Received> {
  const bytes = await files.read(content, { from: 0, to: content.size });
  const stream = bytes instanceof Blob ? bytes.stream() : bytes;
  return await files.receive(stream, { bytes: longestMail, ...pace });
}

async function storePart(
  { db, files, now }: Omit<Deps, "parser">,
  { path, size, sha256, name, type, contentId }: ParsedFile,
): Promise<MailPart> {
  const arrived: Received = {
    path,
    size,
    sha256,
    discard: () => Bun.file(path).delete(),
    read: async (offset, length) =>
      Bun.file(path)
        .slice(offset, offset + length)
        .bytes(),
  };
  const image = await readImage(path);
  const clean = image && (await withoutMetadata(path, image.type).catch(() => null));
  const file = clean ? await replaceReceived(arrived, clean) : arrived;
  const part = {
    name: cleanFileName(name),
    type: await decideType(type, image, file.read),
    size: file.size,
    sha256: file.sha256,
    width: image?.width ?? null,
    height: image?.height ?? null,
    contentId,
  };
  const hash = Buffer.from(file.sha256, "hex");
  const isStored = await db.transaction().execute((tx) => findStored(tx, hash));
  if (isStored) return { ...part, registered: null };
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("file_contents")
    .values({ id, sha256: hash, size: file.size, created_at: now })
    .execute();
  await files.put({ sha256: file.sha256, id }, path);
  return { ...part, registered: id };
}

/** The content of a part within the transaction that uses it; null if the sweep took it in between. */
export async function contentOfPart(
  tx: Tx,
  { sha256, registered }: MailPart,
  now: Date,
): Promise<string | null> {
  if (registered) return await markPlaced(tx, { id: registered, sha256, now });
  return await findStored(tx, Buffer.from(sha256, "hex"));
}
