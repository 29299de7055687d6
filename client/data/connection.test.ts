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

test("a short break of the stream does not count as offline; a long one does, from its start", async () => {
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

test("if only the stream is blocked, the connection counts as online", async () => {
  answers = true;
  reportConnection(false);
  await pass(4_100);
  expect(offlineSince.get()).toBeNull();
  answers = false;
  reportConnection(false);
  await pass(4_100);
  expect(offlineSince.get()).not.toBeNull();
});

test("an unreachable server is probed until it answers", async () => {
  connectionLost();
  await pass(3_100);
  expect(offlineSince.get()).not.toBeNull();
  answers = true;
  await pass(3_100);
  expect(offlineSince.get()).toBeNull();
});

test("a call without an answer means offline immediately, and the first time counts", () => {
  reportConnection(false);
  connectionLost();
  const since = offlineSince.get();
  expect(since).not.toBeNull();
  jest.advanceTimersByTime(60_000);
  connectionLost();
  reportConnection(false);
  expect(offlineSince.get()).toBe(since);
});

test("the first answer of a stream or a call means online", () => {
  for (const back of [connectionRestored, () => reportConnection(true)]) {
    reportConnection(false);
    connectionLost();
    back();
    jest.advanceTimersByTime(10_000);
    expect(offlineSince.get()).toBeNull();
  }
});

test("a stream report that is older than the browser's offline event is verified", async () => {
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  try {
    dispatchEvent(new Event("offline"));
    reportConnection(true);
    expect(offlineSince.get()).not.toBeNull();
    // A server on this computer needs no network.
    answers = true;
    await pass(3_100);
    expect(offlineSince.get()).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, "onLine");
  }
});

test("the browser's offline event counts for everything", () => {
  dispatchEvent(new Event("offline"));
  expect(offlineSince.get()).not.toBeNull();
  dispatchEvent(new Event("online"));
  expect(offlineSince.get()).toBeNull();
});
