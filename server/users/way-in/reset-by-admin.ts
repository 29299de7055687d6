import { AppError } from "../../../shared/errors.ts";
import type { UserState } from "../../../shared/users.ts";
import type { ActorDeps } from "../../actor.ts";
import { voidLinksOf } from "../../auth/links.ts";
import { endSessionsOf } from "../../auth/sessions.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import { countUse } from "../../hourly-limits.ts";
import { transact } from "../../transact.ts";

/** Whether a mail server is set; without one mails are kept and reach nobody. */
interface MailSettings {
  smtpUrl: string | null;
}

/** Mails a link and ends every session; the password stays until the link is used. */
export async function resetByAdmin(
  deps: ActorDeps,
  { email }: { email: string },
  { smtpUrl }: MailSettings,
): Promise<{ message: string }> {
  return await transact(deps, async (tx, deps) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "state"])
      .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (!user || user.state === "disabled") throw new AppError("not_found");
    await mailLink(tx, deps, user);
    return {
      message: smtpUrl
        ? "A mail with a link is on its way, and every session has been ended."
        : "Every session has been ended. This desk sends no mail: the one with the link is kept under Settings.",
    };
  });
}

/** The invitation, mostly once more; the link of the one before opens nothing any longer. */
export async function resendInvitation(
  deps: ActorDeps,
  id: string,
  { smtpUrl }: MailSettings,
): Promise<{ message: string }> {
  return await transact(deps, async (tx, deps) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "state"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError("not_found");
    await inviteAgain(tx, deps, user);
    return {
      message: smtpUrl
        ? "The invitation is on its way."
        : "This desk sends no mail: the invitation is kept under Settings.",
    };
  });
}

/** Of a user whose row is locked. */
export async function inviteAgain(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  user: LockedState,
  oneOfMany = false,
): Promise<void> {
  if (user.state !== "invited") throw new AppError("already_accepted");
  await mailLink(tx, deps, user, oneOfMany);
}

interface LockedState {
  id: string;
  state: UserState;
}

async function mailLink(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  { id, state }: LockedState,
  oneOfMany = false,
): Promise<void> {
  const { actor, now } = deps;
  const invited = state === "invited";
  await countUse(tx, deps, "invitations");
  await endSessionsOf(tx, id);
  await voidLinksOf(tx, [id], now);
  const template = invited ? "invitation" : "reset-by-admin";
  await recordAct(
    tx,
    {
      act: invited ? "user.invited" : "password.reset-by-admin",
      actorId: actor.id,
      subject: { kind: "user", id },
      mail: { template, userId: id, data: { askedBy: actor.id }, oneOfMany },
    },
    deps,
  );
}
