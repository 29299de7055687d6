import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";

/**
 * What stands beside the name of whoever wrote: the ticket's company, where it is they who ask. Of anybody
 * else, such as who asked before it moved, it would say what may not be so.
 */
export function companyBeside(
  { author, mine }: Pick<TimelineMessage, "author" | "mine">,
  { company, requester }: Pick<TicketDetails, "company" | "requester">,
): string | null {
  return !mine && author.id === requester.id ? (company?.name ?? null) : null;
}
