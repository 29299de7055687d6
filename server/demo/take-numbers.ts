import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** As many as tickets that come next, in their order. */
export async function takeNumbers(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('ticket_numbers')::int as number from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ number }) => number);
}
