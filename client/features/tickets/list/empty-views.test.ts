import { expect, test } from "bun:test";
import { customerEmptyView, staffEmptyView } from "./empty-views.ts";

test("an empty list of open tickets says so, unless all are snoozed", () => {
  const done = { "all-open": 0, snoozed: 0, all: 4 };
  expect(staffEmptyView("all-open", done)).toMatchObject({ title: "No open tickets", next: "all" });
  const later = { ...done, snoozed: 2 };
  const snoozed = { title: "All open tickets are snoozed", next: "snoozed" };
  expect(staffEmptyView("all-open", later)).toMatchObject(snoozed);
});

test("an empty list of unassigned tickets says that all are assigned, or assigned or snoozed", () => {
  const counts = { unassigned: 0, "all-open": 3, snoozed: 0, all: 9 };
  expect(staffEmptyView("unassigned", counts).title).toBe("All tickets are assigned");
  expect(staffEmptyView("unassigned", { ...counts, snoozed: 2 })).toMatchObject({
    title: "All tickets are assigned or snoozed",
    why: "Snoozed unassigned tickets return here when their snooze ends.",
    next: "all-open",
  });
});

test("no spam is said so, even if tickets are unassigned", () => {
  expect(staffEmptyView("spam", { unassigned: 2, "all-open": 3, all: 9, spam: 0 })).toEqual({
    title: "No spam",
    why: "Tickets marked as spam appear here. You can restore them for 30 days.",
    next: "unassigned",
  });
});

test("an empty view links to unassigned tickets, then to open, snoozed and all", () => {
  const counts = { unassigned: 1, "all-open": 3, snoozed: 2, all: 9 };
  const next = { next: "unassigned", why: "1 ticket is unassigned." };
  expect(staffEmptyView("my-open", counts)).toMatchObject(next);
  expect(staffEmptyView("my-open", { ...counts, unassigned: 0 }).next).toBe("all-open");
  const open = { unassigned: 0, "all-open": 0 };
  expect(staffEmptyView("my-open", { ...counts, ...open }).next).toBe("snoozed");
  expect(staffEmptyView("snoozed", { ...counts, ...open }).next).toBe("all");
});

test("every view of a customer without tickets offers a new ticket", () => {
  const asked = { title: "No tickets yet", next: "new" };
  expect(customerEmptyView("all", {})).toMatchObject(asked);
  expect(customerEmptyView("all-open", { all: 0 })).toMatchObject(asked);
  expect(customerEmptyView("recently-resolved", { all: 0 })).toMatchObject(asked);
});

test("a customer's empty view links to all their tickets", () => {
  const rest = { all: 4 };
  expect(customerEmptyView("all-open", rest)).toMatchObject({
    title: "No open tickets",
    next: "all",
  });
  const answer = { title: "Nothing is waiting for you", next: "all" };
  expect(customerEmptyView("pending", rest)).toMatchObject(answer);
  const solved = { title: "No solved tickets yet", next: "all" };
  expect(customerEmptyView("recently-resolved", rest)).toMatchObject(solved);
  // Counts have not loaded yet.
  expect(customerEmptyView("all-open", {})).toMatchObject({
    title: "No open tickets",
    next: "all",
  });
});
