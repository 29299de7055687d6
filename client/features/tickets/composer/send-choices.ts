import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { parseStored, storeIfSpace } from "../../../data/browser/local-storage.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { createStore, useStore } from "../../../data/store.ts";

interface Chosen {
  personId: string;
  /** `none`: sending does not change the status. */
  state: TicketStatus | "none";
}

const key = "frontdesk.sending";
const lastChosen = createStore(parseStored(localStorage.getItem(key)) as Chosen | null);

/** How this person sent last, on this computer. */
export function useSendChoices() {
  const { id: personId } = useViewer();
  const last = useStore(lastChosen);
  const mine: Chosen = last?.personId === personId ? last : { personId, state: "pending" };
  return {
    ...mine,
    choose(state: Chosen["state"]) {
      const chosen = { personId, state };
      lastChosen.set(chosen);
      storeIfSpace(localStorage, key, JSON.stringify(chosen));
    },
  };
}

/** The statuses that a reply can set. Closing is not one of them, because it asks first. */
export function movesOf({ may, staff }: TicketDetails): TicketStatus[] {
  return staff ? may.moveTo.filter((status) => status !== "closed") : [];
}

/** The status that the send button and Ctrl/Cmd+Enter set. */
export function plannedStatus(
  ticket: TicketDetails,
  kind: "reply" | "note",
  { state }: Pick<Chosen, "state">,
): TicketStatus | undefined {
  return kind === "reply" ? movesOf(ticket).find((status) => status === state) : undefined;
}
