import { endSessionsOf } from "../auth/end-sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
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
  await recordAct(
    tx,
    {
      act,
      actorId: userId,
      subject: { kind: "user", id: userId },
      personal: { network: deps.network },
      mail: { template: "password-changed", userId, data: {} },
    },
    deps,
  );
}
