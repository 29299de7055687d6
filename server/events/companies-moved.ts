import type { Db, Tx } from "../db/database.ts";

/** In the transaction of an act that made or changed companies: lists of them are old now. */
export async function tellCompaniesMoved(tx: Db | Tx): Promise<void> {
  await tx
    .insertInto("live_events")
    .values({ id: Bun.randomUUIDv7(), topic: "companies", audience: "staff" })
    .execute();
}
