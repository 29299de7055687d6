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

interface WhyNothing extends Reason {
  /** A view that holds something. */
  next: TicketView | undefined;
}

/** Why a view of staff holds nothing though there are tickets, and what comes next. */
export function whyNothing(view: Exclude<TicketView, "all">, counts: ViewCounts): WhyNothing {
  const candidates: TicketView[] = ["unassigned", "all-open", "snoozed", "all"];
  const next = candidates.find((candidate) => candidate !== view && counts[candidate]);
  const { title, why } = (counts.snoozed ? ofSnoozed[view] : undefined) ?? reasons[view];
  const { unassigned } = counts;
  return { title, next, why: view !== "unassigned" && unassigned ? waiting(unassigned) : why };
}

/** Where something is snoozed, of which such a view shows nothing. */
const ofSnoozed: Partial<Record<TicketView, Reason>> = {
  "all-open": {
    title: "All that is open is snoozed",
    why: "Snoozed tickets come back here when their time comes.",
  },
  unassigned: {
    title: "Everything that is not snoozed has somebody",
    why: "A snoozed ticket that has nobody stands here when its time comes.",
  },
};

const reasons: Record<Exclude<TicketView, "all">, Reason> = {
  "my-open": {
    title: "Nothing waits for you",
    why: "Tickets that are assigned to you stand here until they are resolved.",
  },
  unassigned: {
    title: "Everything has somebody",
    why: "A new ticket stands here until it is assigned.",
  },
  "all-open": {
    title: "Nothing is open",
    why: "Every ticket that you see is resolved or closed.",
  },
  pending: {
    title: "Nothing is pending",
    why: "Tickets stand here while we wait for the customer.",
  },
  "on-hold": {
    title: "Nothing is on hold",
    why: "Tickets stand here while we wait for somebody else.",
  },
  snoozed: {
    title: "Nothing is snoozed",
    why: "Snoozed tickets stand here until their time comes.",
  },
  "recently-resolved": {
    title: "Nothing was resolved this week",
    why: "What was resolved in the last seven days stands here.",
  },
};

function waiting(count: number): string {
  const tickets = count === 1 ? "ticket has" : "tickets have";
  return `${formatCount(count, viewCountCap)} ${tickets} nobody yet.`;
}

interface WhyEmpty {
  title: string;
  why: string;
  /** To ask something, or to look at all that was asked. */
  next: "new" | "all";
}

/** Why a customer's view holds nothing, and what comes next. */
export function whyEmpty(view: TicketView, counts: ViewCounts): WhyEmpty {
  if (view === "all" || counts.all === 0) {
    return {
      title: "You have no ticket yet",
      why: "What you ask stands here, with our answers.",
      next: "new",
    };
  }
  if (view === "pending") {
    return {
      title: "Nothing waits for you",
      why: "A ticket stands here while we need your answer.",
      next: "all",
    };
  }
  if (view === "recently-resolved") {
    return {
      title: "Nothing is solved yet",
      why: "Tickets stand here once they are solved.",
      next: "all",
    };
  }
  return {
    title: "Nothing is open",
    why: "You have no ticket that waits for anybody.",
    next: "all",
  };
}
