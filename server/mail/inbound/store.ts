import { sql } from "kysely";
import type { Deps } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import { withContent } from "../../files/contents.ts";
import type { FileStore } from "../../files/store.ts";

/** Longer mails are not accepted; IMAP stores the header and text part of one instead. */
export const longestMail = 60 * 1024 * 1024;

/** Times for a mail that is streamed in; from a local file they do not matter. */
const pace = { stallMs: 60_000, totalMs: 15 * 60_000 };

interface ArrivedMail {
  mailboxId: string;
  source: "imap" | "webhook" | "command";
  /** Of IMAP: the three together. */
  folder?: string;
  uidvalidity?: number;
  uid?: number;
  envelopeTo?: string;
  bytes: Uint8Array | ReadableStream<Uint8Array>;
  /** When the mail server received it; now by default. */
  receivedAt?: Date;
  /** Older than the mailbox's connection. */
  isBacklog?: boolean;
  /** Only its header and text were fetched. */
  isPartial?: boolean;
}

interface StoredMail {
  id: string;
  /** Whether it arrived before: nothing was stored again. */
  isRepeated: boolean;
}

/**
 * The one way in for IMAP, the webhook and the command: the bytes are placed under their hash, then one
 * transaction stores the row and moves the folder's cursor. A mail that arrived before is stored once.
 */
export async function storeInboundMail(
  { db, files, now }: Deps & { files: FileStore },
  mail: ArrivedMail,
): Promise<StoredMail> {
  const received = await files.receive(streamOf(mail.bytes), { bytes: longestMail, ...pace });
  try {
    const headerId = readHeaderId(await received.read(0, headerLength));
    const row = { ...received, headerId, now };
    let stored: StoredMail | undefined;
    await withContent({ db, now, store: files }, received, (content) =>
      db.transaction().execute(async (tx) => {
        const contentId = await content(tx);
        if (contentId === null) return false;
        stored = await insertMail(tx, mail, { ...row, contentId });
        await moveCursor(tx, mail);
        return true;
      }),
    );
    if (!stored) throw new Error("A mail was not stored");
    return stored;
  } finally {
    await received.discard();
  }
}

function streamOf(bytes: ArrivedMail["bytes"]): ReadableStream<Uint8Array> | null {
  return bytes instanceof Uint8Array ? new Response(new Uint8Array(bytes)).body : bytes;
}

async function insertMail(
  tx: Tx,
  mail: ArrivedMail,
  content: { sha256: string; size: number; headerId: string | null; contentId: string; now: Date },
): Promise<StoredMail> {
  const { mailboxId, source, folder = null, uidvalidity = null, uid = null } = mail;
  const { now } = content;
  const hash = Buffer.from(content.sha256, "hex");
  const inserted = await tx
    .insertInto("inbound_mails")
    .values({
      id: Bun.randomUUIDv7(),
      mailbox_id: mailboxId,
      source,
      folder,
      uidvalidity,
      uid,
      raw_hash: hash,
      raw_size: content.size,
      content_id: content.contentId,
      header_id: content.headerId,
      envelope_to: mail.envelopeTo?.slice(0, 320) ?? null,
      received_at: mail.receivedAt ?? now,
      stored_at: now,
      next_attempt_at: now,
      is_backlog: mail.isBacklog ?? false,
      is_partial: mail.isPartial ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) {
    await tx
      .updateTable("mailboxes")
      .set({ last_mail_at: now })
      .where("id", "=", mailboxId)
      .execute();
    return { id: inserted.id, isRepeated: false };
  }
  const { id } = await tx
    .selectFrom("inbound_mails")
    .select("id")
    .where("mailbox_id", "=", mailboxId)
    .$if(uid !== null, (query) =>
      query
        .where("folder", "=", folder)
        .where("uidvalidity", "=", uidvalidity)
        .where("uid", "=", uid),
    )
    .$if(uid === null, (query) => query.where("uid", "is", null).where("raw_hash", "=", hash))
    .executeTakeFirstOrThrow();
  return { id, isRepeated: true };
}

/** Mails up to the cursor are stored. It never moves back. */
async function moveCursor(tx: Tx, { mailboxId, folder, uidvalidity, uid }: ArrivedMail) {
  if (folder === undefined || uidvalidity === undefined || uid === undefined) return;
  await tx
    .updateTable("mailbox_folders")
    .set({ last_uid: sql<number>`greatest(last_uid, ${uid}::bigint)` })
    .where("mailbox_id", "=", mailboxId)
    .where("path", "=", folder)
    .where("uidvalidity", "=", uidvalidity)
    .execute();
}

const headerLength = 256 * 1024;

/** Read before the mail is parsed: an answer waits for the mail that it answers. */
function readHeaderId(head: Uint8Array): string | null {
  const text = Buffer.from(head).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const [, id] = /^message-id:\s*(<[^<>\s]+>)/im.exec(text.slice(0, end)) ?? [];
  return id && id.length <= 998 ? id : null;
}
