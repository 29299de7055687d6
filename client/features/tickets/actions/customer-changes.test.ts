import { expect, test } from "bun:test";
import { ticketMay } from "../../../../shared/tickets/may.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { showOpenAgain, showSolved } from "./changes.ts";

const now = "2026-11-25T09:00:00.000Z";

function seenBy(viewerId: string, status: TicketStatus): TicketDetails {
  const rated = { status, lastResolvedAt: null, ratedAt: null, requesterId: "ana" };
  const may = ticketMay(rated, { id: viewerId, role: "Customer" }, now);
  return { status, requester: { id: "ana", name: "Ana Ferreira" }, may } as TicketDetails;
}

test.each(["pending", "on-hold", "resolved"] as const)(
  "what is %s and opened again offers at once what the server will",
  (status) => {
    for (const viewer of ["ana", "ben"]) {
      const after = seenBy(viewer, "open");
      expect(showOpenAgain(seenBy(viewer, status), viewer)).toEqual(after);
    }
  },
);

test("what is solved can at once be opened again", () => {
  expect(showSolved(seenBy("ana", "open"))).toEqual(seenBy("ana", "resolved"));
});
