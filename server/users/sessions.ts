import { AppError } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import { readSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";

/** Whoever looks sees their own session marked. */
interface LookingDeps extends ActorDeps {
  sessionId: string;
}

export async function listUserSessions(deps: LookingDeps, id: string): Promise<SessionInfo[]> {
  await assertExists(deps, id);
  return await readSessionsOf(deps.db, id, deps.sessionId, deps.now);
}

export async function endUserSession(
  deps: ActorDeps,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<{ ended: number }> {
  return await transact(deps, async (tx, deps) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("public_id", "=", sessionId)
      .where("user_id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
    await recordEnded(tx, deps, id);
    return { ended: 1 };
  });
}

/** All of them; of one's own all but this one. */
export async function endAllUserSessions(
  deps: LookingDeps,
  id: string,
): Promise<{ ended: number }> {
  await assertExists(deps, id);
  return await transact(deps, async (tx, deps) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("user_id", "=", id)
      .where("id", "<>", deps.sessionId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await recordEnded(tx, deps, id);
    return { ended: Number(numDeletedRows) };
  });
}

async function assertExists({ db }: ActorDeps, id: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw new AppError("not_found");
}

async function recordEnded(tx: Tx, deps: ActorDeps, id: string): Promise<void> {
  await recordAct(
    tx,
    { act: "session.ended", actorId: deps.actor.id, subject: { kind: "user", id } },
    deps,
  );
}
