import { expect, test } from "bun:test";
import type { TicketDetails, TimelineItem } from "../../../../shared/tickets/page.ts";
import { isAnswerDue, whatNext } from "./WhatNext.tsx";

test("after sending, a customer reads what happens next, with the usual time where it is known", () => {
  expect(whatNext(2 * 60 * 60, true)).toBe(
    "We've got your message. We usually reply within 2 h and will email you.",
  );
  expect(whatNext(20, false)).toBe("We've got your message. We usually reply within 1 min.");
  expect(whatNext(null, true)).toBe(
    "We've got your message. Our reply will appear here, and we'll email you.",
  );
  expect(whatNext(null, false)).toBe("We've got your message. Our reply will appear here.");
});

test("it is said while the customer's own message is the last one and the ticket is with us", () => {
  const message = (mine: boolean) => ({ kind: "message", id: "m", mine }) as TimelineItem;
  const event = { kind: "event", id: "e" } as TimelineItem;
  const due = (status: TicketDetails["status"], ...items: TimelineItem[]) =>
    isAnswerDue({ status, timeline: { items, earlier: null } });
  expect(due("new", message(true))).toBe(true);
  expect(due("open", message(false), message(true), event)).toBe(true);
  expect(due("open", message(true), message(false))).toBe(false);
  expect(due("pending", message(true))).toBe(false);
  expect(due("resolved", message(true))).toBe(false);
});
