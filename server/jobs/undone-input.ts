import type { Tx } from "../db/database.ts";

/** A job that takes another one back. */
export interface UndoneJob {
  jobId: string;
}

/** What the other one was begun with. */
export async function undoneInput<Input>(tx: Tx, jobId: string): Promise<Input> {
  const { input } = await tx
    .selectFrom("jobs")
    .select("input")
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  return input as Input;
}
