import { AppError } from "../../../shared/errors.ts";
import { isUuid } from "../../../shared/ids.ts";
import type { Deps } from "../../access/actor.ts";
import { sameToken, tokenHash } from "../../auth/tokens.ts";
import type { Db } from "../../db/database.ts";
import type { FileStore } from "../../files/store.ts";
import { rawMailIn } from "./raw-in-form.ts";
import { longestMail, storeInboundMail } from "./store.ts";

/** A mail as a provider posts it. */
interface PostedMail {
  mailboxId: string;
  authorization: string | undefined;
  type: string;
  /** As announced; 0 if it was not. */
  length: number;
  envelopeTo: string | undefined;
  body: ReadableStream<Uint8Array> | null;
}

/** Receives the mails of mailboxes that a provider posts, each with the mailbox's key. */
export function createMailReceiver({ db, files }: { db: Db; files: FileStore }) {
  let isFormRead = false;

  /** Returns once the mail is stored, also if it was stored before. */
  return async (posted: PostedMail, now: Date): Promise<{ isRepeated: boolean }> => {
    const { type, length, body } = posted;
    const mailboxId = await findMailbox(db, posted);
    if (!body) throw new AppError("mail_missing");
    const bytes = rawMailIn(type, body);
    if (!bytes) throw new AppError("wrong_media_type", { message: wantedType });
    if (length > longestOf(type)) throw new AppError("mail_too_large");
    // These are held in memory: one at a time.
    const isWhole = /^application\//i.test(type);
    if (isWhole && isFormRead) throw new AppError("unavailable");
    isFormRead ||= isWhole;
    try {
      return await store({ db, files, now }, { ...posted, mailboxId, bytes });
    } finally {
      if (isWhole) isFormRead = false;
    }
  };
}

async function store(
  deps: Deps & { files: FileStore },
  {
    mailboxId,
    envelopeTo,
    bytes,
  }: Pick<PostedMail, "mailboxId" | "envelopeTo"> & { bytes: ReadableStream<Uint8Array> },
): Promise<{ isRepeated: boolean }> {
  const mail = { mailboxId, source: "webhook", bytes, ...(envelopeTo && { envelopeTo }) } as const;
  try {
    return await storeInboundMail(deps, mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "file_too_large") throw new AppError("mail_too_large");
    if (error.code === "file_empty") throw new AppError("mail_missing");
    throw error;
  }
}

const wantedType =
  "Send the raw mail as message/rfc822, in the form field body-mime or email, or in JSON as RawEmail.";

/** Forms encode a mail, which makes it longer. */
function longestOf(type: string): number {
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  return (isEncoded ? 3 : 1) * longestMail + 1024 * 1024;
}

/** An unknown mailbox and a wrong key get the same answer. */
async function findMailbox(db: Db, { mailboxId, authorization }: PostedMail): Promise<string> {
  const key = keyIn(authorization);
  const mailbox =
    isUuid(mailboxId) && key !== null
      ? await db
          .selectFrom("mailboxes")
          .select(["id", "webhook_key_hash", "paused_at"])
          .where("id", "=", mailboxId)
          .where("receives", "=", "webhook")
          .where("removed_at", "is", null)
          .executeTakeFirst()
      : undefined;
  const known = mailbox?.webhook_key_hash?.toString("hex") ?? "";
  if (!mailbox || !sameToken(tokenHash(key ?? ""), known)) throw new AppError("mail_key_wrong");
  // The provider tries again, until the mailbox is resumed.
  if (mailbox.paused_at) throw new AppError("unavailable");
  return mailbox.id;
}

/** As a Bearer token, or as the password of `https://any:key@…`. */
function keyIn(header: string | undefined): string | null {
  const [, scheme, text = ""] = /^(bearer|basic)\s+(\S+)$/i.exec(header ?? "") ?? [];
  if (scheme === undefined) return null;
  if (scheme.toLowerCase() === "bearer") return text;
  const pair = Buffer.from(text, "base64").toString("utf8");
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : null;
}
