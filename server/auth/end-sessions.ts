import type { Db, Tx } from "../db/database.ts";

/** Every session of a user, in the transaction of the act that ends them. */
export async function endSessionsOf(tx: Db | Tx, userId: string, except?: string): Promise<number> {
  let deletion = tx.deleteFrom("sessions").where("user_id", "=", userId);
  if (except) deletion = deletion.where("id", "<>", except);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  return Number(numDeletedRows);
}
