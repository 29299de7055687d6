import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import type { FileStore } from "../files/store.ts";
import { attachDemoFiles } from "./attachments.ts";
import { insertAudit } from "./audit.ts";
import { planDemoDesk } from "./desk.ts";
import { insertDeskRows } from "./insert-desk.ts";
import { insertReads } from "./insert-reads.ts";
import { insertTickets } from "./insert-tickets.ts";
import { saveDemoMacrosAndViews } from "./macros-and-views.ts";
import { workTogether } from "./work-together.ts";
import { day } from "./working-hours.ts";

/** When the shared macros and views were created. */
const toolsDaysAgo = 75;

interface DemoOptions {
  now: Date;
  /** Hash of the password that all demo accounts share. */
  passwordHash: string;
  /** Without a file store nothing is attached. */
  files?: FileStore;
  progress?: (done: number, total: number) => void;
}

/**
 * Fills an empty desk with the demo and marks the database as a demo. The 90 days of history are
 * written in one transaction; the most recent actions run through the product's own commands.
 */
export async function loadDemo(
  db: Db,
  { now, passwordHash, files, progress }: DemoOptions,
): Promise<void> {
  const desk = planDemoDesk(now);
  await db.transaction().execute(async (tx) => {
    const ids = await insertDeskRows(tx, desk, { now, passwordHash });
    await insertTickets(tx, desk, { now, ids, progress });
    await insertReads(tx, now);
    await insertAudit(tx, desk, { now, ids });
    await markAsDemo(tx, passwordHash);
  });
  await saveDemoMacrosAndViews(db, new Date(now.getTime() - toolsDaysAgo * day));
  await workTogether(db, now);
  await countMailsAsSent(db);
  if (files) await attachDemoFiles(db, files);
  // No browser was connected, so the first page does not need these events.
  await db.deleteFrom("live_events").execute();
}

/** Demo people have no real mailboxes, so their mail is never sent. */
async function countMailsAsSent(db: Db): Promise<void> {
  await sql`
    update outgoing_mails set state = 'sent', attempts = 1, sent_at = created_at
    where state = 'queued'`.execute(db);
}

/** The demo's passwords are public, so a running server answers only this machine from now on. */
async function markAsDemo(tx: Tx, passwordHash: string): Promise<void> {
  await sql`update desk set is_demo = true`.execute(tx);
  await rememberDemoPassword(tx, passwordHash);
  await notifyPages(tx, "desk");
}

/** While a user has this hash, the demo answers only its own machine. */
export async function rememberDemoPassword(db: Db | Tx, passwordHash: string): Promise<void> {
  await sql`
    update desk
    set demo_password_hashes = array_append(demo_password_hashes, ${passwordHash}::text)`.execute(
    db,
  );
}
