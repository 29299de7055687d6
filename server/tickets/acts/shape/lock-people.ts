import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";

/**
 * Whoever changes these people's rights waits, or is waited for. They are locked before any ticket,
 * as there: the other way round both would wait for each other.
 */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forShare()
    .execute();
}

/** Whoever has a part in these tickets keeps their rights until the transaction ends. */
export async function lockTakingPart(tx: Tx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select assignee_id as id from tickets
    where id = any(${[...ticketIds]}::uuid[]) and assignee_id is not null
    union
    select user_id from ticket_people where ticket_id = any(${[...ticketIds]}::uuid[])`.execute(tx);
  await lockPeople(
    tx,
    rows.map(({ id }) => id),
  );
}
