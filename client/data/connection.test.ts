import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import {
  connectionLost,
  connectionRestored,
  forgetConnection,
  offlineSince,
  reportConnection,
} from "./connection.ts";

const ownFetch = globalThis.fetch;
let answers = false;

beforeEach(() => {
  answers = false;
  const ask = async () => (answers ? new Response() : Promise.reject(new TypeError()));
  globalThis.fetch = Object.assign(ask, { preconnect() {} });
  jest.useFakeTimers();
});
afterEach(() => {
  forgetConnection();
  jest.useRealTimers();
  globalThis.fetch = ownFetch;
});

async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  for (let turn = 0; turn < 10; turn++) await null;
}

test("a stream that is back at once was never gone; one that stays away is told since when", async () => {
  const begun = Date.now();
  reportConnection(false);
  jest.advanceTimersByTime(3_900);
  expect(offlineSince.get()).toBeNull();
  reportConnection(true);
  jest.advanceTimersByTime(10_000);
  expect(offlineSince.get()).toBeNull();

  reportConnection(false);
  reportConnection(false);
  await pass(4_100);
  expect(offlineSince.get()).toBeGreaterThanOrEqual(begun);
});

test("where the stream alone is held up the desk still answers, and there is a line", async () => {
  answers = true;
  reportConnection(false);
  await pass(4_100);
  expect(offlineSince.get()).toBeNull();
  answers = false;
  reportConnection(false);
  await pass(4_100);
  expect(offlineSince.get()).not.toBeNull();
});

test("a desk that is gone is asked until it answers", async () => {
  connectionLost();
  await pass(3_100);
  expect(offlineSince.get()).not.toBeNull();
  answers = true;
  await pass(3_100);
  expect(offlineSince.get()).toBeNull();
});

test("a call that nobody answered says it at once, and what came first stays", () => {
  reportConnection(false);
  connectionLost();
  const since = offlineSince.get();
  expect(since).not.toBeNull();
  jest.advanceTimersByTime(60_000);
  connectionLost();
  reportConnection(false);
  expect(offlineSince.get()).toBe(since);
});

test("whoever hears an answer first, the stream or a call, says that the line is back", () => {
  for (const back of [connectionRestored, () => reportConnection(true)]) {
    reportConnection(false);
    connectionLost();
    back();
    jest.advanceTimersByTime(10_000);
    expect(offlineSince.get()).toBeNull();
  }
});

test("a stream's word that comes after the browser's is not believed: the desk is asked", async () => {
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  try {
    dispatchEvent(new Event("offline"));
    reportConnection(true);
    expect(offlineSince.get()).not.toBeNull();
    // One that runs on this very computer needs no network.
    answers = true;
    await pass(3_100);
    expect(offlineSince.get()).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, "onLine");
  }
});

test("the browser's own word counts for all", () => {
  dispatchEvent(new Event("offline"));
  expect(offlineSince.get()).not.toBeNull();
  dispatchEvent(new Event("online"));
  expect(offlineSince.get()).toBeNull();
});
