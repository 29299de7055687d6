import type { PersonRef, TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { presentTime } from "../../db/iso-time.ts";
import { firstWords } from "../first-words.ts";
import type { StaffOnly, StoredTicket } from "./row.ts";

const latestLength = 120;

export function presentTicket(row: StoredTicket, readerId: string): TicketRow {
  const ticket: TicketRow = {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.status,
    requester: { id: row.requesterId, name: row.requesterName },
    company: named(row.companyId, row.companyName),
    assignee: named(row.assigneeId, row.assigneeName),
    updatedAt: presentTime(row.updatedAt),
    createdAt: presentTime(row.createdAt),
    latest: presentLatest(row, readerId),
    unread: row.unread,
  };
  return isForStaff(row) ? { ...ticket, ...presentForStaff(row) } : ticket;
}

function presentLatest(row: StoredTicket, readerId: string): TicketRow["latest"] {
  if (row.latestKind === null) return null;
  return {
    author: row.latestAuthorName ?? "",
    mine: row.latestAuthorId === readerId,
    note: row.latestKind === "note",
    text: firstWords(row.latestBody ?? "", latestLength),
  };
}

function isForStaff(row: StoredTicket): row is StoredTicket & StaffOnly {
  return row.priority !== undefined;
}

function presentForStaff(row: StaffOnly): Partial<TicketRow> {
  return {
    priority: row.priority,
    type: row.type,
    team: named(row.teamId, row.teamName),
    tags: row.tags ?? [],
    waitingFor: row.waitingFor,
    waitingSince: presentTime(row.waitingSince),
    snoozedUntil: presentTime(row.snoozedUntil),
  };
}

function named(id: string | null, name: string | null): PersonRef | null {
  return id === null ? null : { id, name: name ?? "" };
}
