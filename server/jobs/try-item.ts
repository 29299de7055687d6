import { AppError } from "../../shared/errors.ts";
import type { ItemDone, ItemOutcome } from "./handlers.ts";

/**
 * What comes of one item. A refusal must have written nothing; it is told under its name. A database
 * that had no time refuses nothing: it is asked again.
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
