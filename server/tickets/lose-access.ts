import { sql } from "kysely";
import { instantOf } from "../../shared/tickets/state.ts";
import { undoRecordOf } from "../../shared/tickets/undo.ts";
import { planAccessLost } from "../../shared/tickets/update.ts";
import { isShown } from "../access/scope.ts";
import { isOpen } from "../access/views.ts";
import type { Tx } from "../db/database.ts";
import { readLockedTickets } from "./lock.ts";
import type { ActionResult } from "./transaction.ts";
import { beginActions, saveTickets } from "./write.ts";

/**
 * Runs in the transaction that changes a person's rights. Removes them as assignee of open tickets
 * and as follower of all tickets they can no longer see, each with an event.
 */
export async function removeFromLostTickets(
  tx: Tx,
  by: Change,
  userId: string,
): Promise<LeftTicket[]> {
  const tickets = await lockConcerned(tx, userId);
  const actIds = await beginActions(tx, by, "leave", tickets.length);
  const left = tickets.map(({ id }, index) => ({ ticketId: id, actId: actIds[index] ?? "" }));
  await inThousands(left, (some) => leaveSome(tx, by, userId, some));
  return left;
}

async function leaveSome(
  tx: Tx,
  { actorId, now, changeId }: Change,
  userId: string,
  left: readonly LeftTicket[],
): Promise<void> {
  const tickets = await readLockedTickets(
    tx,
    left.map(({ ticketId }) => ticketId),
  );
  const acts = tickets.map((ticket, index) => {
    const plan = planAccessLost(ticket.state, userId, instantOf(now));
    const made: ActionResult = {
      ticketId: ticket.id,
      leaving: undoRecordOf(plan),
      ...(changeId && { changeId }),
    };
    return { ticket, actId: left[index]?.actId ?? "", actorId, plan, made: { ...made } };
  });
  await saveTickets(tx, acts);
}

/** The change of rights: by whom, when, and its audit entry. */
interface Change {
  actorId: string;
  now: Date;
  changeId?: string;
}

/** The action that removed a person, so that it can be undone. */
export interface LeftTicket {
  ticketId: string;
  actId: string;
}

/**
 * The tickets that one change of rights removed the person from, as far as its author can still
 * undo it.
 */
export async function ticketsLeftByChange(
  tx: Tx,
  { changeId, actorId, userId }: { changeId: string; actorId: string; userId: string },
): Promise<LeftTicket[]> {
  const { rows } = await sql<LeftTicket>`
    select act.id as "actId", act.made ->> 'ticketId' as "ticketId"
    from audit_log log
      join acts act on act.created_at = log.at and act.actor_id = log.actor_id
        and act.kind = 'leave' and act.made ->> 'changeId' = log.id::text
    where log.id = ${changeId} and log.actor_id = ${actorId} and log.subject_id = ${userId}
    order by act.id`.execute(tx);
  return rows;
}

/** In the order of ids, the one order of locks. */
async function lockConcerned(tx: Tx, userId: string): Promise<{ id: string }[]> {
  const user = sql`${userId}::uuid`;
  const { rows } = await sql<{ id: string }>`
    with reader as (select * from users where id = ${user}),
    -- Found first: where Postgres does not know yet how many there are, it would look for each anew.
    concerned as materialized (
      select t.id from tickets t, reader
      where t.assignee_id = ${user} and ${isOpen} and not ${staysAssigned}
      union
      select t.id from ticket_people person join tickets t on t.id = person.ticket_id, reader
      where person.user_id = ${user} and t.requester_id <> ${user} and not ${staysFollower}
    )
    select t.id from concerned join tickets t on t.id = concerned.id
    where ${isShown({})}
    order by t.id for no key update of t`.execute(tx);
  return rows;
}

const belongs = sql`exists (
  select from user_companies own
  where own.user_id = reader.id and own.company_id = t.company_id)`;

const seesAsStaff = sql`(reader.role = 'Super Admin'
  or reader.role = 'Agent' and (reader.company_scope = 'all' or ${belongs}))`;

const staysAssigned = sql`(reader.state = 'active' and ${seesAsStaff})`;

const staysFollower = sql`(reader.state <> 'disabled'
  and (${seesAsStaff} or reader.role = 'Customer' and ${belongs}))`;

/** Tickets per statement, so that no statement times out. */
const atOnce = 1000;

export async function inThousands<Item>(
  items: readonly Item[],
  run: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < items.length; done += atOnce) {
    await run(items.slice(done, done + atOnce));
  }
}
