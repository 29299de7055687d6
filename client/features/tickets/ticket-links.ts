import type { TicketDetails } from "../../../shared/tickets/page.ts"; /** Part of an address, as `Copy link` of a message makes it. */
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { notify } from "../../components/notices.ts";
import { copyText } from "../../data/browser/copy-text.ts";
export const messageHash = "#message-";

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

/** Where a row leads: to its ticket, and there to the message that was found. */
export function addressOfRow({ number, hit }: Pick<TicketRow, "number" | "hit">, list: string) {
  return `/ticket/${number}${list}${hit?.messageId ? messageHash + hit.messageId : ""}`;
}

/** Of a ticket, or of one message in it. */
export async function copyLink(number: number, messageId?: string): Promise<void> {
  const link = `${location.origin}/ticket/${number}${messageId ? messageHash + messageId : ""}`;
  const what = messageId ? "Link to the message" : `Link to #${number}`;
  if (await copyText(link)) notify({ kind: "info", message: `${what} copied` });
  else notify({ kind: "warning", title: "Copy this link", message: link });
}
