import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createFileStore, type FileStore } from "../../server/files/store.ts";
import { createLog } from "../../server/log.ts";
import { createMailParser, type MailParser } from "../../server/mail/inbound/parser.ts";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { workOnNext } from "../../server/mail/inbound/worker.ts";

/** Stores a mail and works on it, and ends this process by SIGKILL right after the named step. */
export const steps = [
  "fetched",
  "named",
  "placed",
  "stored",
  "taken",
  "parsed",
  "part named",
  "part placed",
  "acted",
] as const;
export type Step = (typeof steps)[number] | "never";

export interface Job {
  url: string;
  dataDir: string;
  mailboxId: string;
  mail: string;
  step: Step;
  /** How far the clock is ahead, past the lease of a server that died. */
  aheadMs: number;
}

if (import.meta.main) {
  await run(JSON.parse(process.argv[2] ?? "{}"));
  process.exit(0);
}

async function run({ url, dataDir, mailboxId, mail, step, aheadMs }: Job): Promise<void> {
  const dieAt = (at: Step) => {
    if (at === step) process.kill(process.pid, "SIGKILL");
  };
  const db = openDatabase({ url, size: 2 });
  const log = createLog("error", () => {});
  const store = createFileStore({ ...readConfig({}), dataDir }, log);
  let stage: "mail" | "part" = "mail";
  const files: FileStore = {
    ...store,
    async receive(body, limits) {
      const received = await store.receive(body, limits);
      if (stage === "mail") dieAt("fetched");
      return received;
    },
    async put(key, path) {
      dieAt(stage === "mail" ? "named" : "part named");
      await store.put(key, path);
      dieAt(stage === "mail" ? "placed" : "part placed");
    },
  };
  const real = createMailParser();
  const parser: MailParser = {
    ...real,
    async parse(path) {
      dieAt("taken");
      const parsed = await real.parse(path);
      dieAt("parsed");
      return parsed;
    },
  };
  const now = () => new Date(Date.now() + aheadMs);
  const bytes = await Bun.file(mail).bytes();
  await storeInboundMail({ db, files, now: now() }, { mailboxId, source: "command", bytes });
  dieAt("stored");
  stage = "part";
  while (await workOnNext({ db, files, parser, log, now })) dieAt("acted");
  real.stop();
  await db.destroy();
}
