import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createEncryption } from "../../server/encryption.ts";
import { createFileStore } from "../../server/files/store.ts";
import { createGuardedFetch } from "../../server/guarded-fetch.ts";
import { createLog } from "../../server/log.ts";
import { startMailboxWorker } from "../../server/mail/mailboxes/worker.ts";

/** The reader of mailboxes alone, in a process that a test can kill. */
const { READER_DATABASE_URL: url = "", READER_KEY: key = "" } = process.env;
const config = readConfig();
const log = createLog("error");
startMailboxWorker({
  db: openDatabase({ url, size: 2 }),
  config,
  encryption: createEncryption([Buffer.from(key, "base64")]),
  guardedFetch: createGuardedFetch({ allowPrivate: [] }),
  files: createFileStore(config, log),
  log,
  now: () => new Date(),
  onStored() {},
  patience: { look: 50 },
});
