import type { Tx } from "../../../db/database.ts";

/** Keys of acts that nobody sent one by one: what they are a part of is kept from being done twice. */
export async function beginActs(
  tx: Tx,
  { actorId, now }: { actorId: string; now: Date },
  kind: "bulk" | "bulk-undo" | "leave" | "come-back",
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const acts = Array.from({ length: count }, () => ({
    ...{ id: Bun.randomUUIDv7(), actor_id: actorId, kind, made: {}, created_at: now },
    ...{ request_id: Bun.randomUUIDv7(), input_hash: Buffer.alloc(32) },
  }));
  await tx.insertInto("acts").values(acts).execute();
  return acts.map(({ id }) => id);
}
