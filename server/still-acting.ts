import { AppError } from "../shared/errors.ts";
import type { ActorDeps } from "./actor.ts";
import { readOpenSessions } from "./auth/sessions.ts";

/**
 * Who acts, with the rights of this moment. Whoever takes a long file slowly may have been signed
 * out since it began, or have lost companies: what is not sent yet is then not theirs any more.
 */
export async function stillActing<Given extends ActorDeps>(deps: Given): Promise<Given> {
  const { db, sessionId, now } = deps;
  if (sessionId === null) return deps;
  const actor = (await readOpenSessions(db, [sessionId], now)).get(sessionId);
  if (!actor) throw new AppError("session_expired");
  return { ...deps, actor };
}
