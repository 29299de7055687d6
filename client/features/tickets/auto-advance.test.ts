import { describe, expect, test } from "bun:test";
import { leavesList } from "./auto-advance.ts";

const me = { id: "maya", name: "Maya Lindqvist" };
const other = { id: "samuel", name: "Samuel Okafor" };
const open = { status: "open" as const, assignee: null, snoozedUntil: null };
const mine = { ...open, assignee: me };

describe("a change takes a ticket off a list", () => {
  test.each([
    ["resolving, in a view of open tickets", "all-open", "", open, { ...open, status: "resolved" }],
    ["snoozing", "my-open", "", mine, { ...mine, snoozedUntil: "2026-12-01T08:00:00Z" }],
    ["assigning, among the unassigned", "unassigned", "", open, mine],
    ["assigning to another agent, among mine", "my-open", "", mine, { ...mine, assignee: other }],
    [
      "a new status, where it is searched",
      "all",
      "status:new,open",
      open,
      {
        ...open,
        status: "pending",
      },
    ],
    [
      "assigning, where a name is searched",
      "all",
      'assignee:"maya lindqvist"',
      mine,
      {
        ...mine,
        assignee: other,
      },
    ],
    ["ending a snooze, among the snoozed", "snoozed", "", { ...open, snoozedUntil: "x" }, open],
    [
      "opening, where open ones are excluded",
      "all",
      "-is:open",
      { ...open, status: "resolved" },
      open,
    ],
  ] as const)("%s", (_what, view, search, before, after) => {
    expect(leavesList({ view, search }, before, after, me.id)).toBe(true);
  });
});

describe("a change leaves a ticket in a list", () => {
  test.each([
    ["resolving, in the view of all", "all", "", open, { ...open, status: "resolved" }],
    ["assigning, in a view of open tickets", "all-open", "", open, mine],
    ["pending is still open", "all-open", "", open, { ...open, status: "pending" }],
    ["words and other filters", "all", "refund tag:billing", open, { ...open, status: "resolved" }],
  ] as const)("%s", (_what, view, search, before, after) => {
    expect(leavesList({ view, search }, before, after, me.id)).toBe(false);
  });
});
