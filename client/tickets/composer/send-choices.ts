import type { TicketDetails } from "../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { createStore, useStore } from "../../lib/store.ts";

export type AfterSending = "stay" | "next";

const afterKey = "frontdesk.after-sending";
const stateKey = "frontdesk.send-and-set";

/** What the person chose last, on this computer. */
export const afterSending = createStore<AfterSending>(
  localStorage.getItem(afterKey) === "next" ? "next" : "stay",
);
/** `none`: sending leaves the state as it is. */
const stateToSend = createStore<string>(localStorage.getItem(stateKey) ?? "pending");

export function chooseAfterSending(after: AfterSending): void {
  afterSending.set(after);
  localStorage.setItem(afterKey, after);
}

export function chooseState(status: TicketStatus | undefined): void {
  stateToSend.set(status ?? "none");
  localStorage.setItem(stateKey, status ?? "none");
}

/** The states that may go with a reply. Closing asks first: it is not done in passing. */
export function movesOf({ may, staff }: TicketDetails): TicketStatus[] {
  return staff ? may.moveTo.filter((status) => status !== "closed") : [];
}

/** What the button says, and Ctrl/Cmd+Enter does. */
export function usePlannedStatus(
  ticket: TicketDetails,
  kind: "reply" | "note",
): TicketStatus | undefined {
  const wanted = useStore(stateToSend);
  return kind === "reply" ? movesOf(ticket).find((status) => status === wanted) : undefined;
}
