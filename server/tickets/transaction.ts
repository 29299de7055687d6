import type { TicketPlan } from "../../shared/tickets/state.ts";
import { undoRecordOf } from "../../shared/tickets/undo.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { dropDraft } from "../drafts/stored-draft.ts";
import { spreadNews, type TicketNews } from "../notifications/news.ts";
import { type Act, type DoneAct, once } from "../once.ts";
import { withoutLostAssignee } from "./lost-assignee.ts";
import { holdCompanyOf } from "./places.ts";
import type { ActMade } from "./act-made.ts";
import { findForUpdate, type LockedTicket } from "./lock.ts";
import { lockPeople, lockTakingPart } from "./lock-people.ts";
import { insertMessage, type NewMessage } from "./messages.ts";
import { saveTicket } from "./save-ticket.ts";

/** What is to happen to a ticket, once it is clear that it may. */
export interface Deed {
  plan: TicketPlan;
  message?: NewMessage;
  /** It gives back what was somebody's: they are not told as of something new. */
  isQuiet?: boolean;
  /** What it means for others, or what its message does. */
  news?: readonly TicketNews[] | ((messageId: string) => TicketNews[]);
}

export interface TicketAct extends Act {
  ticketId: string;
  /** Where it was meant to be written, if that shows in this ticket now. */
  homeId?: string;
  /** The draft that was written, which goes with it. */
  draft?: { kind: "reply" | "note"; revision: number };
  /** Who is given a part in the ticket: locked before the ticket is, in the order of all. */
  people?: readonly string[];
  /** Whether whoever has a part in it already may lose it. */
  concernsAll?: boolean;
  /** What is done instead where the ticket is closed, and stays so until the end. */
  whenClosed?: (tx: Tx, closed: LockedTicket, deps: ActorDeps, actId: string) => Promise<ActMade>;
}

/** Plans what is to happen, or refuses it; `deps` has the actor with the rights of this moment. */
export type Decide = (tx: Tx, ticket: LockedTicket, deps: ActorDeps) => Deed | Promise<Deed>;

/**
 * The shape of every act on a ticket: one transaction, the ticket locked under the actor's scope,
 * `decide` plans or refuses, then all of it is written.
 */
export async function actOnTicket(
  deps: ActorDeps,
  act: TicketAct,
  decide: Decide,
): Promise<DoneAct<ActMade>> {
  try {
    return await doAct(deps, act, decide);
  } catch (error) {
    if (!(error instanceof FoundClosed)) throw error;
    return await doAct(deps, act, decide, (tx) => holdCompanyOf(tx, act.ticketId));
  }
}

/** Begun anew: another ticket is opened in the company of this one, which is held before any ticket. */
class FoundClosed extends Error {}

async function doAct(
  deps: ActorDeps,
  act: TicketAct,
  decide: Decide,
  holdCompany?: (tx: Tx) => Promise<void>,
): Promise<DoneAct<ActMade>> {
  return await once(deps, act, async (tx, actId, deps) => {
    const { people = [], concernsAll = false } = act;
    await (concernsAll ? lockTakingPart(tx, [act.ticketId], people) : lockPeople(tx, people));
    await holdCompany?.(tx);
    const ticket = await findForUpdate(tx, deps.actor, act.ticketId);
    if (act.draft) await dropDraft(tx, deps.actor.id, { ticketId: ticket.id, ...act.draft });
    if (act.whenClosed && ticket.state.status === "closed") {
      if (!holdCompany) throw new FoundClosed();
      return await act.whenClosed(tx, ticket, deps, actId);
    }
    const deed = await decide(tx, ticket, deps);
    return await perform(tx, deps, actId, { ticket, homeId: act.homeId ?? ticket.id, act }, deed);
  });
}

async function perform(
  tx: Tx,
  deps: ActorDeps,
  actId: string,
  { ticket, homeId, act }: { ticket: LockedTicket; homeId: string; act: Act },
  { plan: planned, message, isQuiet, news }: Deed,
): Promise<ActMade> {
  const { actor } = deps;
  const plan = await withoutLostAssignee(tx, planned);
  const made: ActMade = { ticketId: ticket.id, undo: undoRecordOf(plan) };
  const { requestId } = act;
  const where = { ticketId: ticket.id, homeId, actId, requestId, actor, at: plan.at };
  const written = message && (await insertMessage(tx, where, message));
  if (written) made.messageId = written.id;
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  const given = isQuiet ? [] : newsOfGiving(ticket.id, plan);
  const said = typeof news === "function" ? written && news(written.id) : news;
  await spreadNews(tx, actor, [...given, ...(said ?? [])], deps.now);
  return made;
}

type Giving = Extract<TicketNews, { kind: "assigned" | "team" }>;

/** To somebody, or while nobody has it to a team: of what rests a team has nothing to do. */
export function newsOfGiving(ticketId: string, { before, after }: TicketPlan): Giving[] {
  const { assigneeId, teamId, status } = after;
  if (assigneeId !== null) {
    return assigneeId === before.assigneeId ? [] : [{ kind: "assigned", ticketId, assigneeId }];
  }
  if (teamId === null || teamId === before.teamId || !isOpenStatus(status)) return [];
  return [{ kind: "team", ticketId }];
}
