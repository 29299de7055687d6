import {
  type TicketView,
  type ViewCounts,
  viewCountCap,
} from "../../../../shared/tickets/vocabulary.ts";
import { formatCount } from "../../../components/format/format.ts";

interface Reason {
  title: string;
  why: string;
}

interface StaffEmptyView extends Reason {
  /** A view that is not empty. */
  next: TicketView | undefined;
}

/** Why a staff view is empty although there are tickets, and which view is not. */
export function staffEmptyView(
  view: Exclude<TicketView, "all">,
  counts: ViewCounts,
): StaffEmptyView {
  const candidates: TicketView[] = ["unassigned", "all-open", "snoozed", "all"];
  const next = candidates.find((candidate) => candidate !== view && counts[candidate]);
  const { title, why } = (counts.snoozed ? ofSnoozed[view] : undefined) ?? reasons[view];
  const { unassigned } = counts;
  const isWork = view !== "unassigned" && view !== "spam";
  return { title, next, why: isWork && unassigned ? waiting(unassigned) : why };
}

/** When some tickets are snoozed, which these views do not show. */
const ofSnoozed: Partial<Record<TicketView, Reason>> = {
  "all-open": {
    title: "All open tickets are snoozed",
    why: "Snoozed tickets return here when their snooze ends.",
  },
  unassigned: {
    title: "All tickets are assigned or snoozed",
    why: "Snoozed unassigned tickets return here when their snooze ends.",
  },
};

const reasons: Record<Exclude<TicketView, "all">, Reason> = {
  "my-open": {
    title: "You're all caught up",
    why: "Tickets assigned to you appear here until they are resolved.",
  },
  unassigned: {
    title: "All tickets are assigned",
    why: "New tickets appear here until they are assigned.",
  },
  "all-open": {
    title: "No open tickets",
    why: "Every ticket you can see is resolved or closed.",
  },
  pending: {
    title: "No pending tickets",
    why: "Tickets appear here while we wait for the customer.",
  },
  "on-hold": {
    title: "No tickets on hold",
    why: "Tickets appear here while we wait for a third party.",
  },
  snoozed: {
    title: "No snoozed tickets",
    why: "Snoozed tickets appear here until their snooze ends.",
  },
  "recently-resolved": {
    title: "No tickets resolved this week",
    why: "Tickets resolved in the last 7 days appear here.",
  },
  spam: {
    title: "No spam",
    why: "Tickets marked as spam appear here. You can restore them for 30 days.",
  },
};

function waiting(count: number): string {
  const tickets = count === 1 ? "ticket is" : "tickets are";
  return `${formatCount(count, viewCountCap)} ${tickets} unassigned.`;
}

interface CustomerEmptyView {
  title: string;
  why: string;
  /** Open a new ticket, or show all tickets. */
  next: "new" | "all";
}

/** Why a customer's view is empty, and what to do next. */
export function customerEmptyView(view: TicketView, counts: ViewCounts): CustomerEmptyView {
  if (view === "all" || counts.all === 0) {
    return {
      title: "No tickets yet",
      why: "Your tickets and our replies will appear here.",
      next: "new",
    };
  }
  if (view === "pending") {
    return {
      title: "Nothing is waiting for you",
      why: "Tickets appear here while we wait for your reply.",
      next: "all",
    };
  }
  if (view === "recently-resolved") {
    return {
      title: "No solved tickets yet",
      why: "Tickets appear here once they are solved.",
      next: "all",
    };
  }
  return {
    title: "No open tickets",
    why: "All your tickets are solved or closed.",
    next: "all",
  };
}
