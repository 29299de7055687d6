import type { Tx } from "../../server/db/database.ts";
import type { TestDatabase } from "./postgres.ts";
import { waitForLockQueue } from "./wait-for-lock-queue.ts";

/**
 * The result of an action that starts during a change and has to wait for it; `alongside`: what can be
 * done while it waits.
 */
export async function actDuring<Result>(
  database: TestDatabase,
  change: (tx: Tx) => Promise<unknown>,
  act: () => Promise<Result>,
  alongside?: (tx: Tx) => Promise<unknown>,
): Promise<Result> {
  let acting: Promise<PromiseSettledResult<Result>[]> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await change(tx);
    acting = Promise.allSettled([act()]);
    await waitForLockQueue(database);
    await alongside?.(tx);
  });
  const [outcome] = (await acting) ?? [];
  if (outcome?.status === "fulfilled") return outcome.value;
  throw outcome?.reason;
}
