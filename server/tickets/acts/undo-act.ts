import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import { instantOf, type TicketChange, type TicketPlan } from "../../../shared/tickets/state.ts";
import { undoMs } from "../../../shared/undo-time.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { planLawfulUndo } from "./rules/plan-lawful-undo.ts";
import type { ActMade } from "./shape/act-made.ts";
import { actOnTicket } from "./shape/act-on-ticket.ts";
import { answerAct } from "./shape/answer-act.ts";
import type { LockedTicket } from "./shape/find-for-update.ts";
import { comingBack } from "./shape/lock-people.ts";
import { restoreSpan } from "./shape/restore-span.ts";
import { unsplitTicket } from "./split-ticket.ts";

/** Takes back an act of one's own: what was before stands again, what was touched since stays. */
export async function undoAct(
  deps: ActorDeps,
  input: { requestId: string; actId: string },
): Promise<ActAnswer> {
  const { made, people } = await findOwnAct(deps, input.actId);
  const { ticketId, split } = made;
  if (split) return await unsplitTicket(deps, input, { ...made, split });
  const done = await actOnTicket(
    deps,
    { kind: "undo", requestId: input.requestId, input, ticketId, people },
    async (tx, ticket) => ({ plan: await takeBackAct(tx, deps, ticket, input.actId) }),
  );
  return await answerAct(deps, done);
}

/** With whoever would get their part back. */
async function findOwnAct(
  { db, actor }: ActorDeps,
  actId: string,
): Promise<{ made: ActMade; people: string[] }> {
  const act = await db
    .selectFrom("acts")
    .select(["made", comingBack.as("people")])
    .where("id", "=", actId)
    .where("actor_id", "=", actor.id)
    .where(sql<boolean>`made ? 'ticketId'`)
    .executeTakeFirst();
  if (!act) throw new AppError("not_found");
  return { made: act.made as unknown as ActMade, people: act.people };
}

/**
 * Under the ticket's lock: plans what brings the ticket back, with the spans of its states, and
 * marks the act as undone, so that its key is spent.
 */
export async function takeBackAct(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  ticket: LockedTicket,
  actId: string,
): Promise<TicketPlan> {
  const earliest = new Date(deps.now.getTime() - undoMs);
  const act = await tx
    .updateTable("acts")
    .set({ undone_at: deps.now })
    .where("id", "=", actId)
    .where("actor_id", "=", deps.actor.id)
    .where("undone_at", "is", null)
    .where("created_at", ">=", earliest)
    .returning("made")
    .executeTakeFirst();
  const { undo, leaving } = (act?.made ?? {}) as unknown as ActMade;
  const record = undo ?? leaving;
  if (!record) throw new AppError("undo_too_late");

  const events = await readEventsFrom(tx, ticket.id, actId);
  const own = events.filter((event) => event.actId === actId);
  const [first] = own;
  if (!first) throw new AppError("undo_too_late");
  const since = events.filter(({ version }) => version > first.version);
  const plan = await planLawfulUndo(
    tx,
    deps.actor,
    ticket.state,
    {
      eventId: first.id,
      changes: own.map(({ change }) => change),
      record,
      since: since.map(({ change }) => change),
    },
    instantOf(deps.now),
  );
  if (plan.after.status !== plan.before.status) await restoreSpan(tx, ticket.id, plan.after.status);
  return plan;
}

interface ActEvent {
  id: string;
  actId: string;
  version: number;
  change: TicketChange;
}

/** The events of the act and of all that came after it, in their order. */
async function readEventsFrom(tx: Tx, ticketId: string, actId: string): Promise<ActEvent[]> {
  const events = await tx
    .selectFrom("ticket_events")
    .select(["id", "act_id", "kind", "data", "version"])
    .where("ticket_id", "=", ticketId)
    .where("version", ">=", (from) =>
      from
        .selectFrom("ticket_events")
        .select((select) => select.fn.min("version").as("version"))
        .where("ticket_id", "=", ticketId)
        .where("act_id", "=", actId),
    )
    .orderBy("version")
    .orderBy("id")
    .execute();
  return events.map(({ id, act_id, kind, data, version }) => ({
    id,
    actId: act_id,
    version: version ?? 0,
    change: { kind, ...(data as object) } as TicketChange,
  }));
}
