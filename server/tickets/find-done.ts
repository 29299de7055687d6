import { sql } from "kysely";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../actor.ts";
import type { ActMade } from "./act-made.ts";
import { answerAct } from "./answer-act.ts";

/**
 * What came of an act on a ticket, for whoever never heard; null where it was not done. Asked before it is
 * given back to be sent anew: while its key is known, and that of a message is as long as that exists.
 */
export async function findDone(
  deps: ActorDeps,
  requestId: string,
): Promise<(ActAnswer & { messageId: string }) | null> {
  const { rows } = await sql<{ id: string; made: Partial<ActMade>; at: Date }>`
    select id, made, created_at as at from acts
    where actor_id = ${deps.actor.id}::uuid and request_id = ${requestId}::uuid
    union all
    select coalesce(act_id, id), jsonb_build_object('ticketId', ticket_id, 'messageId', id), created_at
    from messages where author_id = ${deps.actor.id}::uuid and request_id = ${requestId}::uuid
    limit 1`.execute(deps.db);
  const [act] = rows;
  if (act?.made.ticketId === undefined) return null;
  const done = { actId: act.id, at: act.at, made: { ...act.made, ticketId: act.made.ticketId } };
  return { ...(await answerAct(deps, done)), messageId: act.made.messageId ?? "" };
}
