import { expect, test } from "bun:test";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { type TicketStatus, ticketTypes } from "../../../../shared/tickets/vocabulary.ts";
import { setType, showStatus } from "./changes.ts";

test("each type is told with its article", () => {
  expect(ticketTypes.map((type) => setType(type).done(12))).toEqual([
    ...["#12 is a Question", "#12 is an Incident", "#12 is a Problem", "#12 is a Task"],
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

test("opened again it is our turn from then on, and what is Open is so for as long as it was", () => {
  const resolved = showStatus(open, "resolved", asked);
  expect(showStatus(resolved, "open", now).staff?.waitingSince).toBe(now);
  const isNew = { ...open, status: "new" } as TicketDetails;
  expect(showStatus(isNew, "open", now).staff?.waitingSince).toBe(asked);
});

test("a Customer is shown the state alone", () => {
  const shown = showStatus({ status: "open" } as TicketDetails, "resolved", now);
  expect(shown).toEqual({ status: "resolved" } as TicketDetails);
});
