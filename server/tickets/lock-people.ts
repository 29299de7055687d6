import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/**
 * Whoever changes these people's rights waits, or is waited for. They are locked before any ticket,
 * as there: the other way round both would wait for each other.
 */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // One statement for however many there are.
  await sql`
    select from users where id = any(${[...new Set(ids)]}::uuid[]) order by id for share`.execute(
    tx,
  );
}

/** Whoever acts, before anybody else: what an act writes names them, and so waits for their row. */
export async function lockActing(tx: Tx, id: string): Promise<void> {
  await sql`select from users where id = ${id}::uuid for key share`.execute(tx);
}

/** Whoever has a part in these tickets keeps their rights until the transaction ends, and so do `others`. */
export async function lockTakingPart(
  tx: Tx,
  ticketIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  if (ticketIds.length === 0) return;
  await lockPeople(tx, [...(await takingPart(tx, ticketIds)), ...others]);
}

/** Who they are, before anybody is locked. */
export async function takingPart(tx: Tx, ticketIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select assignee_id as id from tickets
    where id = any(${[...ticketIds]}::uuid[]) and assignee_id is not null
    union
    select user_id from ticket_people where ticket_id = any(${[...ticketIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Of a row of `acts`: who gets their part in the ticket back where it is taken back, whoever has it where
 * it may open again, and of one that moved it to another company whoever has a part in it.
 */
export const comingBack = sql<string[]>`array_remove(array(
  select acts.made #>> '{undo,before,assigneeId}'
  union
  select acts.made #>> '{undo,before,requesterId}'
  union
  select follower from ticket_events event
    cross join lateral jsonb_array_elements_text(event.data -> 'removed') as follower
  where event.ticket_id = (acts.made ->> 'ticketId')::uuid and event.act_id = acts.id
    and event.kind = 'followers'
  union
  select assignee_id::text from tickets
  where id = (acts.made ->> 'ticketId')::uuid and acts.made #> '{undo,before}' ? 'status'
  union
  select part.id::text from tickets t cross join lateral (
    select t.assignee_id union select user_id from ticket_people where ticket_id = t.id) as part (id)
  where t.id = (acts.made ->> 'ticketId')::uuid and acts.made #> '{undo,before}' ? 'companyId'
  ), null)`;
