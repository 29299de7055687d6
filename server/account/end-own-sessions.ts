import { AppError } from "../../shared/errors.ts";
import { endSessionsOf } from "../auth/end-sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";
import type { SignedInDeps } from "./deps.ts";

/** One of one's own; another's is as good as none. */
export async function endSession(deps: SignedInDeps, publicId: string): Promise<{ ended: number }> {
  return await transact(deps, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("public_id", "=", publicId)
      .where("user_id", "=", deps.actor.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
    await recordEnded(tx, deps);
    return { ended: 1 };
  });
}

export async function endOtherSessions(deps: SignedInDeps): Promise<{ ended: number }> {
  return await transact(deps, async (tx) => {
    const ended = await endSessionsOf(tx, deps.actor.id, deps.sessionId);
    if (ended > 0) await recordEnded(tx, deps);
    return { ended };
  });
}

async function recordEnded(tx: Tx, deps: SignedInDeps): Promise<void> {
  const { id } = deps.actor;
  await recordAct(tx, { act: "session.ended", actorId: id, subject: { kind: "user", id } }, deps);
}
