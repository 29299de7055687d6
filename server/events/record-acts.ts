import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { type AuditEntry, besideIt, type RecordedAt } from "./record-act.ts";

/** Of many acts at once what `recordAct` writes of one, in two statements. */
export async function recordActs(
  tx: Tx,
  entries: readonly AuditEntry[],
  at: RecordedAt,
): Promise<void> {
  if (entries.length === 0) return;
  const named = entries.map((entry) => ({ id: Bun.randomUUIDv7(), entry }));
  const log = named.map(({ id, entry: { act, actorId, subject, fields = [] } }) => ({
    ...{ id, act, fields, actor_id: actorId, subject_kind: subject.kind, subject_id: subject.id },
  }));
  await sql`
    insert into audit_log (id, at, actor_id, act, subject_kind, subject_id, fields, request_id)
    select id, ${at.now}::timestamptz, actor_id, act, subject_kind, subject_id,
      array(select jsonb_array_elements_text(fields)), ${at.requestId}::text
    from jsonb_to_recordset(${JSON.stringify(log)}::text::jsonb) as entry(
      id uuid, actor_id uuid, act text, subject_kind text, subject_id uuid, fields jsonb)
  `.execute(tx);
  const beside = named.flatMap(({ id, entry }) =>
    besideIt(entry, at.network).map((row) => ({ ...row, audit_id: id })),
  );
  if (beside.length === 0) return;
  await sql`
    insert into audit_personal
      (audit_id, at, person_id, before, after, network, typed_address, device)
    select audit_id, ${at.now}::timestamptz, person_id, before, after, network, typed_address, device
    from jsonb_to_recordset(${JSON.stringify(beside)}::text::jsonb) as entry(
      audit_id uuid, person_id uuid, before jsonb, after jsonb, network text, typed_address text,
      device text)`.execute(tx);
}
