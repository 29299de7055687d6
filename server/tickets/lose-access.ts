import { sql } from "kysely";
import { instantOf } from "../../shared/tickets/state.ts";
import { undoRecordOf } from "../../shared/tickets/undo.ts";
import { planLeaving } from "../../shared/tickets/update.ts";
import type { Tx } from "../db/database.ts";
import { isShown } from "./scope.ts";
import { isOpen } from "./views.ts";
import type { ActMade } from "./act-made.ts";
import { beginActs } from "./begin-acts.ts";
import { readHeld } from "./lock.ts";
import { inThousands } from "./in-thousands.ts";
import { saveTickets } from "./save-ticket.ts";

/**
 * After a change of somebody's rights, in its transaction: they leave what they may see no
 * longer. Open tickets lose their assignee, and all tickets their follower, each with an event.
 */
export async function leaveWhatIsOutOfScope(
  tx: Tx,
  by: Change,
  userId: string,
): Promise<LeftTicket[]> {
  const tickets = await lockConcerned(tx, userId);
  const actIds = await beginActs(tx, by, "leave", tickets.length);
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
  const tickets = await readHeld(
    tx,
    left.map(({ ticketId }) => ticketId),
  );
  const acts = tickets.map((ticket, index) => {
    const plan = planLeaving(ticket.state, userId, instantOf(now));
    const made: ActMade = {
      ...{ ticketId: ticket.id, leaving: undoRecordOf(plan) },
      ...(changeId && { changeId }),
    };
    return { ticket, actId: left[index]?.actId ?? "", actorId, plan, made: { ...made } };
  });
  await saveTickets(tx, acts);
}

/** Of somebody's rights: by whom, when, and as the audit log knows it. */
interface Change {
  actorId: string;
  now: Date;
  changeId?: string;
}

/** The act by which somebody left it, so that they can have their part back. */
export interface LeftTicket {
  ticketId: string;
  actId: string;
}

/** What one change of somebody's rights took from them, as far as its author may still take it back. */
export async function leftByChange(
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

/** In the order of their ids, as by everybody who locks several. */
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
