import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { recordAct } from "../events/record-act.ts";
import { exportPersonData } from "../exports/person-data.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { StartError } from "../start-error.ts";
import { readArguments, showHelp } from "./arguments.ts";
import { withDesk } from "./with-desk.ts";

showHelp(
  "bun run user:export --email … [--to file.zip]\n\nWrites everything stored about a person into a zip file: profile, tickets, messages, files, emails and audit entries.",
);

/** `bun run user:export --email …`: everything stored about a person, as a zip file. */
await withDesk(
  readWhom,
  async ({ config, db }, { email, to }) => {
    const now = new Date();
    const user = await db
      .selectFrom("users")
      .select("id")
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    if (!user) throw new StartError(`No user has the address ${email}.`);
    const files = createFileStore(config, createLog("error"));
    const pieces = await exportPersonData({ db, files, now }, user.id);
    const subject = { kind: "user", id: user.id } as const;
    const entry = { act: "user.data-exported", actorId: null, subject } as const;
    await db
      .transaction()
      .execute((tx) => recordAct(tx, entry, { now, requestId: "server-shell" }));
    const unfinished = `${to}.unfinished-${process.pid}`;
    try {
      await pipeline(
        Readable.from(pieces),
        createWriteStream(unfinished, { mode: 0o600, flags: "wx" }),
      );
      await rename(unfinished, to);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return `${to} holds everything about ${email}.`;
  },
  { existing: true },
);

function readWhom(): { email: string; to: string } {
  const { email, to } = readArguments(["email", "to"]);
  if (!email) throw new StartError("Whose data? Add --email and the address.");
  return { email, to: resolve(to ?? `${email.replace(/[^\w.@-]/g, "_")}.zip`) };
}
