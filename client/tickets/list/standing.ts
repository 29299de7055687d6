import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { firstName } from "./latest-words.ts";

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
