import type { Tx } from "../db/database.ts";

/** A job that undoes another. */
export interface UndoneJob {
  jobId: string;
}

/** The input of the undone job. */
export async function undoneInput<Input>(tx: Tx, jobId: string): Promise<Input> {
  const { input } = await tx
    .selectFrom("jobs")
    .select("input")
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  return input as Input;
}
