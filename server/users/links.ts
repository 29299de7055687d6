import { AppError } from "../../shared/errors.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import type { CopyableLink, UserState } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { createLink, linkUrl, voidLinksOf } from "../auth/links.ts";
import { endSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { countUse } from "../hourly-limits.ts";
import { onceKept } from "../once.ts";

/** Without a mail server emails are stored and not sent. */
interface MailSettings {
  smtpUrl: string | null;
}

/** Emails a link and ends every session. The password stays valid until the link is used. */
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
        ? "A link was sent by email. All sessions of this user have ended."
        : "All sessions of this user have ended. Email isn't set up, so the message with the link is stored under Settings.",
    };
  });
}

/** Sends the invitation again. Earlier links stop working. With an idempotency key, once. */
export async function resendInvitation(
  deps: ActorDeps,
  id: string,
  { smtpUrl }: MailSettings,
  requestId?: string,
): Promise<{ message: string }> {
  await onceKept(deps, { kind: "user.invite", requestId, input: { id } }, async (tx, deps) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "state"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .where("is_app", "=", false)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError("not_found");
    await resendTo(tx, deps, user);
    return { id };
  });
  return {
    message: smtpUrl
      ? "Invitation sent."
      : "Email isn't set up, so the invitation is stored under Settings.",
  };
}

/** The user's row must be locked. */
export async function resendTo(
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

/** The settings that decide whether links can be copied and where they lead. */
interface LinkSettings {
  smtpUrl: string | null;
  baseUrl: string | null;
}

/**
 * Creates a link that a Super Admin can copy, if no mail server is set up. It is shown once. Like an
 * emailed reset, it ends all sessions and earlier links. For anyone who was ever a Super Admin it is created
 * on the server only: otherwise one Super Admin could become another, if need be after demoting them.
 */
export async function createUserLink(
  deps: ActorDeps,
  { smtpUrl, baseUrl }: LinkSettings,
  id: string,
): Promise<CopyableLink> {
  if (smtpUrl !== null) throw new AppError("link_by_mail_only");
  return await transact(deps, async (tx, deps) => {
    const { actor, now } = deps;
    const user = await tx
      .selectFrom("users")
      .select(["state", "was_super_admin"])
      .where("id", "=", id)
      .where("state", "<>", "disabled")
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError("not_found");
    if (user.was_super_admin) throw new AppError("link_by_shell_only");
    const kind = user.state === "invited" ? "invitation" : "reset";
    await endSessionsOf(tx, id);
    await voidLinksOf(tx, [id], now);
    const token = await createLink(tx, { kind, userId: id, now });
    await recordAct(
      tx,
      { act: "user.link-made", actorId: actor.id, subject: { kind: "user", id } },
      deps,
    );
    return {
      link: linkUrl(baseUrl ?? "", kind, token),
      kind,
      expiresAt: new Date(now.getTime() + linkLifetime[kind]).toISOString(),
    };
  });
}
