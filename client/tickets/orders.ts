import { type TicketSort, ticketSorts } from "../../shared/tickets.ts";
import { beginsDescending } from "./ticket-list-address.ts";

/** The two ends that each order can begin with; the usual one first. */
export const orderNames: Record<TicketSort, { name: string; begins: [string, string] }> = {
  waiting: { name: "Waiting since", begins: ["Longest first", "Shortest first"] },
  updated: { name: "Updated", begins: ["Newest first", "Oldest first"] },
  created: { name: "Created", begins: ["Newest first", "Oldest first"] },
  priority: { name: "Priority", begins: ["Highest first", "Lowest first"] },
  number: { name: "Number", begins: ["Highest first", "Lowest first"] },
};

export const orders = ticketSorts.map((sort) => ({ sort, name: orderNames[sort].name }));

export function beginnings(sort: TicketSort): { descending: boolean; name: string }[] {
  const usual = beginsDescending(sort);
  const [first, second] = orderNames[sort].begins;
  return [
    { descending: usual, name: first },
    { descending: !usual, name: second },
  ];
}
