import { AppError } from "../../../shared/errors.ts";
import { linkLifetime } from "../../../shared/link-lifetime.ts";
import type { CopyableLink } from "../../../shared/users.ts";
import type { ActorDeps } from "../../actor.ts";
import { createLink, isLinkForServerOnly, linkUrl, voidLinksOf } from "../../auth/links.ts";
import { endSessionsOf } from "../../auth/sessions.ts";
import { recordAct } from "../../events/record-act.ts";
import { transact } from "../../transact.ts";

/** What of the desk's settings decides whether links may be copied, and where they lead. */
interface LinkSettings {
  smtpUrl: string | null;
  baseUrl: string | null;
}

/**
 * A way in for somebody whom no mail reaches, told to a Super Admin once. It is a reset like the
 * mailed one: sessions end, older links open nothing.
 */
export async function makeUserLink(
  deps: ActorDeps,
  { smtpUrl, baseUrl }: LinkSettings,
  id: string,
): Promise<CopyableLink> {
  if (smtpUrl !== null) throw new AppError("link_by_mail_only");
  return await transact(deps, async (tx, deps) => {
    const { actor, now } = deps;
    const user = await tx
      .selectFrom("users")
      .select(["state", "was_super_admin", "password_set_at"])
      .where("id", "=", id)
      .where("state", "<>", "disabled")
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new AppError("not_found");
    if (isLinkForServerOnly(user)) throw new AppError("link_by_shell_only");
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
