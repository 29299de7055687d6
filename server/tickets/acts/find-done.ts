import type { ActAnswer } from "../../../shared/tickets/page.ts";
import type { ActorDeps } from "../../actor.ts";
import type { ActMade } from "./shape/act-made.ts";
import { answerAct } from "./shape/answer-act.ts";

/**
 * What came of an act on a ticket, for whoever never heard; null where it was not done. Asked before it is
 * given back to be sent anew, while its key is known.
 */
export async function findDone(
  deps: ActorDeps,
  requestId: string,
): Promise<(ActAnswer & { messageId: string }) | null> {
  const act = await deps.db
    .selectFrom("acts")
    .select(["id", "made", "created_at"])
    .where("actor_id", "=", deps.actor.id)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  const made = act?.made as Partial<ActMade> | undefined;
  if (!act || made?.ticketId === undefined) return null;
  const done = { actId: act.id, at: act.created_at, made: { ...made, ticketId: made.ticketId } };
  return { ...(await answerAct(deps, done)), messageId: made.messageId ?? "" };
}
