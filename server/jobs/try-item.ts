import { AppError } from "../../shared/errors.ts";
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
