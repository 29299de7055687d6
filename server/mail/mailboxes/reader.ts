import type { FetchMessageObject, ImapFlow, MailboxObject } from "imapflow";
import { addEvent } from "../mailbox-events.ts";
import { connectImap, MailboxFailure, openFolder, toFailure } from "./connection.ts";
import {
  type Cursor,
  dateOf,
  listFolder,
  moveCursor,
  type ReaderDeps,
  type Reading,
  type ReadMailbox,
} from "./reading.ts";
import { setState } from "./state.ts";
import { storeMail } from "./store-mail.ts";

const dayMs = 24 * 60 * 60_000;

/** After the folder was renumbered, mails of this time are compared with the stored ones. */
const rescanMs = 30 * dayMs;

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
      await compareWithServer(reading);
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
        : `The mail server renumbered ${path}. Mail of the last 30 days is compared with what is stored.`;
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

async function readNew(reading: Reading): Promise<void> {
  const { deps, mailbox, client, cursor, signal } = reading;
  const from = cursor.lastUid + 1;
  const found = await listFolder(client, `${from}:*`, from);
  if (found.length > 0) await setState(deps.db, mailbox.id, "reading", deps.now());
  for (const mail of found) {
    if (signal.aborted) return;
    const isStored = await storeMail(reading, mail);
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
  const mail = reading.older.shift();
  if (!mail) {
    await moveCursor(reading, { backlog_since: null });
    cursor.backlogSince = null;
    if (backlogUid > 0) {
      await addEvent(deps.db, mailbox.id, "folder", "All older mail has been read.", deps.now());
    }
    return false;
  }
  await setState(deps.db, mailbox.id, "reading", deps.now());
  const { uid } = mail;
  const isWanted = !(await isKnown(reading, mail));
  if (isWanted && (await storeMail(reading, mail))) await actOnServer(reading, [uid]);
  await moveCursor(reading, { backlog_uid: uid });
  cursor.backlogUid = uid;
  return true;
}

/** After the folder was renumbered: whether this mail was stored under its former number. */
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
): Promise<FetchMessageObject[]> {
  if (to < from) return [];
  const found = await client.search({ since, uid: `${from}:${to}` }, { uid: true });
  if (!found) throw new MailboxFailure("The mail server didn't answer a search for older mail.");
  const uids = found.filter((uid) => uid >= from && uid <= to).sort((one, other) => one - other);
  if (uids.length === 0) return [];
  // SEARCH knows days only.
  const mails = await listFolder(client, `${uids[0]}:${uids.at(-1)}`, from);
  const wanted = new Set(uids);
  return mails.filter((mail) => wanted.has(mail.uid) && dateOf(mail, since) >= since);
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

const comparedEveryMs = dayMs;

/**
 * Once a day, and when someone asks: looks whether each mail of the folder that arrived since the first
 * connection is stored, and fetches what is missing.
 */
async function compareWithServer(reading: Reading): Promise<void> {
  const { deps, mailbox, client, cursor, signal } = reading;
  const { comparedAt, compareRequestedAt } = mailbox;
  const now = deps.now();
  const isAsked = compareRequestedAt !== null && (!comparedAt || comparedAt < compareRequestedAt);
  const isDue = comparedAt === null || now.getTime() - comparedAt.getTime() > comparedEveryMs;
  if (!isAsked && !isDue) return;
  const missing = await findMissing(reading);
  let fetched = 0;
  for (const uid of missing) {
    if (signal.aborted) return;
    const [mail] = await listFolder(client, String(uid), uid);
    if (mail && (await storeMail(reading, mail))) fetched += 1;
  }
  await deps.db
    .updateTable("mailboxes")
    .set({ compared_at: now })
    .where("id", "=", mailbox.id)
    .execute();
  mailbox.comparedAt = now;
  if (!isAsked && fetched === 0) return;
  const words =
    fetched === 0
      ? `Compared with the server up to UID ${cursor.lastUid}: no mail is missing.`
      : `Compared with the server: ${fetched} missing ${fetched === 1 ? "mail was" : "mails were"} fetched.`;
  await addEvent(deps.db, mailbox.id, "folder", words, now);
}

async function findMissing({ deps, mailbox, client, cursor }: Reading): Promise<number[]> {
  const { firstUid, lastUid, uidvalidity } = cursor;
  if (lastUid < firstUid) return [];
  const found = await client.search({ uid: `${firstUid}:${lastUid}` }, { uid: true });
  const there = (found || []).filter((uid) => uid >= firstUid && uid <= lastUid);
  const rows = await deps.db
    .selectFrom("inbound_mails")
    .select("uid")
    .where("mailbox_id", "=", mailbox.id)
    .where("folder", "=", mailbox.folder)
    .where("uidvalidity", "=", uidvalidity)
    .where("uid", ">=", firstUid)
    .execute();
  const stored = new Set(rows.map(({ uid }) => uid));
  return there.filter((uid) => !stored.has(uid)).sort((one, other) => one - other);
}
