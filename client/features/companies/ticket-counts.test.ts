import { expect, test } from "bun:test";
import { ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { formatCounts } from "./company-list.ts";

const none = Object.fromEntries(ticketStatuses.map((status) => [status, 0])) as Parameters<
  typeof formatCounts
>[0];

test("counts leave out statuses without tickets and group thousands", () => {
  expect(formatCounts({ ...none, new: 2, closed: 12_345 })).toBe("2 New, 12,345 Closed");
  expect(formatCounts(none)).toBe("No tickets");
});
