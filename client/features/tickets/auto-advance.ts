import { tokensOf } from "../../../shared/search/tokens.ts";
import { queryOfView } from "../../../shared/search/views.ts";
import { isOpenStatus, type TicketHead } from "../../../shared/tickets/vocabulary.ts";
import type { TicketList } from "./list/ticket-list-address.ts";

/** The fields that decide whether a list shows a ticket. */
type Listed = Pick<TicketHead, "status" | "assignee"> & {
  snoozedUntil?: string | null | undefined;
};

/**
 * Whether a change takes a ticket off this list, as far as the view and filters by status, assignee
 * and snooze say.
 */
export function leavesList(
  { view, search }: Pick<TicketList, "view" | "search">,
  before: Listed,
  after: Listed,
  myId: string,
): boolean {
  const query = `${queryOfView(view, "staff") ?? ""} ${search}`;
  return tokensOf(query).some((token) => {
    const [was, is] = [before, after].map((ticket) => matches(token, ticket, myId));
    return was === !token.not && is === token.not;
  });
}

/** Undefined: the filter is about something else. */
function matches(
  { operator, parts }: ReturnType<typeof tokensOf>[number],
  { status, assignee, snoozedUntil }: Listed,
  myId: string,
): boolean | undefined {
  const values = parts.map(({ text }) => text.toLowerCase());
  const [value] = values;
  switch (operator?.toLowerCase()) {
    case "status":
      return values.includes(status);
    case "is":
      if (value === "open") return isOpenStatus(status);
      if (value === "snoozed") return Boolean(snoozedUntil);
      return value === "unassigned" ? assignee === null : undefined;
    case "assignee":
      return values.some((said) => {
        if (said === "me") return assignee?.id === myId;
        if (said === "none") return assignee === null;
        return assignee?.name.toLowerCase() === said;
      });
    default:
      return undefined;
  }
}
