import { recordAudit } from "../events/audit.ts";
import type { SignedInDeps } from "./deps.ts";

export async function signOut(deps: SignedInDeps): Promise<void> {
  const { services, signedIn } = deps;
  await services.sessions.end(signedIn.sessionId);
  const subject = { kind: "session", id: signedIn.actor.id } as const;
  await recordAudit(
    services.db,
    { act: "session.signed-out", actorId: signedIn.actor.id, subject },
    deps,
  );
}
