import {
  isOpenStatus,
  type TicketRow,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";
import { firstName } from "./LatestText.tsx";

/** How a ticket stands, in a customer's words. */
export function standing(
  { status, assignee, requester }: Pick<TicketRow, "status" | "assignee" | "requester">,
  viewerId: string,
): { words: string; yourTurn: boolean } {
  const still = (words: string) => ({ words, yourTurn: false });
  switch (status) {
    case "new":
      return still("Received");
    case "open":
      return still(assignee ? `With ${firstName(assignee.name)}` : "With our team");
    case "pending":
      return requester.id === viewerId
        ? { words: "Waiting for your answer", yourTurn: true }
        : still(`Waiting for ${firstName(requester.name)}’s answer`);
    case "on-hold":
      return still("Waiting for someone else");
    case "resolved":
      return still("Solved");
    case "closed":
      return still("Closed");
  }
}

/** The same of a change in a conversation, which says neither with whom it is nor whose answer is due. */
export const standingNames: Record<TicketStatus, string> = {
  new: "Received",
  open: "With our team",
  pending: "Waiting for an answer",
  "on-hold": "Waiting for someone else",
  resolved: "Solved",
  closed: "Closed",
};

/** What `Reopen` does with a ticket that stands so: what is not over goes back to who works on it. */
export function reopening(status: TicketStatus): { help?: string; done: string } {
  if (!isOpenStatus(status)) return { done: "This ticket is open again." };
  const without = status === "pending" ? "an answer" : "waiting any longer";
  return {
    help: `Hands it back to our team, without ${without}`,
    done: "This ticket is with our team again.",
  };
}
