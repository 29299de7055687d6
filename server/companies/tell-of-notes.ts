import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/live-events.ts";

/** The notes of a company are others now: staff read them beside each of its tickets. */
export async function tellOfNotes(tx: Tx): Promise<void> {
  await tellPages(tx, "settings");
}
