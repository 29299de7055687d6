import type { Tx } from "../../db/database.ts"; /** The input of a merge job. */
export interface CompanyMerge {
  sourceId: string;
  targetId: string;
  /** Their names at the start: `Acme Ltd into Acme`. */
  names: string;
}

export function mergeNames(source: { name: string }, target: { name: string }): string {
  return `${source.name} into ${target.name}`;
}

/** The tickets of a company in locking order. */
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
