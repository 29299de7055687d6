import type { Db, Tx } from "../db/database.ts";

/** In the transaction of an act that made or changed users: lists of them are old now. */
export async function tellUsersMoved(tx: Db | Tx): Promise<void> {
  await tx
    .insertInto("live_events")
    .values({ id: Bun.randomUUIDv7(), topic: "users", audience: "staff" })
    .execute();
}
