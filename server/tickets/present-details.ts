import { ticketMay } from "../../shared/tickets/may.ts";
import type { StaffDetails, TicketDetails } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { spamUntil } from "../../shared/tickets/time-limits.ts";
import { presentTime } from "../db/iso-time.ts";
import type { StoredDetails, StoredForStaff } from "./details-row.ts";
import { presentTimeline, type TimelineReader } from "./present-timeline.ts";

export function presentDetails(
  row: StoredDetails,
  reader: TimelineReader & { now: Date },
): TicketDetails {
  const { id, number, subject, status, requester, company, assignee } = row;
  const ticket = { ...row, requesterId: requester.id, spam: Boolean(row.spamAt) };
  const details: TicketDetails = {
    ...{ id, number, subject, status, requester, company, assignee },
    // Who follows is for staff to know: it is no public news when it changes.
    followers: row.followers ?? [],
    createdAt: presentTime(row.createdAt),
    updatedAt: presentTime(row.updatedAt),
    rating: presentRating(row),
    may: ticketMay(ticket, reader.actor, instantOf(reader.now)),
    timeline: presentTimeline(row.items, reader),
    firstUnreadId: row.firstUnreadId,
  };
  return isForStaff(row) ? { ...details, staff: presentForStaff(row) } : details;
}

function presentRating({ rating, ratingComment, ratedAt }: StoredDetails): TicketDetails["rating"] {
  if (rating === null || ratedAt === null) return null;
  return { rating, comment: ratingComment ?? "", at: presentTime(ratedAt) };
}

function isForStaff(row: StoredDetails): row is StoredDetails & StoredForStaff {
  return row.version !== undefined;
}

function presentForStaff(row: StoredDetails & StoredForStaff): StaffDetails {
  const { version, priority, type, channel, team, tags, waitingFor, reopenCount } = row;
  const { requesterFirstName, requesterEmail, requesterPhone, requesterTimeZone } = row;
  const { companyNotes, otherTickets, links } = row;
  return {
    ...{ version, priority, type, channel, team, tags, waitingFor, reopenCount },
    ...{ requesterFirstName, requesterEmail, requesterPhone, requesterTimeZone },
    ...{ companyNotes, otherTickets, links },
    waitingSince: presentTime(row.waitingSince),
    snoozedUntil: presentTime(row.snoozedUntil),
    firstStaffReplyAt: presentTime(row.firstStaffReplyAt),
    lastResolvedAt: presentTime(row.lastResolvedAt),
    spam: presentSpam(row.spamAt),
  };
}

function presentSpam(spamAt: string | null): StaffDetails["spam"] {
  if (spamAt === null) return null;
  const at = presentTime(spamAt);
  return { at, until: spamUntil(new Date(at)).toISOString() };
}
