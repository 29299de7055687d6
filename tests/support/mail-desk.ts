import { afterAll, beforeAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Insertable, Selectable } from "kysely";
import { readConfig } from "../../server/config.ts";
import type { Db } from "../../server/db/database.ts";
import type { Mailboxes } from "../../server/db/schema.ts";
import { createFileStore, type FileStore } from "../../server/files/store.ts";
import { createLog } from "../../server/log.ts";

/** A mailbox that nothing reads: mails are put into it by the test. */
export async function insertMailbox(
  db: Db,
  given: Partial<Insertable<Mailboxes>> = {},
): Promise<Selectable<Mailboxes>> {
  return await db
    .insertInto("mailboxes")
    .values({ id: Bun.randomUUIDv7(), name: "Support", address: "support@acme.test", ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A file store in a new folder. */
export async function openTestFiles(): Promise<{ files: FileStore; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "frontdesk-mail-"));
  const files = createFileStore(
    { ...readConfig({}), dataDir },
    createLog("error", () => {}),
  );
  return { files, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The same for the tests of one file. It is there once the tests run. */
export function setUpTestFiles(): FileStore {
  const store = {} as FileStore;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openTestFiles();
    Object.assign(store, opened.files);
    remove = opened.remove;
  });
  afterAll(() => remove());
  return store;
}

/** A mail as it travels. */
export function rawMail(
  headers: Record<string, string> = {},
  body = "The printer is blank.",
): Uint8Array {
  const all = {
    From: "Ana Ruiz <ana@harbour.test>",
    To: "support@acme.test",
    Subject: "Blank labels",
    Date: "Sat, 28 Nov 2026 09:12:00 +0000",
    "Message-ID": `<${Bun.randomUUIDv7()}@harbour.test>`,
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== "");
  const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  return new TextEncoder().encode(`${head}\r\n\r\n${body.replaceAll("\n", "\r\n")}\r\n`);
}
