import { staffValuesOf } from "../../../shared/tickets/fields.ts";
import type { PersonRef, StaffRow, TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { presentTime } from "../../db/iso-time.ts";
import { excerptOf } from "../../search/excerpt.ts";
import type { StaffOnly, StoredTicket } from "./row.ts";
import type { Names } from "./select-page.ts";

const latestLength = 120;

export function presentTicket(row: StoredTicket, names: Names, readerId: string): TicketRow {
  const { people, companies } = names;
  const ticket: TicketRow = {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.status,
    requester: { id: row.requesterId, name: people[row.requesterId] ?? "" },
    company: named(row.companyId, companies),
    assignee: named(row.assigneeId, people),
    updatedAt: presentTime(row.updatedAt),
    createdAt: presentTime(row.createdAt),
    latest: presentLatest(row, people, readerId),
    unread: row.unread,
  };
  if (!isForStaff(row)) return ticket;
  return {
    ...ticket,
    ...presentForStaff(row, names),
    ...(row.byEmail && { byEmail: true }),
    ...(row.spam && { spam: true }),
    ...(row.resolvedAt !== undefined && { resolvedAt: presentTime(row.resolvedAt) }),
    ...(row.closedAt !== undefined && { closedAt: presentTime(row.closedAt) }),
  };
}

function presentLatest(
  { latestKind, latestAuthorId, latestText }: StoredTicket,
  people: Names["people"],
  readerId: string,
): TicketRow["latest"] {
  if (latestKind === null) return null;
  return {
    author: people[latestAuthorId ?? ""] ?? "",
    mine: latestAuthorId === readerId,
    note: latestKind === "note",
    text: excerptOf(latestText ?? "", latestLength),
  };
}

function isForStaff(row: StoredTicket): row is StoredTicket & StaffOnly {
  return row.priority !== undefined;
}

function presentForStaff(row: StaffOnly, { teams, tags }: Names): StaffRow {
  return {
    ...staffValuesOf(row),
    team: named(row.teamId, teams),
    tags: row.tagNumbers === null ? [] : namesOf(row.tagNumbers, tags),
    waitingFor: row.waitingFor,
    waitingSince: presentTime(row.waitingSince),
    snoozedUntil: presentTime(row.snoozedUntil),
  };
}

function namesOf(numbers: readonly number[], tags: Names["tags"]): string[] {
  return tags.filter(([number]) => numbers.includes(number)).map(([, name]) => name);
}

function named(id: string | null, names: Record<string, string>): PersonRef | null {
  return id === null ? null : { id, name: names[id] ?? "" };
}
