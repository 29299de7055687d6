import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { besideIt } from "../events/record-act.ts";
import { planDemoAudit } from "./audit.ts";
import type { DemoDesk } from "./desk.ts";
import type { DeskIds } from "./insert-desk.ts";

/** What the log would hold of the last year, in the order in which it was written. */
export async function insertAudit(
  tx: Tx,
  desk: DemoDesk,
  { now, ids }: { now: Date; ids: DeskIds },
): Promise<void> {
  const there = await sql<{ id: string; since: Date }>`
    select id, created_at as since from companies
    union all select id, created_at from users`.execute(tx);
  const since = new Map(there.rows.map(({ id, since }) => [id, since.getTime()]));
  const lines = planDemoAudit(desk, { now: now.getTime(), ids, since }).map((line) => ({
    ...line,
    id: Bun.randomUUIDv7("hex", line.at),
    at: new Date(line.at),
  }));
  await tx
    .insertInto("audit_log")
    .values(
      lines.map(({ id, at, act, actorId, subject, fields = [] }) => ({
        ...{ id, at, act, fields, actor_id: actorId },
        ...{ subject_kind: subject.kind, subject_id: subject.id, request_id: Bun.randomUUIDv7() },
      })),
    )
    .execute();
  const beside = lines.flatMap(({ id, at, network, ...entry }) =>
    besideIt(entry, network).map((row) => ({ ...row, audit_id: id, at })),
  );
  await tx.insertInto("audit_personal").values(beside).execute();
}
