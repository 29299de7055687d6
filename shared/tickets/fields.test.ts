import { expect, test } from "bun:test";
import { currentIn, isSameValue, seenIn, valueFields, valueInWords } from "./fields.ts";
import type { TicketDetails } from "./page.ts";

const ticket = {
  subject: "Printer",
  status: "open",
  requester: { id: "ana", name: "Ana" },
  company: null,
  assignee: { id: "maya", name: "Maya" },
  staff: { priority: "high", type: "task", team: { id: "support", name: "Support" } },
} as unknown as TicketDetails;

test("the values seen are those on the screen for the fields that the person changes", () => {
  expect(seenIn(ticket, ["status", "assigneeId", "companyId", "addTags"])).toEqual({
    status: "open",
    assigneeId: "maya",
    companyId: null,
  });
  expect(seenIn(ticket, valueFields)).toMatchObject({ teamId: "support", requesterId: "ana" });
});

test("a refusal names the values that the next attempt overwrites on purpose", () => {
  const conflict = { theirs: "High", yours: "Low", by: null };
  expect(
    currentIn([
      { ...conflict, field: "priority", current: "high" },
      { ...conflict, field: "assigneeId", current: null },
    ]),
  ).toEqual({ priority: "high", assigneeId: null });
});

test("the same moment is the same value, however it is written; text that looks like a time stays text", () => {
  const moment = "2027-01-01T00:00:00.000000Z";
  expect(isSameValue(moment, "2027-01-01T01:00:00+01:00", "snoozedUntil")).toBe(true);
  expect(isSameValue(moment, "2027-01-01T01:00:00Z", "snoozedUntil")).toBe(false);
  expect(isSameValue(null, moment, "snoozedUntil")).toBe(false);
  expect(isSameValue(null, null, "snoozedUntil")).toBe(true);
  expect(isSameValue("2026-11-01 00:00Z", "2026-11-01", "subject")).toBe(false);
});

test("values are shown as words: a list of names, the name of an id, and a word for an empty value", () => {
  const nameOf = (id: string) => `the name of ${id}`;
  expect(valueInWords("status", "on-hold", nameOf)).toBe("On hold");
  expect(valueInWords("teamId", "support", nameOf)).toBe("the name of support");
  expect(valueInWords("teamId", null, nameOf)).toBe("No team");
  expect(valueInWords("subject", "deadbeef-cafe", nameOf)).toBe("deadbeef-cafe");
});
