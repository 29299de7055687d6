import { type AppError, refuseField } from "../../shared/errors.ts";
import { assertChoosable } from "../auth/password.ts";
import { transact } from "../transact.ts";
import { afterNewPassword, passwordChangedMessage, triesOfOld } from "./after-new-password.ts";
import type { SignedInDeps } from "./deps.ts";

/** Ends every session of the person, this one too. */
export async function changePassword(
  deps: SignedInDeps,
  input: { oldPassword: string; newPassword: string },
): Promise<{ message: string }> {
  const { services, actor, now, ipAddress, network } = deps;
  const userId = actor.id;
  assertChoosable(input.newPassword);
  const before = await services.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  // Strangers in the same network must not lock out a person who is signed in.
  const attempt = { account: triesOfOld(userId), ipAddress, network, knownBrowser: true };
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
      // Somebody else changed it in the meantime: what was typed is the previous one no more.
      .executeTakeFirstOrThrow(wrongPassword);
    await afterNewPassword(tx, deps, person, {
      ...{ act: "password.changed", notice: "password-changed" },
    });
  });
  return { message: passwordChangedMessage };
}

function wrongPassword(): AppError {
  return refuseField("password_wrong", "oldPassword");
}
