import { AppError } from "../../shared/errors.ts";

/**
 * A merge of the very moment brings a message elsewhere before its ticket is held: it is looked for once
 * more.
 */
export async function afterMessage<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    return await act();
  }
}
