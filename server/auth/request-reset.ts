import type { Tx } from "../db/database.ts";
import { recordAudit } from "../events/audit.ts";
import { enqueueMail } from "../mail/outbox.ts";
import type { VisitorDeps } from "./deps.ts";

export const resetRequestedMessage =
  "If this address belongs to an account, a mail with a link is on its way.";
const resetsAnHour = 3;

/** The same answer whoever asks for whatever address, and however often. */
export async function requestReset(
  deps: VisitorDeps,
  { email }: { email: string },
): Promise<{ message: string }> {
  await deps.services.db.transaction().execute(async (tx) => {
    const user = await findByEmail(tx, email);
    await recordAudit(
      tx,
      {
        act: "password.reset-requested",
        actorId: null,
        subject: { kind: "user", id: user?.id ?? null },
        personal: { network: deps.network, typedAddress: user ? undefined : email },
      },
      deps,
    );
    if (!user || user.state === "disabled") return;
    if ((await mailsInTheLastHour(tx, user.id, deps.now)) >= resetsAnHour) return;
    const template = user.state === "invited" ? "invitation" : "reset";
    await enqueueMail(tx, { template, userId: user.id, data: {} }, deps.now);
  });
  return { message: resetRequestedMessage };
}

async function findByEmail(tx: Tx, email: string) {
  return await tx
    .selectFrom("users")
    .select(["id", "state"])
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

async function mailsInTheLastHour(tx: Tx, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("outgoing_mails")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("template", "in", ["reset", "invitation"])
    .where("created_at", ">", new Date(now.getTime() - 60 * 60_000))
    .executeTakeFirstOrThrow();
  return count;
}
