import type { ActorDeps } from "../access/actor.ts";
import { endSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { eraseMailsOf } from "../mail/outbox/withdraw.ts";
import { onceKept } from "../once.ts";
import { removeFromLostTickets } from "../tickets/lose-access.ts";
import { assertCanRemoveSuperAdmin, lockSuperAdmins, lockUser } from "./guards.ts";

/** Deletes personal data. Tickets and messages stay, under an anonymised name. */
export async function deleteUser(
  deps: ActorDeps,
  id: string,
  requestId?: string | null,
): Promise<{ id: string }> {
  const work = async (tx: Tx, deps: ActorDeps) => {
    const { actor, now } = deps;
    const user = await lockUser(tx, id);
    await assertCanRemoveSuperAdmin(tx, actor, user, { role: user.role, state: "disabled" });
    await endSessionsOf(tx, id);
    await eraseMailsOf(tx, id, now);
    for (const table of ownTables) await tx.deleteFrom(table).where("user_id", "=", id).execute();
    for (const table of ["saved_views", "macros"] as const) {
      await tx.deleteFrom(table).where("owner_id", "=", id).where("shared", "=", false).execute();
    }
    await anonymise(tx, id, now);
    await removeFromLostTickets(tx, { actorId: actor.id, now }, id);
    await tx.deleteFrom("audit_personal").where("person_id", "=", id).execute();
    await recordAct(
      tx,
      {
        act: "user.deleted",
        actorId: actor.id,
        subject: { kind: "user", id },
        tells: "users",
      },
      deps,
    );
    return { id };
  };
  const act = { kind: "user.delete", requestId, input: { id } };
  return await onceKept(deps, act, work, (tx) => lockSuperAdmins(tx, [id]));
}

/** Tables whose rows belong to the person only. */
const ownTables = [
  "address_changes",
  "api_tokens",
  "links",
  "user_companies",
  "team_members",
  "drafts",
  "notifications",
  "notification_choices",
  "ticket_reads",
  "presence",
] as const;

async function anonymise(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      first_name: "Deleted",
      last_name: "user",
      email: null,
      phone: null,
      time_zone: null,
      password_hash: null,
      last_seen_at: null,
      state: "disabled",
      deleted_at: now,
    })
    .where("id", "=", id)
    .execute();
}
