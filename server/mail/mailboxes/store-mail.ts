import { Readable } from "node:stream";
import type { FetchMessageObject, ImapFlow, ImapFlowError, MessageStructureObject } from "imapflow";
import { AppError } from "../../../shared/errors.ts";
import { longestMail, storeInboundMail } from "../inbound/store.ts";
import { addEvent } from "../mailbox-events.ts";
import { dateOf, type Reading } from "./reading.ts";

/** The text of a mail that is too large to be stored whole. */
const longestText = 1024 * 1024;

/** Stores a mail with the cursor behind it, in one transaction. False if there is nothing to store. */
export async function storeMail(reading: Reading, mail: FetchMessageObject): Promise<boolean> {
  const { deps, mailbox, client } = reading;
  const { uid, size = 0 } = mail;
  const skip = async (why: string) => {
    await addEvent(deps.db, mailbox.id, "mail", `${why} (UID ${uid}).`, deps.now());
    return false;
  };
  try {
    const bytes = size > longestMail ? null : await download(client, uid);
    if (bytes) await storeBytes(reading, mail, bytes, false);
    else if (!(await storeText(reading, mail))) {
      return await skip("A mail was moved or deleted on the mail server before it could be read");
    }
    return true;
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === "file_empty") return await skip("A mail without content was left out");
    // Its size was announced wrong.
    if (code === "file_too_large") return await storeText(reading, mail);
    const answer = refusalOf(error);
    if (!answer || !client.usable) throw error;
    const key = `${mailbox.id} ${uid}`;
    const count = (deps.refusals.get(key) ?? 0) + 1;
    deps.refusals.set(key, count);
    // One broken mail must not keep the others from being read.
    if (count < refusalsAtMost) throw error;
    return await skip(`The mail server doesn't hand out a mail, which was left out: ${answer}`);
  }
}

const refusalsAtMost = 3;

function refusalOf(error: unknown): string | null {
  const { responseStatus, responseText } = error as ImapFlowError;
  return responseStatus ? (responseText ?? responseStatus) : null;
}

/** The headers and the text of a mail that is too large. False if it is no longer there. */
async function storeText(reading: Reading, mail: FetchMessageObject): Promise<boolean> {
  const { uid, size = 0 } = mail;
  const bytes = await textOfLargeMail(reading.client, uid, size);
  if (!bytes) return false;
  await storeBytes(reading, mail, bytes, true);
  return true;
}

async function storeBytes(
  { deps, mailbox, cursor }: Reading,
  mail: FetchMessageObject,
  bytes: ReadableStream,
  isPartial: boolean,
): Promise<void> {
  const now = deps.now();
  const receivedAt = dateOf(mail, now);
  await storeInboundMail(
    { db: deps.db, files: deps.files, now },
    {
      mailboxId: mailbox.id,
      source: "imap",
      folder: mailbox.folder,
      uidvalidity: cursor.uidvalidity,
      uid: mail.uid,
      receivedAt,
      // Clocks can differ by hours, but what is numbered after the first connection is new.
      isBacklog: mail.uid < cursor.firstUid && receivedAt < mailbox.createdAt,
      isPartial,
      bytes,
    },
  );
  deps.onStored();
}

/** BODY.PEEK, so that the mail stays unread. Null if it is no longer there. */
async function download(client: ImapFlow, uid: number): Promise<ReadableStream | null> {
  const { content } = await client.download(String(uid), undefined, {
    uid: true,
    chunkSize: 512 * 1024,
  });
  return content ? (Readable.toWeb(content) as unknown as ReadableStream) : null;
}

/** The headers and the text of a mail, without the rest. */
async function textOfLargeMail(
  client: ImapFlow,
  uid: number,
  size: number,
): Promise<ReadableStream | null> {
  const wanted = { uid: true, headers: true, bodyStructure: true } as const;
  const mail = (await client.fetchOne(String(uid), wanted, { uid: true })) || null;
  if (!mail?.headers) return null;
  const part = textPartOf(mail.bodyStructure);
  const text = part === null ? "" : await readText(client, uid, part);
  const megabytes = Math.ceil(size / 1024 / 1024);
  const rest = `The rest of this mail (${megabytes} MB) was left out. It is still in the mailbox.`;
  const headers = withoutContentHeaders(mail.headers.toString("latin1"));
  const body = `${text.replace(/\r?\n/g, "\r\n")}\r\n\r\n${rest}\r\n`;
  const type = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit";
  return new Blob([Buffer.from(headers, "latin1"), `${type}\r\n\r\n${body}`]).stream();
}

/** The part with the text: of the kinds of one text, the plain one. */
function textPartOf(structure: MessageStructureObject | undefined): string | null {
  if (!structure) return null;
  const all = [structure, ...(structure.childNodes ?? []).flatMap(nodesOf)];
  const isText = ({ disposition }: MessageStructureObject) => disposition !== "attachment";
  const found =
    all.find((node) => node.type === "text/plain" && isText(node)) ??
    all.find((node) => node.type === "text/html" && isText(node));
  return found ? (found.part ?? "1") : null;
}

function nodesOf(node: MessageStructureObject): MessageStructureObject[] {
  return [node, ...(node.childNodes ?? []).flatMap(nodesOf)];
}

async function readText(client: ImapFlow, uid: number, part: string): Promise<string> {
  const { content, meta } = await client.download(String(uid), part, {
    uid: true,
    maxBytes: longestText,
  });
  if (!content) return "";
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  if (meta.contentType !== "text/html") return text;
  return text.replace(/<(style|script)[\s\S]*?<\/\1>/gi, "").replace(/<[^>]*>/g, " ");
}

/** Without the headers that described the whole body. */
function withoutContentHeaders(headers: string): string {
  const fields = headers.replace(/(?:\r?\n)+$/, "").split(/\r?\n(?![ \t])/);
  return fields
    .filter((field) => !/^(?:content-[\w-]+|mime-version)\s*:/i.test(field))
    .map((field) => `${field}\r\n`)
    .join("");
}
