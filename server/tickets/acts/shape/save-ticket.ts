import { differences } from "../../../../shared/tickets/state.ts";
import type { Tx } from "../../../db/database.ts";
import { columnsOf } from "../../columns.ts";
import { type SavedAct, valuesOf, writeAct } from "./write-act.ts";

/** All that an act leaves behind, in one statement. */
export async function saveTicket(tx: Tx, ticket: { id: string }, act: SavedAct): Promise<void> {
  const { before, after } = act.plan;
  const set = columnsOf(differences(before, after));
  await writeAct(tx, "update", valuesOf(ticket.id, act, set, before));
}

/** A ticket that was not there before, by the same statement. */
export async function insertTicket(
  tx: Tx,
  ticket: { id: string; channel: string; openedByStaff: boolean },
  act: SavedAct,
): Promise<{ id: string; number: number }> {
  const { before, after, at } = act.plan;
  const whole = {
    ...columnsOf(after),
    id: ticket.id,
    channel: ticket.channel,
    opened_by_staff: ticket.openedByStaff,
    created_at: at,
  };
  const nobody = { ...before, tags: [], followers: [] };
  const values = valuesOf(ticket.id, act, whole, nobody);
  const people = [after.requesterId, ...after.followers];
  const [saved] = await writeAct(tx, "insert", { ...values, joining: people, leaving: [] });
  if (!saved) throw new Error("A ticket was not inserted");
  return { id: ticket.id, number: saved.number };
}
