import { recordAct } from "../events/record-act.ts";
import type { SignedInDeps } from "./deps.ts";

export async function signOut(deps: SignedInDeps): Promise<void> {
  const { services, sessionId } = deps;
  await services.db.transaction().execute(async (tx) => {
    const userId = await services.sessions.end(sessionId, tx);
    if (!userId) return;
    const subject = { kind: "user", id: userId } as const;
    await recordAct(tx, { act: "session.signed-out", actorId: userId, subject }, deps);
  });
}
