import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { instantOf, type TicketChange, type TicketPlan } from "../../shared/tickets/state.ts";
import { planUndo, type UndoRecord } from "../../shared/tickets/undo.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { type LockedTicket, lockShownTickets } from "./lock.ts";
import { inThousands, type LeftTicket } from "./lose-access.ts";
import { canBeAssigned, canFollow, type Participant, readParticipantsIn } from "./participants.ts";
import { type ActionEvents, readActionEvents } from "./undo.ts";
import { beginActions, saveTickets } from "./write.ts";

type Deps = Pick<ActorDeps, "actor" | "now">;

/**
 * A person's rights were restored: restores their part in these tickets too, unless someone else
 * has it. Returns how many tickets stay without them.
 */
export async function restoreToTickets(
  tx: Tx,
  deps: Deps,
  left: readonly LeftTicket[],
): Promise<number> {
  let back = 0;
  await inThousands(left, async (some) => {
    back += await comeBackToSome(tx, deps, some);
  });
  return left.length - back;
}

/** `1 of their 2 tickets changed again since …`; undefined if all were restored. */
export function withoutThem(without: number, of: number): string | undefined {
  if (without === 0) return undefined;
  const tickets = of === 1 ? "Their ticket" : `${without} of their ${of} tickets`;
  return `${tickets} changed again since, and ${without === 1 ? "stays" : "stay"} without them.`;
}

async function comeBackToSome(tx: Tx, deps: Deps, left: readonly LeftTicket[]): Promise<number> {
  const tickets = await lockShownTickets(
    tx,
    left.map(({ ticketId }) => ticketId),
  );
  const taken = await readTaken(tx, deps, left);
  const people = await readParticipantsIn(
    tx,
    [...new Set([...taken.values()].flatMap(whoWould))],
    [...new Set(tickets.map(({ state }) => state.companyId))],
  );
  const back = tickets.flatMap((ticket) => {
    const part = taken.get(ticket.id);
    const here = people.get(ticket.state.companyId) ?? new Map<string, Participant>();
    const plan = part && planComeBack(ticket, part, here, deps.now);
    return plan ? [{ ticket, plan, spent: part.actId }] : [];
  });
  await spend(
    tx,
    deps,
    back.map(({ spent }) => spent),
  );
  const actorId = deps.actor.id;
  const actIds = await beginActions(tx, { actorId, now: deps.now }, "come-back", back.length);
  const acts = back.map(({ ticket, plan }, index) => ({
    ticket,
    plan,
    actorId,
    actId: actIds[index] ?? "",
  }));
  await saveTickets(tx, acts);
  return back.length;
}

/** What the person lost in a ticket, by which action, and what changed since. */
interface TakenPart extends ActionEvents {
  actId: string;
  eventId: string;
  record: UndoRecord;
}

/** By ticket: the actor's own actions that can still be undone, locked. */
async function readTaken(
  tx: Tx,
  { actor, now }: Deps,
  left: readonly LeftTicket[],
): Promise<Map<string, TakenPart>> {
  const actIds = left.map(({ actId }) => actId);
  const { rows } = await sql<{ id: string; record: UndoRecord | null }>`
    select id, made -> 'leaving' as record from acts
    where id = any(${actIds}::uuid[]) and actor_id = ${actor.id}::uuid and undone_at is null
      and created_at >= ${new Date(now.getTime() - undoMs)}::timestamptz
    order by id for update`.execute(tx);
  const records = new Map(rows.map(({ id, record }) => [id, record]));
  const told = await readActionEvents(tx, left);
  return new Map(
    left.flatMap(({ ticketId, actId }): [string, TakenPart][] => {
      const [record, events] = [records.get(actId), told.get(actId)];
      if (!record || !events || events.eventId === null) return [];
      return [[ticketId, { ...events, eventId: events.eventId, actId, record }]];
    }),
  );
}

function whoWould({ record, changes }: TakenPart): string[] {
  const { assigneeId } = record.before;
  return [...(assigneeId ? [assigneeId] : []), ...changes.flatMap(whoFollowed)];
}

function whoFollowed(change: TicketChange): readonly string[] {
  return change.kind === "followers" ? change.removed : [];
}

/** Null if nothing can be restored. */
function planComeBack(
  { state }: LockedTicket,
  { eventId, changes, since, record }: TakenPart,
  people: ReadonlyMap<string, Participant>,
  now: Date,
): TicketPlan | null {
  const { assigneeId } = record.before;
  const isBarred = assigneeId && !canBeAssigned(people.get(assigneeId));
  try {
    return planUndo(
      state,
      {
        eventId,
        changes,
        record,
        since,
        barred: isBarred ? ["assigned"] : [],
        outside: changes.flatMap(whoFollowed).filter((id) => !canFollow(people.get(id))),
      },
      instantOf(now),
    );
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** An action can be undone once. */
async function spend(tx: Tx, { now }: Deps, actIds: readonly string[]): Promise<void> {
  await sql`
    update acts set undone_at = ${now}::timestamptz
    where id = any(${[...actIds]}::uuid[])`.execute(tx);
}
