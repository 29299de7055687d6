import type { TicketDetails } from "../../../shared/tickets/page.ts"; /** The hash of a link to one message. */
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { notify } from "../../components/notices.ts";
import { copyText } from "../../data/browser/copy-text.ts";
export const messageHash = "#message-";

const name = "follow-up-of";

/** Staff can open a follow-up of a closed ticket; a customer's reply opens one by itself. */
export function canFollowUp({ status, may }: Pick<TicketDetails, "status" | "may">): boolean {
  return status === "closed" && may.update;
}

export function followUpAddress({ number }: { number: number }): string {
  return `/ticket/new?${name}=${number}`;
}

export function numberFollowedUp(search: string): number | null {
  const number = Number(new URLSearchParams(search).get(name));
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** The ticket's address, and in a search result that of the matching message. */
export function addressOfRow({ number, hit }: Pick<TicketRow, "number" | "hit">, list: string) {
  return `/ticket/${number}${list}${hit?.messageId ? messageHash + hit.messageId : ""}`;
}

/** Copies the link of a ticket or of one of its messages. */
export async function copyLink(number: number, messageId?: string): Promise<void> {
  const link = `${location.origin}/ticket/${number}${messageId ? messageHash + messageId : ""}`;
  const what = messageId ? "Link to the message" : `Link to #${number}`;
  if (await copyText(link)) notify({ kind: "info", message: `${what} copied` });
  else notify({ kind: "warning", title: "Copy this link", message: link });
}
