import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { AfterStoring } from "../../../shared/mailboxes.ts";
import type { Db } from "../../db/database.ts";
import type { FileStore } from "../../files/store.ts";
import { secretCell } from "../mail-host.ts";
import { type TokenDeps, tokenSource } from "../oauth-tokens.ts";
import type { ImapServer } from "./connection.ts";

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
  comparedAt: Date | null;
  compareRequestedAt: Date | null;
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
export interface Cursor {
  uidvalidity: number;
  lastUid: number;
  firstUid: number;
  backlogSince: Date | null;
  backlogUid: number;
  actedUid: number;
}

/** One connection to a mailbox. */
export interface Reading {
  deps: ReaderDeps;
  mailbox: ReadMailbox;
  client: ImapFlow;
  cursor: Cursor;
  signal: AbortSignal;
  /** Older mails that are still to be read; null before they were looked for. */
  older: FetchMessageObject[] | null;
}

const listed = { uid: true, size: true, internalDate: true } as const;

/** In the order of their UIDs, which is the order of their arrival. */
export async function listFolder(
  client: ImapFlow,
  range: string,
  from: number,
): Promise<FetchMessageObject[]> {
  if (!client.mailbox || client.mailbox.exists === 0) return [];
  const found = await client.fetchAll(range, listed, { uid: true });
  // `9:*` also matches the last mail of a folder that ends before 9.
  return found.filter(({ uid }) => uid >= from).sort((one, other) => one.uid - other.uid);
}

export function dateOf({ internalDate }: FetchMessageObject, fallback: Date): Date {
  const date = new Date(internalDate ?? fallback);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

export async function moveCursor(
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

/** Null for a mailbox without a server. */
export async function loadMailbox(deps: TokenDeps, id: string): Promise<ReadMailbox | null> {
  const { db, encryption } = deps;
  const row = await db
    .selectFrom("mailboxes as box")
    .innerJoin("mailbox_servers as server", (join) =>
      join.onRef("server.mailbox_id", "=", "box.id").on("server.direction", "=", "in"),
    )
    .select([
      "box.id",
      "box.created_at",
      "box.after_storing",
      "box.move_to",
      "box.folder",
      "box.error",
      "box.compared_at",
      "box.compare_requested_at",
    ])
    .select([
      "server.id as server_id",
      "server.host",
      "server.port",
      "server.security",
      "server.login",
      "server.auth",
      "server.secret",
      "server.certificate",
    ])
    .where("box.id", "=", id)
    .executeTakeFirst();
  if (!row || (row.auth === "password" && row.secret === null)) return null;
  return {
    id: row.id,
    createdAt: row.created_at,
    server: {
      host: row.host,
      port: row.port,
      security: row.security,
      login: row.login,
      password: row.secret ? encryption.decrypt(row.secret, secretCell(row.server_id)) : "",
      token: row.auth === "oauth" ? tokenSource(deps, row.id) : null,
      certificate: row.certificate,
    },
    folder: row.folder,
    afterStoring: row.after_storing,
    moveTo: row.move_to,
    hasFailed: row.error !== null,
    comparedAt: row.compared_at,
    compareRequestedAt: row.compare_requested_at,
  };
}
