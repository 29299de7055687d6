import { Readable } from "node:stream";
import type {
  FetchMessageObject,
  ImapFlow,
  ImapFlowError,
  MailboxObject,
  MessageStructureObject,
} from "imapflow";
import { AppError } from "../../../shared/errors.ts";
import type { AfterStoring } from "../../../shared/mailboxes.ts";
import type { Db } from "../../db/database.ts";
import type { FileStore } from "../../files/store.ts";
import { longestMail, storeInboundMail } from "../inbound/store.ts";
import {
  connectImap,
  type ImapServer,
  MailboxFailure,
  openFolder,
  toFailure,
} from "./connection.ts";
import { addEvent, setState } from "./state.ts";

/** A mailbox with what is needed to read it. */
export interface ReadMailbox {
  id: string;
  createdAt: Date;
  server: ImapServer;
  folder: string;
  afterStoring: AfterStoring;
  moveTo: string | null;
  /** The connection before failed. */
  hasFailed: boolean;
}

export interface ReaderDeps {
  db: Db;
  files: FileStore;
  now: () => Date;
  /** A mail was stored: work on it. */
  onStored: () => void;
  patience: ReaderPatience;
  /** How often the mail server refused to hand out a mail, by mailbox and UID. */
  refusals: Map<string, number>;
}

/** In milliseconds. */
export interface ReaderPatience {
  /** Between two looks into a folder whose server announces new mail, and of one that doesn't. */
  poll: number;
  pollWithoutIdle: number;
}

/** How far a folder was read. UIDs only grow, so all mail after `lastUid` is new. */
interface Cursor {
  uidvalidity: number;
  lastUid: number;
  firstUid: number;
  backlogSince: Date | null;
  backlogUid: number;
  actedUid: number;
}

const dayMs = 24 * 60 * 60_000;

/** After another numbering of the folder, mails of this time are compared with the stored ones. */
const rescanMs = 30 * dayMs;

/** The text of a mail that is too large to be stored whole. */
const longestText = 1024 * 1024;

/** Reads one mailbox until the signal ends it, or throws a MailboxFailure. */
export async function readMailbox(
  deps: ReaderDeps,
  mailbox: ReadMailbox,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = deps;
  await setState(db, mailbox.id, "connecting", now());
  const client = await connectImap(mailbox.server, signal);
  try {
    const readOnly = mailbox.afterStoring === "leave";
    const folder = await openFolder(client, mailbox.server, mailbox.folder, readOnly);
    const cursor = await openCursor(deps, mailbox, folder);
    if (mailbox.hasFailed) await addEvent(db, mailbox.id, "connected", "Connected again.", now());
    const reading: Reading = { deps, mailbox, client, cursor, signal, older: null };
    const announced = listenForMail(client);
    await finishServerActions(reading);
    for (;;) {
      await readNew(reading);
      if (signal.aborted) return;
      // Between two older mails, new ones are looked for.
      if (await readOneOlder(reading)) continue;
      await setState(db, mailbox.id, "watching", now());
      await announced.wait(reading);
      if (signal.aborted) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw isOfServer(error, client) ? toFailure(error, mailbox.server) : error;
  } finally {
    client.close();
  }
}

/** Errors of the database or of the file store are none of the mail server. */
function isOfServer(error: unknown, client: ImapFlow): boolean {
  if (error instanceof MailboxFailure || !client.usable) return true;
  return error instanceof Error && ["cid", "_connId", "responseStatus"].some((key) => key in error);
}

interface Reading {
  deps: ReaderDeps;
  mailbox: ReadMailbox;
  client: ImapFlow;
  cursor: Cursor;
  signal: AbortSignal;
  /** The UIDs of older mails that are still to be read; null before they were looked for. */
  older: number[] | null;
}

/** Continues where an earlier connection ended, or decides where the first one begins. */
async function openCursor(
  { db, now }: ReaderDeps,
  { id, folder: path }: ReadMailbox,
  folder: MailboxObject,
): Promise<Cursor> {
  const row = await db
    .selectFrom("mailbox_folders")
    .selectAll()
    .where("mailbox_id", "=", id)
    .where("path", "=", path)
    .executeTakeFirst();
  const uidvalidity = Number(folder.uidValidity);
  const known = Number(row?.uidvalidity ?? 0);
  if (row && known === uidvalidity) {
    return {
      uidvalidity,
      lastUid: Number(row.last_uid),
      firstUid: Number(row.first_uid),
      backlogSince: row.backlog_since,
      backlogUid: Number(row.backlog_uid),
      actedUid: Number(row.acted_uid),
    };
  }
  const lastUid = folder.uidNext - 1;
  const backlogSince =
    known === 0 ? (row?.backlog_since ?? null) : new Date(now().getTime() - rescanMs);
  const begun = {
    uidvalidity,
    first_uid: folder.uidNext,
    last_uid: lastUid,
    backlog_since: backlogSince,
    backlog_uid: 0,
    acted_uid: lastUid,
  };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("mailbox_folders")
      .values({ mailbox_id: id, path, ...begun })
      .onConflict((on) => on.columns(["mailbox_id", "path"]).doUpdateSet(begun))
      .execute();
    const words =
      known === 0
        ? "Connected for the first time."
        : `The mail server has numbered ${path} anew. Mail of the last 30 days is compared with what is stored.`;
    await addEvent(tx, id, known === 0 ? "connected" : "folder", words, now());
  });
  return {
    uidvalidity,
    lastUid,
    firstUid: folder.uidNext,
    backlogSince,
    backlogUid: 0,
    actedUid: lastUid,
  };
}

/** Waits until the server announces mail, or it is time to look. */
function listenForMail(client: ImapFlow) {
  let isAnnounced = false;
  let end = () => {};
  client.on("exists", ({ count, prevCount }) => {
    if (count <= prevCount) return;
    isAnnounced = true;
    end();
  });
  client.on("close", () => end());
  return {
    async wait({ deps: { patience }, signal }: Reading): Promise<void> {
      if (!isAnnounced && client.usable && !signal.aborted) {
        const idles = client.capabilities.has("IDLE");
        const woken = new Promise<void>((resolve) => {
          end = resolve;
        });
        // It ends with the next command, and fails with the connection.
        if (idles) client.idle().catch(() => {});
        const timer = setTimeout(end, idles ? patience.poll : patience.pollWithoutIdle);
        await woken;
        clearTimeout(timer);
      }
      isAnnounced = false;
      if (!signal.aborted) await client.noop();
      if (!client.usable && !signal.aborted) {
        throw new MailboxFailure("The mail server closed the connection.");
      }
    },
  };
}

const listed = { uid: true, size: true, internalDate: true } as const;

/** In the order of their UIDs, which is the order of their arrival. */
async function list(client: ImapFlow, range: string, from: number): Promise<FetchMessageObject[]> {
  if (!client.mailbox || client.mailbox.exists === 0) return [];
  const found = await client.fetchAll(range, listed, { uid: true });
  // `9:*` also matches the last mail of a folder that ends before 9.
  return found.filter(({ uid }) => uid >= from).sort((one, other) => one.uid - other.uid);
}

async function readNew(reading: Reading): Promise<void> {
  const { deps, mailbox, client, cursor, signal } = reading;
  const from = cursor.lastUid + 1;
  const found = await list(client, `${from}:*`, from);
  if (found.length > 0) await setState(deps.db, mailbox.id, "reading", deps.now());
  for (const mail of found) {
    if (signal.aborted) return;
    const isStored = await store(reading, mail);
    if (!isStored) await moveCursor(reading, { last_uid: mail.uid });
    cursor.lastUid = mail.uid;
    if (!isStored || mailbox.afterStoring === "leave") continue;
    await actOnServer(reading, [mail.uid]);
    await moveCursor(reading, { acted_uid: mail.uid });
  }
}

/** One mail from before the first connection. False when all are read. */
async function readOneOlder(reading: Reading): Promise<boolean> {
  const { deps, mailbox, client, cursor } = reading;
  const { backlogSince, firstUid, backlogUid } = cursor;
  if (!backlogSince) return false;
  reading.older ??= await searchOlder(client, backlogSince, backlogUid + 1, firstUid - 1);
  const uid = reading.older.shift();
  if (uid === undefined) {
    await moveCursor(reading, { backlog_since: null });
    cursor.backlogSince = null;
    await addEvent(deps.db, mailbox.id, "folder", "All older mail has been read.", deps.now());
    return false;
  }
  await setState(deps.db, mailbox.id, "reading", deps.now());
  const [mail] = await list(client, String(uid), uid);
  // SEARCH knows days only.
  const isInTime = mail && dateOf(mail, backlogSince) >= backlogSince;
  const isWanted = isInTime && !(await isKnown(reading, mail));
  if (isWanted && (await store(reading, mail))) await actOnServer(reading, [uid]);
  await moveCursor(reading, { backlog_uid: uid });
  cursor.backlogUid = uid;
  return true;
}

/** After the folder was numbered anew: whether this mail was stored under its former number. */
async function isKnown(
  { deps, mailbox, client, cursor }: Reading,
  { uid, size = 0 }: FetchMessageObject,
): Promise<boolean> {
  const wanted = { uid: true, headers: ["message-id"] };
  const mail = (await client.fetchOne(String(uid), wanted, { uid: true })) || null;
  const headers = mail?.headers?.toString("latin1") ?? "";
  const [, id = ""] = /^message-id:\s*(<[^<>\s]+>)/im.exec(headers) ?? [];
  const stored = await deps.db
    .selectFrom("inbound_mails")
    .select("id")
    .where("mailbox_id", "=", mailbox.id)
    .where("header_id", "=", id)
    .where("raw_size", "=", size)
    .where("uidvalidity", "<>", cursor.uidvalidity)
    .executeTakeFirst();
  return stored !== undefined;
}

async function searchOlder(
  client: ImapFlow,
  since: Date,
  from: number,
  to: number,
): Promise<number[]> {
  if (to < from) return [];
  const found = await client.search({ since, uid: `${from}:${to}` }, { uid: true });
  if (!found) throw new MailboxFailure("The mail server didn't answer a search for older mail.");
  return found.filter((uid) => uid >= from && uid <= to).sort((one, other) => one - other);
}

function dateOf({ internalDate }: FetchMessageObject, fallback: Date): Date {
  const date = new Date(internalDate ?? fallback);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

async function moveCursor(
  { deps, mailbox }: Reading,
  to:
    | { last_uid: number }
    | { backlog_uid: number }
    | { acted_uid: number }
    | { backlog_since: null },
): Promise<void> {
  await deps.db
    .updateTable("mailbox_folders")
    .set(to)
    .where("mailbox_id", "=", mailbox.id)
    .where("path", "=", mailbox.folder)
    .execute();
}

/** Stores a mail with the cursor behind it, in one transaction. False if there is nothing to store. */
async function store(reading: Reading, mail: FetchMessageObject): Promise<boolean> {
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
      isBacklog: receivedAt < mailbox.createdAt,
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

/** After a stored mail: marks, moves or deletes it on the mail server, as the mailbox is set. */
async function actOnServer({ mailbox, client }: Reading, uids: number[]): Promise<void> {
  const { afterStoring, moveTo } = mailbox;
  const range = uids.join(",");
  const uid = { uid: true };
  if (afterStoring === "mark-read") await client.messageFlagsAdd(range, ["\\Seen"], uid);
  else if (afterStoring === "delete") await client.messageDelete(range, uid);
  else if (afterStoring === "move" && moveTo && !(await client.messageMove(range, moveTo, uid))) {
    throw new MailboxFailure(`The mail server couldn't move a stored mail to ${moveTo}.`, {
      needsEdit: true,
    });
  }
}

/** For mails that were stored before the server stopped, or the connection was cut. */
async function finishServerActions(reading: Reading): Promise<void> {
  const { deps, mailbox, cursor } = reading;
  if (cursor.actedUid >= cursor.lastUid) return;
  if (mailbox.afterStoring !== "leave") {
    const stored = await deps.db
      .selectFrom("inbound_mails")
      .select("uid")
      .where("mailbox_id", "=", mailbox.id)
      .where("folder", "=", mailbox.folder)
      .where("uidvalidity", "=", cursor.uidvalidity)
      .where("uid", ">", cursor.actedUid)
      .where("uid", "<=", cursor.lastUid)
      .orderBy("uid")
      .execute();
    const uids = stored.flatMap(({ uid }) => (uid === null ? [] : [Number(uid)]));
    if (uids.length > 0) await actOnServer(reading, uids);
  }
  await moveCursor(reading, { acted_uid: cursor.lastUid });
}
