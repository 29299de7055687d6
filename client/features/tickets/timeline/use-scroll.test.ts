import { describe, expect, test } from "bun:test";
import type { TimelineMessage } from "../../../../shared/tickets/page.ts";
import { countUnseen, seenOf } from "./use-scroll.ts";

const person = { id: "p", name: "Maya Lindqvist", isStaff: true };

function message(minute: number, others: Partial<TimelineMessage> = {}): TimelineMessage {
  return {
    ...{ kind: "message", id: `m${minute}`, actId: null, author: person, mine: false },
    state: "public",
    ...{ at: `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z` },
    ...{ releaseAt: null, releaseInMs: null, html: "", redacted: false, redactedBy: null },
    ...{ files: [], ...others },
  };
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => message(first + at));

describe("new messages below while the person reads further up", () => {
  const seen = seenOf(from(1, 10));

  test("are messages by others since then", () => {
    expect(countUnseen(from(1, 10), seen)).toBe(0);
    expect(countUnseen([...from(1, 12), message(13, { mine: true })], seen)).toBe(2);
  });

  test("count even if the last seen one is no longer loaded", () => {
    expect(countUnseen(from(11, 50), seen)).toBe(40);
  });

  test("count even if the last seen one was undone", () => {
    expect(countUnseen([...from(1, 9), message(11)], seen)).toBe(1);
  });

  test("count even if the last seen one was an own optimistic message by a fast clock", () => {
    const own = message(30, { id: "optimistic:1", mine: true });
    const sent = message(11, { mine: true });
    const before = seenOf([...from(1, 10), own]);
    expect(countUnseen([...from(1, 10), own, message(12)], before)).toBe(1);
    expect(countUnseen([...from(1, 10), sent, message(12)], before)).toBe(1);
  });

  test("exclude earlier items that load later and messages seen while they were sent", () => {
    const later = seenOf([...from(41, 50), message(51, { state: "sending" })]);
    const released = message(52, { id: "m51" });
    expect(countUnseen([...from(1, 50), released], later)).toBe(0);
  });
});
