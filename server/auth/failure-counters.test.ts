import { expect, test } from "bun:test";
import { type Counter, doublingLimitState, limitState } from "./failure-counters.ts";

const at = 1_000_000;
const counter = (count: number, ago: number, more: Partial<Counter> = {}): Counter => ({
  ...{ key: "a", count, started_at: new Date(at - ago), last_at: new Date(at - ago) },
  ...{ blocked_until: null, ...more },
});

test("failures are limited within a window that begins with the first; then the next begins", () => {
  const stand = (before?: Counter) => limitState({ count: 3, window: 1_000 }, before, "a", at);
  const fresh = { refusedUntil: null, room: 3, next: counter(1, 0) };
  expect(stand()).toEqual(fresh);
  expect(stand(counter(2, 999))).toEqual({
    ...{ refusedUntil: null, room: 1 },
    next: counter(3, 999, { last_at: new Date(at) }),
  });
  expect(stand(counter(3, 999))).toMatchObject({ refusedUntil: at + 1, room: 0 });
  expect(stand(counter(4, 1))).toMatchObject({ refusedUntil: at + 999, room: -1 });
  expect(stand(counter(9, 1_000))).toEqual(fresh);
});

const doubling = { count: 3, quiet: 1_000, firstWait: 10, longestWait: 35 };

test("from the third failure on each doubles the wait, up to the longest", () => {
  const stand = (before?: Counter) => doublingLimitState(doubling, before, "a", at);
  const until = (ms: number) => ({ blocked_until: new Date(at + ms), last_at: new Date(at) });
  expect(stand()).toEqual({ refusedUntil: null, room: 3, next: counter(1, 0) });
  expect(stand(counter(1, 500))).toMatchObject({
    room: 2,
    next: { count: 2, blocked_until: null },
  });
  expect(stand(counter(2, 500))).toEqual({
    ...{ refusedUntil: null, room: 1 },
    next: counter(3, 500, until(10)),
  });
  expect(stand(counter(3, 500)).next).toEqual(counter(4, 500, until(20)));
  expect(stand(counter(4, 500)).next).toEqual(counter(5, 500, until(35)));
  expect(stand(counter(40, 500))).toMatchObject({ room: 1, next: counter(41, 500, until(35)) });
});

test("attempts are refused until the wait ends, and failures are forgotten after a quiet time", () => {
  const stand = (lastAgo: number, blockedAgo: number) =>
    doublingLimitState(
      doubling,
      counter(5, lastAgo, { blocked_until: new Date(at - blockedAgo) }),
      "a",
      at,
    );
  expect(stand(5, -1).refusedUntil).toBe(at + 1);
  expect(stand(5, 0).refusedUntil).toBeNull();
  expect(stand(5_000, 999).next.count).toBe(6);
  expect(stand(5_000, 1_000).next).toEqual(counter(1, 0));
  expect(stand(999, 5_000).next.count).toBe(6);
  expect(stand(1_000, 5_000).next.count).toBe(1);
});
