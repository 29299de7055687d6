import { audienceOf } from "../../shared/tickets/fields.ts";
import type { TicketChange, TicketPlan } from "../../shared/tickets/state.ts";

/** A timeline event as it is inserted. */
export interface EventRow {
  id: string;
  kind: string;
  audience: "staff" | "everyone";
  data: Record<string, unknown>;
}

/** One event per change, in order: UUID v7 sort by time. */
export function eventsOf({ changes }: Pick<TicketPlan, "changes">): EventRow[] {
  return changes.map((change) => {
    const { kind, ...data } = change;
    return { id: Bun.randomUUIDv7(), kind, audience: audienceOf(change), data };
  });
}

/** The change of a stored event. */
export function changeOf({ kind, data }: { kind: string; data: unknown }): TicketChange {
  return { kind, ...(data as object) } as TicketChange;
}
