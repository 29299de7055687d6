import { printQuery } from "../../../../shared/search/print.ts";
import type { PersonRef, TicketRow } from "../../../../shared/tickets/vocabulary.ts";

/** What finds the open tickets of this person: by their name, as nobody's address is told everybody. */
export function openTicketsQuery({ name }: PersonRef): string {
  return printQuery([
    { kind: "operator", not: false, operator: "requester", values: [{ kind: "name", name }] },
    { kind: "operator", not: false, operator: "is", values: [{ kind: "choice", choice: "open" }] },
  ]);
}

/** A namesake's tickets are found by the same query, and are none of theirs. */
export function ofRequester<T extends Pick<TicketRow, "requester">>(
  tickets: readonly T[],
  { id }: PersonRef,
): T[] {
  return tickets.filter(({ requester }) => requester.id === id);
}
