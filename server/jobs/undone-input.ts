import type { Tx } from "../db/database.ts";

/** What the job did that is taken back. */
export async function undoneInput(tx: Tx, jobId: string): Promise<unknown> {
  const { input } = await tx
    .selectFrom("jobs")
    .select("input")
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  return input;
}
