import { hasWords } from "../../../../shared/search/words.ts";
import { type TicketSort, ticketSorts } from "../../../../shared/tickets/vocabulary.ts";
import { beginsDescending, isOfSnoozed, type TicketList } from "./ticket-list-address.ts";

/** Where words are searched, some tickets fit better than others; of what is snoozed some wake before. */
export function ordersFor(list: Pick<TicketList, "view" | "search">): readonly TicketSort[] {
  const others = ticketSorts.filter((sort) => sort !== "relevance" && sort !== "snoozed");
  return [
    ...(hasWords(list.search, "staff") ? ["relevance" as const] : []),
    ...(isOfSnoozed(list) ? ["snoozed" as const] : []),
    ...others,
  ];
}

/** The two ends that an order can begin with; the usual one first. */
export function directionsOf(sort: TicketSort): { descending: boolean; name: string }[] {
  if (sort === "relevance") return [];
  const usual = beginsDescending(sort);
  const [first, second] = ends[sort];
  return [
    { descending: usual, name: first },
    { descending: !usual, name: second },
  ];
}

const ends: Record<Exclude<TicketSort, "relevance">, [string, string]> = {
  waiting: ["Longest first", "Shortest first"],
  updated: ["Newest first", "Oldest first"],
  created: ["Newest first", "Oldest first"],
  priority: ["Highest first", "Lowest first"],
  number: ["Highest first", "Lowest first"],
  snoozed: ["Soonest first", "Latest first"],
};

export const orderNames: Record<TicketSort, string> = {
  waiting: "Waiting since",
  updated: "Updated",
  created: "Created",
  priority: "Priority",
  relevance: "Relevance",
  number: "Number",
  snoozed: "Snoozed until",
};
