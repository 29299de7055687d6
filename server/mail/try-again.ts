import { AppError } from "../../shared/errors.ts";
import { mailTemplateName } from "../../shared/mails.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { notifyDelivery, queueFailedAgain } from "./outbox/lease.ts";
import { endStop } from "./outbox/undeliverable.ts";

interface MailDeps extends ActorDeps {
  /** Whether there is a mail server: without one, a stored mail would only be stored again. */
  sending: boolean;
}

const auditActionFor = { failed: "mail.tried-again", kept: "mail.kept-sent" } as const;

/**
 * Queues a mail again that failed, or was stored without a mail server, with as many attempts as a new one.
 * As always, recipient and text are read when it is sent. Mails that are already queued or sent are left
 * alone.
 */
export async function tryMailAgain(
  deps: MailDeps,
  input: { id: string },
  requestId?: string,
): Promise<{ id: string }> {
  const act = { kind: "mail.try-again", requestId, input };
  return await onceKept(deps, act, (tx, now) => queueAgain(tx, { ...deps, ...now }, input.id));
}

async function queueAgain(tx: Tx, deps: MailDeps, id: string): Promise<{ id: string }> {
  const mail = await tx
    .selectFrom("outgoing_mails")
    .select(["state", "template", "user_id", "message_id as messageId", "address"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw new AppError("not_found");
  const { state } = mail;
  if (state !== "failed" && !(state === "kept" && deps.sending)) return { id };
  if (mail.address) await endStop(tx, mail.address);
  await queueFailedAgain(tx, [id], deps.now);
  await notifyDelivery(tx, mail);
  await recordAct(
    tx,
    {
      act: auditActionFor[state],
      actorId: deps.actor.id,
      subject: { kind: "mail", id },
      ...(mail.user_id && { personal: { personId: mail.user_id } }),
      values: { after: { mail: mailTemplateName(mail.template) } },
    },
    deps,
  );
  return { id };
}
