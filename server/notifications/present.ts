import type { BellItem, BellKind } from "../../shared/bell.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import { presentTime } from "../db/iso-time.ts";

export interface StoredBellItem {
  id: string;
  kind: BellKind;
  at: string;
  unread: boolean;
  actorId: string | null;
  actorName: string | null;
  ticketId: string;
  number: number;
  subject: string;
  status: TicketStatus;
}

export function presentBellItem(row: StoredBellItem): BellItem {
  const { id, kind, unread, number, subject, status } = row;
  return {
    id,
    kind,
    at: presentTime(row.at),
    unread,
    by: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
    ticket: { id: row.ticketId, number, subject, status },
  };
}
