import { type Kysely, sql } from "kysely";
import type { Database, Tx } from "../database.ts";
import { planDemoDesk } from "./desk.ts";
import { insertDeskRows } from "./insert-desk.ts";
import { insertTickets } from "./insert-tickets.ts";

export interface DemoOptions {
  now: Date;
  /** Of the one password that all accounts of the demo have. */
  passwordHash: string;
  progress?: (done: number, total: number) => void;
}

/** Fills an empty desk with the demo, whole or not at all, and marks the database as one. */
export async function loadDemo(
  db: Kysely<Database>,
  { now, passwordHash, progress }: DemoOptions,
): Promise<void> {
  const desk = planDemoDesk(now);
  await db.transaction().execute(async (tx) => {
    const ids = await insertDeskRows(tx, desk, { now, passwordHash });
    await insertTickets(tx, desk, { now, ids, progress });
    await markAsDemo(tx);
  });
}

async function markAsDemo(tx: Tx): Promise<void> {
  await sql`update desk set is_demo = true`.execute(tx);
}
