import type { Tx } from "../../server/db/database.ts";
import type { TestDatabase } from "./postgres.ts";
import { waitForLockQueue } from "./wait-for-lock-queue.ts";

/**
 * The result of an action that began during a change and had to wait for it; `beside`: what can be
 * done while it waits.
 */
export async function meanwhile<Result>(
  database: TestDatabase,
  change: (tx: Tx) => Promise<unknown>,
  act: () => Promise<Result>,
  beside?: (tx: Tx) => Promise<unknown>,
): Promise<Result> {
  let acting: Promise<PromiseSettledResult<Result>[]> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await change(tx);
    acting = Promise.allSettled([act()]);
    await waitForLockQueue(database);
    await beside?.(tx);
  });
  const [outcome] = (await acting) ?? [];
  if (outcome?.status === "fulfilled") return outcome.value;
  throw outcome?.reason;
}
