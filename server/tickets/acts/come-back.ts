import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { wholeOrNot } from "../../jobs/whole-or-not.ts";
import type { LeftTicket } from "./leave-scope.ts";
import { beginActs } from "./shape/begin-acts.ts";
import { findForUpdate } from "./shape/find-for-update.ts";
import { saveTicket } from "./shape/save-ticket.ts";
import { takeBackAct } from "./undo-act.ts";

type Deps = Pick<ActorDeps, "actor" | "now">;

/**
 * Somebody has their rights back: their part in these tickets too, where nobody else took it since
 * and they may have it. Answers how many stay without them.
 */
export async function comeBackTo(tx: Tx, deps: Deps, left: readonly LeftTicket[]): Promise<number> {
  const by = { actorId: deps.actor.id, now: deps.now };
  const actIds = await beginActs(tx, by, "come-back", left.length);
  let without = 0;
  for (const [index, one] of left.entries()) {
    if (!(await hasBack(tx, deps, one, actIds[index] ?? ""))) without += 1;
  }
  return without;
}

/** `1 of their 2 tickets changed again since …`; nothing where all came back. */
export function withoutThem(without: number, of: number): string | undefined {
  if (without === 0) return undefined;
  const tickets = of === 1 ? "Their ticket" : `${without} of their ${of} tickets`;
  return `${tickets} changed again since, and ${without === 1 ? "stays" : "stay"} without them.`;
}

async function hasBack(
  tx: Tx,
  deps: Deps,
  { ticketId, actId: leaving }: LeftTicket,
  actId: string,
): Promise<boolean> {
  try {
    await wholeOrNot(tx, async () => {
      const ticket = await findForUpdate(tx, null, ticketId);
      const plan = await takeBackAct(tx, deps, ticket, leaving);
      await saveTicket(tx, ticket, { actId, actorId: deps.actor.id, plan });
    });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
