import type { TicketView, ViewCounts } from "../../../../shared/tickets/vocabulary.ts";

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
