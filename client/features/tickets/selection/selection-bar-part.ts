import { lazyPart } from "../../../app/lazy/lazy-part.ts";

/** What is done to those that are chosen: fetched when somebody points at a ticket. */
export const TicketSelectionBar = lazyPart(
  () => import("./TicketSelectionBar.tsx"),
  "TicketSelectionBar",
);
