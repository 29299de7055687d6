import { expect, test } from "bun:test";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { ticketMay } from "../../../../shared/tickets/permissions.ts";
import { type TicketStatus, ticketTypes } from "../../../../shared/tickets/vocabulary.ts";
import { setValue, showReopened, showSolved, showStatus } from "./changes.ts";

test("changing the type says the new type", () => {
  expect(ticketTypes.map((type) => setValue("type", type).done("#12"))).toEqual([
    ...[
      "Set the type of #12 to Question",
      "Set the type of #12 to Incident",
      "Set the type of #12 to Problem",
      "Set the type of #12 to Task",
    ],
  ]);
});

const asked = "2026-11-20T09:00:00.000Z";
const now = "2026-11-20T10:00:00.000Z";
const open = {
  ...{ status: "open", staff: { waitingFor: "us", waitingSince: asked } },
} as TicketDetails;

test.each<[TicketStatus, string | null, string | null]>([
  ["pending", "customer", now],
  ["on-hold", null, null],
  ["resolved", null, null],
  ["open", "us", asked],
])("as %s it waits for %s, since %s", (status, waitingFor, waitingSince) => {
  const shown = showStatus(open, status, now);
  expect(shown.status).toBe(status);
  expect(shown.staff).toMatchObject({ waitingFor, waitingSince });
});

test("reopening makes it our turn from now on, and opening a new ticket keeps the waiting time", () => {
  const resolved = showStatus(open, "resolved", asked);
  expect(showStatus(resolved, "open", now).staff?.waitingSince).toBe(now);
  const isNew = { ...open, status: "new" } as TicketDetails;
  expect(showStatus(isNew, "open", now).staff?.waitingSince).toBe(asked);
});

test("a customer's ticket shows the new status without a waiting time", () => {
  const shown = showStatus({ status: "open" } as TicketDetails, "resolved", now);
  expect(shown).toEqual({ status: "resolved" } as TicketDetails);
});

const today = "2026-11-25T09:00:00.000Z";

function seenBy(viewerId: string, status: TicketStatus): TicketDetails {
  const rated = { status, lastResolvedAt: null, ratedAt: null, requesterId: "ana" };
  const may = ticketMay(rated, { id: viewerId, role: "Customer" }, today);
  return { status, requester: { id: "ana", name: "Ana Ferreira" }, may } as TicketDetails;
}

test.each(["pending", "on-hold", "resolved"] as const)(
  "reopening a ticket that is %s shows the same permissions as the server",
  (status) => {
    for (const viewer of ["ana", "ben"]) {
      const after = seenBy(viewer, "open");
      expect(showReopened(seenBy(viewer, status), viewer)).toEqual(after);
    }
  },
);

test("a solved ticket can be reopened immediately", () => {
  expect(showSolved(seenBy("ana", "open"))).toEqual(seenBy("ana", "resolved"));
});
