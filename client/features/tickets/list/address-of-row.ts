import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { messageHash } from "../ticket-links.ts";

/** Where a row leads: to its ticket, and there to the message that was found. */
export function addressOfRow({ number, hit }: Pick<TicketRow, "number" | "hit">, list: string) {
  return `/ticket/${number}${list}${hit?.messageId ? messageHash + hit.messageId : ""}`;
}
