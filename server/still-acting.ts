import { AppError } from "../shared/errors.ts";
import type { ActorDeps } from "./access/actor.ts";
import { readOpenSessions } from "./auth/sessions.ts";

/**
 * Re-reads the actor with their current permissions. During a long download they may have signed out or lost
 * access to companies; they then get nothing more.
 */
export async function stillActing<Given extends ActorDeps>(deps: Given): Promise<Given> {
  const { db, sessionId, now } = deps;
  if (sessionId === null) return deps;
  const actor = (await readOpenSessions(db, [sessionId], now)).get(sessionId);
  if (!actor) throw new AppError("session_expired");
  return { ...deps, actor };
}
