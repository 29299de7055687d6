import { audienceOf, type TicketChange, type TicketPlan } from "../../shared/tickets/state.ts";

/** An event of the timeline on its way into its table. */
interface EventRow {
  id: string;
  kind: string;
  audience: "staff" | "everyone";
  data: Record<string, unknown>;
}

/** One a change, in their order: ids of this kind sort by when they were made. */
export function eventsOf({ changes }: Pick<TicketPlan, "changes">): EventRow[] {
  return changes.map((change) => {
    const { kind, ...data } = change;
    return { id: Bun.randomUUIDv7(), kind, audience: audienceOf(change), data };
  });
}

/** What was written so, as it is read again. */
export function changeOf({ kind, data }: { kind: string; data: unknown }): TicketChange {
  return { kind, ...(data as object) } as TicketChange;
}
