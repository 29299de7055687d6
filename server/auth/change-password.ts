import { type AppError, refuseField } from "../../shared/errors.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import type { SignedInDeps, VisitorDeps } from "./deps.ts";
import { voidLinksOf } from "./links.ts";
import { assertChoosable } from "./passwords.ts";
import { endSessionsOf } from "./sessions.ts";

/** Ends all sessions of the person, including this one. */
export async function changePassword(
  deps: SignedInDeps,
  input: { oldPassword: string; newPassword: string },
): Promise<{ message: string }> {
  const { services, actor, now, ipAddress, network } = deps;
  const userId = actor.id;
  await assertChoosable(input.newPassword);
  const before = await services.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  // Strangers in the same network must not lock out a person who is signed in.
  const attempt = { account: oldPasswordAttempts(userId), ipAddress, network, knownBrowser: true };
  const isRight = await services.throttle.attempt(attempt, now, () =>
    services.passwords.verify(input.oldPassword, before.password_hash),
  );
  if (!isRight) throw wrongPassword();
  const hash = await services.passwords.hash(input.newPassword);
  await transact(deps, async (tx) => {
    const person = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_set_at: now })
      .where("id", "=", userId)
      .where("password_hash", "=", before.password_hash)
      .returning(["id", "email"])
      // Someone else changed it: the typed password is no longer the current one.
      .executeTakeFirstOrThrow(wrongPassword);
    await afterNewPassword(tx, deps, person, {
      act: "password.changed",
      notice: "password-changed",
    });
  });
  return { message: passwordChangedMessage };
}

function wrongPassword(): AppError {
  return refuseField("password_wrong", "oldPassword");
}

export const passwordChangedMessage = "Your password has been changed successfully!";

/**
 * The counter for wrong old passwords. Only someone who is signed in can use it up: an address typed at sign-in holds
 * no line break.
 */
export const oldPasswordAttempts = (userId: string) => `change\n${userId}`;

interface NewPassword {
  act: "password.changed" | "password.chosen";
  /** A first password is not a change. */
  notice: "password-changed" | "password-set";
}

/** The old password and earlier links stop working, all sessions end, and earlier failures no longer count. */
export async function afterNewPassword(
  tx: Tx,
  deps: VisitorDeps,
  { id: userId, email }: { id: string; email: string | null },
  { act, notice }: NewPassword,
): Promise<void> {
  const { throttle } = deps.services;
  if (email) await throttle.clear(tx, email);
  await throttle.clear(tx, oldPasswordAttempts(userId));
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
