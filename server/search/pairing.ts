import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { pairsOfTickets } from "./pairs.ts";
import { pieces } from "./rebuild.ts";

/** From here on tickets that came without their pairs are gone through, from the newest to the oldest. */
export async function beginPairing(tx: Tx): Promise<void> {
  await sql`
    insert into search_pairing default values
    on conflict (only_one) do update set mark = default`.execute(tx);
}

/** Keeps the pairs of the next of them; how many were looked at, or null where none is left. */
export async function pairSlice(tx: Tx, atMost: number): Promise<number | null> {
  const state = await tx.selectFrom("search_pairing").select("mark").forUpdate().executeTakeFirst();
  if (!state) return null;
  const { rows } = await sql<{ id: string; known: boolean }>`
    select id, exists (select from ticket_pairs where ticket_id = id) as known
    from tickets where id < ${state.mark}::uuid order by id desc limit ${atMost}`.execute(tx);
  const ids = rows.filter(({ known }) => !known).map(({ id }) => id);
  if (ids.length > 0) {
    await sql`
      with ${pieces(sql`${ids}::uuid[]`)}
      insert into ticket_pairs (ticket_id, pairs) ${pairsOfTickets}`.execute(tx);
  }
  const last = rows.at(-1);
  if (!last) await tx.deleteFrom("search_pairing").execute();
  else await tx.updateTable("search_pairing").set({ mark: last.id }).execute();
  return rows.length;
}
