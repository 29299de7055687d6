import {
  isOpenStatus,
  type TicketRow,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";
import { firstName } from "./LatestText.tsx";

/** The status of a ticket in a customer's words. */
export function customerStatus(
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
        ? { words: "Waiting for your reply", yourTurn: true }
        : still(`Waiting for ${requester.name}`);
    case "on-hold":
      return still("Waiting for a third party");
    case "resolved":
      return still("Solved");
    case "closed":
      return still("Closed");
  }
}

/** Statuses as the timeline names them for a customer. */
export const customerStatusNames: Record<TicketStatus, string> = {
  new: "Received",
  open: "With our team",
  pending: "Waiting for a reply",
  "on-hold": "Waiting for a third party",
  resolved: "Solved",
  closed: "Closed",
};

/** What `Reopen` does: a ticket that is not solved goes back to the team. */
export function reopening(status: TicketStatus): { help?: string; done: string } {
  if (!isOpenStatus(status)) return { done: "This ticket is open again." };
  return {
    help:
      status === "pending"
        ? "Returns this ticket to our team without a reply"
        : "Returns this ticket to our team",
    done: "This ticket is with our team again.",
  };
}
