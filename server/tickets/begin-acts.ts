import { sql } from "kysely";
import type { Tx } from "../db/database.ts";

/** Keys of acts that nobody sent one by one: what they are a part of is kept from being done twice. */
export async function beginActs(
  tx: Tx,
  { actorId, now }: { actorId: string; now: Date },
  kind: "bulk" | "bulk-undo" | "leave" | "come-back",
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const madeAnew = () => Array.from({ length: count }, () => Bun.randomUUIDv7());
  const ids = madeAnew();
  // As arrays: a statement takes some ten thousand values, and somebody may leave more tickets.
  await sql`
    insert into acts (id, actor_id, request_id, kind, input_hash, made, created_at)
    select id, ${actorId}::uuid, request_id, ${kind}, ${Buffer.alloc(32)}::bytea, '{}',
      ${now}::timestamptz
    from unnest(${ids}::uuid[], ${madeAnew()}::uuid[]) as begun (id, request_id)`.execute(tx);
  return ids;
}
