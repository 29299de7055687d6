import { expect, test } from "bun:test";
import { ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { countsInWords } from "./ticket-counts.ts";

const none = Object.fromEntries(ticketStatuses.map((status) => [status, 0])) as Parameters<
  typeof countsInWords
>[0];

test("counts leave out statuses without tickets and group thousands", () => {
  expect(countsInWords({ ...none, new: 2, closed: 12_345 })).toBe("2 New, 12,345 Closed");
  expect(countsInWords(none)).toBe("No tickets");
});
