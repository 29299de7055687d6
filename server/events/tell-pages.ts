import type { Db, Tx } from "../db/database.ts";

/** Which open pages show something old by now. */
export type PageTopic = "users" | "companies" | "settings" | "macros" | "views" | "desk";

/** In the transaction of the act. The look of the desk is everybody's, all else is that of staff. */
export async function tellPages(tx: Db | Tx, topic: PageTopic): Promise<void> {
  await tx
    .insertInto("live_events")
    .values({ id: Bun.randomUUIDv7(), topic, audience: topic === "desk" ? "everyone" : "staff" })
    .execute();
}
