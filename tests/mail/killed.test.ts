import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { readConfig } from "../../server/config.ts";
import { createFileStore } from "../../server/files/store.ts";
import { sweepFiles } from "../../server/files/sweep.ts";
import { createLog } from "../../server/log.ts";
import { insertMailbox } from "../support/mail-desk.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Job, type Step, steps } from "./mail-to-kill.ts";

let database: TestDatabase;
let dataDir: string;
let mailboxId: string;
const mail = join(import.meta.dir, "corpus/attachments.eml");

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-killed-"));
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function runTo(step: Step, aheadMs: number) {
  const job: Job = { url: database.url, dataDir, mailboxId, mail, step, aheadMs };
  const program = join(import.meta.dir, "mail-to-kill.ts");
  const child = Bun.spawn([process.execPath, program, JSON.stringify(job)], { stderr: "inherit" });
  await child.exited;
  return child.signalCode;
}

test.each(steps)(
  "a server killed right after a mail is %s leaves one outcome for it",
  async (step) => {
    await database.empty();
    mailboxId = (await insertMailbox(database.db)).id;
    expect(await runTo(step, 0)).toBe("SIGKILL");
    // The killed server's lease would hold for 30 s.
    await database.db.deleteFrom("mailbox_leases").execute();
    expect(await runTo("never", 120_000)).toBeNull();

    const count = async (table: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}`.execute(database.db);
      return rows[0]?.count;
    };
    expect({
      received: await count("inbound_mails"),
      tickets: await count("tickets"),
      messages: await count("messages"),
      files: await count("files"),
      people: await count("users"),
      acknowledgements: await count("outgoing_mails"),
    }).toEqual({ received: 1, tickets: 1, messages: 1, files: 2, people: 1, acknowledgements: 1 });
    const states = await database.db.selectFrom("inbound_mails").select("state").execute();
    expect(states).toEqual([{ state: "ticket" }]);

    // The killed server's leftovers are removed, and used content can be read.
    const store = createFileStore(
      { ...readConfig({}), dataDir },
      createLog("error", () => {}),
    );
    await sweepFiles({ db: database.db, now: new Date(Date.now() + 48 * 3_600_000) }, store);
    const contents = await database.db
      .selectFrom("file_contents")
      .select(["id", "size", sql<string>`encode(sha256, 'hex')`.as("sha256")])
      .execute();
    expect(contents).toHaveLength(3);
    for (const { size, ...key } of contents) {
      const found = await store.read(key, { from: 0, to: size });
      expect((await new Response(found).bytes()).length).toBe(size);
    }
  },
  60_000,
);
