import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import {
  customerViews,
  openStatuses,
  type TicketStatus,
  type TicketView,
  ticketViews,
} from "../../shared/tickets.ts";
import type { Sight } from "./scope.ts";

export interface ViewValues {
  userId: RawBuilder<unknown>;
  now: RawBuilder<unknown>;
}

/** The built-in views of a role, in their order. */
export function viewsOf(sight: Sight): readonly TicketView[] {
  return sight === "own" ? customerViews : ticketViews;
}

/** A view that a role lacks does not exist for it. */
export function assertHasView(sight: Sight, view: TicketView): void {
  if (!viewsOf(sight).includes(view)) throw new AppError("not_found");
}

/** Whether the ticket `t` stands in the view. */
export function isInView(view: TicketView, sight: Sight, values: ViewValues): RawBuilder<boolean> {
  return sight === "own" ? isInCustomerView(view) : isInStaffView(view, values);
}

/**
 * Few, and found by something else than what the list is ordered by: they are read whole and then
 * sorted. Walking in order would read past nearly every ticket to find them.
 */
export function isGathered(view: TicketView, sight: Sight): boolean {
  if (sight === "own") return false;
  return view === "snoozed" || view === "recently-resolved" || view === "my-open";
}

// Times have two ends, though one would do: with one, Postgres plans for a third of all tickets.
function isInStaffView(view: TicketView, { userId, now }: ViewValues): RawBuilder<boolean> {
  const notSnoozed = sql`(t.snoozed_until is null or t.snoozed_until <= ${now}::timestamptz)`;
  switch (view) {
    case "my-open":
      return sql`t.assignee_id = ${userId}::uuid and ${isOpen} and ${notSnoozed}`;
    case "unassigned":
      return sql`t.assignee_id is null and ${isOpen} and ${notSnoozed}`;
    case "all-open":
      return sql`${isOpen} and ${notSnoozed}`;
    case "pending":
    case "on-hold":
      return sql`t.status = ${sql.lit(view)} and ${notSnoozed}`;
    case "snoozed":
      return sql`t.snoozed_until > ${now}::timestamptz and t.snoozed_until < 'infinity'`;
    case "recently-resolved":
      return sql`${isSolved} and t.last_resolved_at > ${now}::timestamptz - interval '7 days'
        and t.last_resolved_at <= ${now}::timestamptz`;
    case "all":
      return sql`true`;
  }
}

/** Of snoozing a customer learns nothing, and what is solved is solved. */
function isInCustomerView(view: TicketView): RawBuilder<boolean> {
  switch (view) {
    case "all-open":
      return isOpen;
    case "recently-resolved":
      return isSolved;
    case "all":
      return sql`true`;
    default:
      throw new AppError("not_found");
  }
}

/** Spelled as in the partial indexes, which serve no other spelling. */
export const isOpen = hasStatus(openStatuses);
export const isSolved = hasStatus(["resolved", "closed"]);

function hasStatus(statuses: readonly TicketStatus[]): RawBuilder<boolean> {
  return sql`t.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}
