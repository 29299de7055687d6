import { linkTemplates } from "../../../shared/mails.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import { countUse } from "../../hourly-limits.ts";

/**
 * The invitation to another address: what was sent to the one before opens nothing any more. Who was
 * never sent any, as an import leaves that to choose, is not mailed one by this. Answers whether one goes.
 */
export async function inviteAnew(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  userId: string,
): Promise<boolean> {
  if (!(await wasInvited(tx, userId))) return false;
  await countUse(tx, deps, "invitations");
  const askedBy = deps.actor.id;
  await recordAct(
    tx,
    {
      ...{ act: "user.invited", actorId: askedBy, subject: { kind: "user", id: userId } },
      mail: { template: "invitation", userId, data: { askedBy } },
    },
    deps,
  );
  return true;
}

/** By mail, whatever became of it, or by a link that was handed over. */
async function wasInvited(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom("outgoing_mails")
            .select("outgoing_mails.id")
            .whereRef("user_id", "=", "users.id")
            .where("template", "in", linkTemplates),
        ),
        exists(selectFrom("links").select("links.id").whereRef("links.user_id", "=", "users.id")),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
