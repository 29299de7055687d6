import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { forgetLine, lineBack, lineLost, offlineSince, tellLine } from "./online.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  forgetLine();
  jest.useRealTimers();
});

test("a stream that is back at once was never gone; one that stays away is told since when", () => {
  const begun = Date.now();
  tellLine(false);
  jest.advanceTimersByTime(3_900);
  expect(offlineSince.get()).toBeNull();
  tellLine(true);
  jest.advanceTimersByTime(10_000);
  expect(offlineSince.get()).toBeNull();

  tellLine(false);
  tellLine(false);
  jest.advanceTimersByTime(4_100);
  expect(offlineSince.get()).toBeGreaterThanOrEqual(begun);
});

test("a call that nobody answered says it at once, and what came first stays", () => {
  tellLine(false);
  lineLost();
  const since = offlineSince.get();
  expect(since).not.toBeNull();
  jest.advanceTimersByTime(60_000);
  lineLost();
  tellLine(false);
  expect(offlineSince.get()).toBe(since);
});

test("whoever hears an answer first, the stream or a call, says that the line is back", () => {
  for (const back of [lineBack, () => tellLine(true)]) {
    tellLine(false);
    lineLost();
    back();
    jest.advanceTimersByTime(10_000);
    expect(offlineSince.get()).toBeNull();
  }
});

test("the browser's own word counts for all", () => {
  dispatchEvent(new Event("offline"));
  expect(offlineSince.get()).not.toBeNull();
  dispatchEvent(new Event("online"));
  expect(offlineSince.get()).toBeNull();
});
