import { lazyPart } from "../../app/lazy/lazy-part.ts";
import type { TicketCardsProps } from "./list/TicketCards.tsx";

/** The page of one ticket: fetched when somebody points at a ticket, or opens one. */
export const TicketPage = lazyPart(() => import("./TicketPage.tsx"), "TicketPage");

export const TicketCards = lazyPart<"TicketCards", TicketCardsProps>(
  () => import("./list/TicketCards.tsx"),
  "TicketCards",
);
