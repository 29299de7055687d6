import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { keepIfRoom } from "../../../data/browser/keep-if-room.ts";
import { parseKept } from "../../../data/browser/parse-kept.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { createStore, useStore } from "../../../data/store.ts";

export type AfterSending = "stay" | "next";

interface Chosen {
  personId: string;
  after: AfterSending;
  /** `none`: sending leaves the state as it is. */
  state: TicketStatus | "none";
}

const key = "frontdesk.sending";
const lastChosen = createStore(parseKept(localStorage.getItem(key)) as Chosen | null);

/** How the person sent last, on this computer; whoever else sits down there begins anew. */
export function useSendChoices() {
  const { id: personId } = useViewer();
  const last = useStore(lastChosen);
  const mine: Chosen =
    last?.personId === personId ? last : { personId, after: "stay", state: "pending" };
  return {
    ...mine,
    choose(choice: Partial<Pick<Chosen, "after" | "state">>) {
      const chosen = { ...mine, ...choice };
      lastChosen.set(chosen);
      keepIfRoom(localStorage, key, JSON.stringify(chosen));
    },
  };
}

/** The states that may go with a reply. Closing asks first: it is not done in passing. */
export function movesOf({ may, staff }: TicketDetails): TicketStatus[] {
  return staff ? may.moveTo.filter((status) => status !== "closed") : [];
}

/** What the button says, and Ctrl/Cmd+Enter does. */
export function plannedStatus(
  ticket: TicketDetails,
  kind: "reply" | "note",
  { state }: Pick<Chosen, "state">,
): TicketStatus | undefined {
  return kind === "reply" ? movesOf(ticket).find((status) => status === state) : undefined;
}
