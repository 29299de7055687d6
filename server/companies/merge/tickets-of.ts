import type { Tx } from "../../db/database.ts";

/** Those that move one by one, in the order of everybody who locks several. */
export async function ticketsOf(tx: Tx, companyId: string): Promise<string[]> {
  const tickets = await tx
    .selectFrom("tickets")
    .select("id")
    .where("company_id", "=", companyId)
    .where("spam_at", "is", null)
    .where("merged_into_id", "is", null)
    .orderBy("id")
    .execute();
  return tickets.map(({ id }) => id);
}
