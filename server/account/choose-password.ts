import { AppError } from "../../shared/errors.ts";
import { readLink, spendLink } from "../auth/links.ts";
import { assertChoosable } from "../auth/password.ts";
import { tellPages } from "../events/tell-pages.ts";
import { afterNewPassword, passwordChangedMessage } from "./after-new-password.ts";
import type { VisitorDeps } from "./deps.ts";

export const passwordSetMessage = "Your password has been set. Please sign in.";

/** From a mailed link: a forgotten password, or the first one of somebody invited. */
export async function choosePassword(
  deps: VisitorDeps,
  input: { token: string; newPassword: string },
): Promise<{ message: string }> {
  const { services, now } = deps;
  const { kind } = await readLink(services.db, input.token, now);
  assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  await services.db.transaction().execute(async (tx) => {
    const { userId } = await spendLink(tx, input.token, ["reset", "invitation"], now);
    if (!userId) throw new AppError("link_spent");
    const { email } = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_set_at: now, state: "active" })
      .where("id", "=", userId)
      .where("state", "<>", "disabled")
      .returning("email")
      .executeTakeFirstOrThrow(() => new AppError("link_spent"));
    if (email) await services.throttle.clear(tx, email);
    await afterNewPassword(tx, deps, userId, "password.chosen");
    await tellPages(tx, "users");
  });
  return { message: kind === "invitation" ? passwordSetMessage : passwordChangedMessage };
}
