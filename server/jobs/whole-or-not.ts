import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** A refusal halfway is rolled back, and the other items continue. */
export async function wholeOrNot<T>(tx: Tx, run: () => Promise<T>): Promise<T> {
  await sql`savepoint one_of_many`.execute(tx);
  try {
    const made = await run();
    await sql`release savepoint one_of_many`.execute(tx);
    return made;
  } catch (error) {
    await sql`rollback to savepoint one_of_many`.execute(tx);
    throw error;
  }
}
