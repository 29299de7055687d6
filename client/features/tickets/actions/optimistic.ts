import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { createOwnStore } from "../../../data/session/forget.ts";
import type { Change } from "./changes.ts";

/** A change that was made here and has no answer yet. */
interface PendingAct {
  requestId: string;
  ticketId: string;
  change: Change;
}

export const pendingActs = createOwnStore<readonly PendingAct[]>([]);

export function addPending(act: PendingAct): void {
  pendingActs.set([...pendingActs.get(), act]);
}

/** Answered or refused: from here on what the server says is shown. */
export function dropPending(requestId: string): void {
  pendingActs.set(pendingActs.get().filter((act) => act.requestId !== requestId));
}

/** The ticket as it will stand once everything pending has gone through. */
export function withPending(ticket: TicketDetails, acts: readonly PendingAct[]): TicketDetails {
  return acts
    .filter((act) => act.ticketId === ticket.id)
    .reduce((shown, act) => act.change.show(shown), ticket);
}
