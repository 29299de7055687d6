import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";
import type { ItemDone, ItemOutcome } from "./handlers.ts";

/**
 * Runs one item. A refusal must have written nothing; it is recorded with the item's name. If the database is
 * busy, the item is retried instead.
 */
export async function tryItem(
  run: () => Promise<ItemDone>,
  nameOf: (refusal: AppError) => string | Promise<string>,
): Promise<ItemOutcome> {
  try {
    return { state: "done", ...(await run()) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    const subject = await nameOf(error);
    return { state: "refused", refusal: { subject, message: error.message } };
  }
}

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
