import { endSessionsOf } from "../auth/end-sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { voidLinksOf } from "../mail/outbox/void-links.ts";
import type { VisitorDeps } from "./deps.ts";

export const passwordChangedMessage = "Your password has been changed successfully!";

/**
 * What tries of the old password are counted under, over all networks too: only whoever is signed in as
 * them makes any. No address that is typed at the sign-in holds a line break.
 */
export const triesOfOld = (userId: string) => `change\n${userId}`;

interface NewPassword {
  act: "password.changed" | "password.chosen";
  /** What the person is told: of a change only who had another one before. */
  notice: "password-changed" | "password-set";
}

/**
 * Whoever has the old password, or a link that was mailed before, is out. They themselves get in
 * from everywhere, however often somebody failed with the old one.
 */
export async function afterNewPassword(
  tx: Tx,
  deps: VisitorDeps,
  { id: userId, email }: { id: string; email: string | null },
  { act, notice }: NewPassword,
): Promise<void> {
  const { throttle } = deps.services;
  if (email) await throttle.clear(tx, email);
  await throttle.clear(tx, triesOfOld(userId));
  await endSessionsOf(tx, userId);
  await voidLinksOf(tx, [userId], deps.now);
  await recordAct(
    tx,
    {
      act,
      actorId: userId,
      subject: { kind: "user", id: userId },
      mail: { template: notice, userId, data: {} },
    },
    deps,
  );
}
