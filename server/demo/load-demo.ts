import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { tellPages } from "../events/tell-pages.ts";
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

/** Since then there are macros and views for all. */
const toolsDaysAgo = 75;

interface DemoOptions {
  now: Date;
  /** Of the one password that all accounts of the demo have. */
  passwordHash: string;
  /** Where what was attached lies; without it nothing is. */
  files?: FileStore;
  progress?: (done: number, total: number) => void;
}

/**
 * Fills an empty desk with the demo and marks the database as one. Its ninety days are written at
 * once, whole or not at all; what people did last is done by the commands themselves.
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
    await markAsDemo(tx);
  });
  await saveDemoMacrosAndViews(db, new Date(now.getTime() - toolsDaysAgo * day));
  await workTogether(db, now);
  await countMailsAsSent(db);
  if (files) await attachDemoFiles(db, files);
  // Nobody was there to hear of it: the first page need not fetch its list twice.
  await db.deleteFrom("live_events").execute();
}

/** Nobody of the demo reads mail: none of it goes out, whatever mail server there will be. */
async function countMailsAsSent(db: Db): Promise<void> {
  await sql`
    update outgoing_mails set state = 'sent', attempts = 1, sent_at = created_at
    where state = 'queued'`.execute(db);
}

/** With its accounts, whose passwords everybody knows: a server at work answers this machine alone from then on. */
async function markAsDemo(tx: Tx): Promise<void> {
  await sql`update desk set is_demo = true`.execute(tx);
  await tellPages(tx, "desk");
}
