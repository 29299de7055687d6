import type { Db, Tx } from "../db/database.ts";

export interface AuditEntry {
  act: AuditAct;
  actorId: string | null;
  subject: { kind: "user" | "session" | "desk"; id: string | null };
  /** Names of what changed, never values: those lie beside, keyed by person. */
  fields?: string[];
  personal?: {
    personId?: string | null;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
    network?: string;
    typedAddress?: string;
  };
}

export type AuditAct =
  | "session.signed-in"
  | "session.sign-in-failed"
  | "session.signed-out"
  | "session.ended"
  | "password.changed"
  | "password.reset-requested"
  | "password.chosen"
  | "password.reset-by-admin"
  | "desk.first-admin-created"
  | "user.created"
  | "user.updated"
  | "user.deleted"
  | "user.link-made"
  | "profile.updated";

/** In the transaction of the act itself: what happened is written, or did not happen. */
export async function recordAudit(
  tx: Db | Tx,
  entry: AuditEntry,
  at: { now: Date; requestId: string },
): Promise<void> {
  const id = Bun.randomUUIDv7();
  const { act, actorId, subject, fields = [], personal } = entry;
  await tx
    .insertInto("audit_log")
    .values({
      id,
      at: at.now,
      actor_id: actorId,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      fields,
      request_id: at.requestId,
    })
    .execute();
  if (!personal) return;
  await tx
    .insertInto("audit_personal")
    .values({
      audit_id: id,
      at: at.now,
      person_id: personal.personId ?? subject.id ?? actorId,
      before: personal.before ?? null,
      after: personal.after ?? null,
      network: personal.network ?? null,
      typed_address: personal.typedAddress?.slice(0, 254) ?? null,
    })
    .execute();
}
