import type { TicketDetails } from "../../../shared/tickets/page.ts";

const name = "follow-up-of";

/** Staff go on in a ticket of its own; a customer's reply opens one by itself. */
export function mayFollowUp({ status, may }: Pick<TicketDetails, "status" | "may">): boolean {
  return status === "closed" && may.update;
}

/** Where staff go on with what a closed ticket was about. */
export function followUpAddress({ number }: { number: number }): string {
  return `/ticket/new?${name}=${number}`;
}

export function numberFollowedUp(search: string): number | null {
  const number = Number(new URLSearchParams(search).get(name));
  return Number.isInteger(number) && number > 0 ? number : null;
}
