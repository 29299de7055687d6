import { endSessionsOf } from "../auth/end-sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAudit } from "../events/audit.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { voidLinksOf } from "../mail/void-links.ts";
import type { VisitorDeps } from "./deps.ts";

export const passwordChangedMessage = "Your password has been changed successfully!";

/** Whoever has the old password, or a link that was mailed before, is out. */
export async function afterNewPassword(
  tx: Tx,
  deps: VisitorDeps,
  userId: string,
  act: "password.changed" | "password.chosen",
): Promise<void> {
  await endSessionsOf(tx, userId);
  await voidLinksOf(tx, userId, deps.now);
  await recordAudit(
    tx,
    {
      act,
      actorId: userId,
      subject: { kind: "user", id: userId },
      personal: { network: deps.network },
    },
    deps,
  );
  await enqueueMail(tx, { template: "password-changed", userId, data: {} }, deps.now);
}
