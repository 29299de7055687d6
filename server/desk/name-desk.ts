import type { Tx } from "../db/database.ts";
import { type RecordedAt, recordAct } from "../events/record-act.ts";
import { lockDesk } from "./read-desk.ts";

/** Within the act that sets the desk up: whoever does that calls it what it is called. */
export async function nameDesk(
  tx: Tx,
  { actorId, name }: { actorId: string; name: string },
  at: RecordedAt,
): Promise<void> {
  const before = await lockDesk(tx);
  if (name === before.name) return;
  await tx.updateTable("desk").set({ name }).execute();
  await recordAct(
    tx,
    {
      ...{ act: "desk.updated", actorId, subject: { kind: "desk", id: null }, fields: ["name"] },
      ...{ values: { before: { name: before.name }, after: { name } }, tells: "desk" },
    },
    at,
  );
}
