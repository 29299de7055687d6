import { differences } from "../../shared/tickets/state.ts";
import type { Tx } from "../db/database.ts";
import { columnsOf } from "./columns.ts";
import { type ActValues, type SavedAct, valuesOf, writeAct } from "./write.ts";
import { writeActs } from "./write-acts.ts";

/** All that an act leaves behind, in one statement. */
export async function saveTicket(tx: Tx, ticket: { id: string }, act: SavedAct): Promise<void> {
  await writeAct(tx, "update", changedBy(ticket, act));
}

/** The same of many at once, whose tags and states stay as they are. */
export async function saveTickets(
  tx: Tx,
  acts: readonly ({ ticket: { id: string } } & SavedAct)[],
): Promise<void> {
  await writeActs(
    tx,
    acts.map(({ ticket, ...act }) => changedBy(ticket, act)),
  );
}

function changedBy(ticket: { id: string }, act: SavedAct): ActValues {
  const { before, after } = act.plan;
  return valuesOf(ticket.id, act, columnsOf(differences(before, after)), before);
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
