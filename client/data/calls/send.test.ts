import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { connectionLost, forgetConnection, offlineSince } from "../connection.ts";
import { send } from "./send.ts";

const ownFetch = globalThis.fetch;

/** The server answers probes, but never the call. */
beforeEach(() => {
  const ask = (address: string, { signal }: RequestInit) =>
    address === "/healthz"
      ? Promise.resolve(new Response())
      : new Promise((_, refuse) => {
          signal?.addEventListener("abort", () => refuse(signal.reason));
        });
  globalThis.fetch = Object.assign(ask, { preconnect() {} }) as typeof fetch;
  Object.assign(globalThis, { document: { cookie: "XSRF-TOKEN=token" } });
  jest.useFakeTimers();
});
afterEach(() => {
  forgetConnection();
  jest.useRealTimers();
  globalThis.fetch = ownFetch;
  Reflect.deleteProperty(globalThis, "document");
});

/** The outcome of a call; null while there is none. */
function outcomeOf(method: string): { get: () => string | null } {
  let outcome: string | null = null;
  send("/node/trpc/any", { method }).then(
    () => {
      outcome = "answered";
    },
    (error: Error) => {
      outcome = error.name === "Error" ? error.message : error.name;
    },
  );
  return { get: () => outcome };
}

async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  for (let turn = 0; turn < 20; turn++) await null;
}

test.each(["GET", "POST"])("a %s on a dead connection is given up", async (method) => {
  const outcome = outcomeOf(method);
  await pass(34_000);
  expect(outcome.get()).toBeNull();
  await pass(2_000);
  expect(outcome.get()).toBe("TimeoutError");
  expect(offlineSince.get()).toBeNull();
});

test("calls in flight fail when the connection is lost", async () => {
  const read = outcomeOf("GET");
  const change = outcomeOf("POST");
  connectionLost();
  await pass(0);
  expect(read.get()).toBe("You're offline. This couldn't be loaded.");
  expect(change.get()).toBe("You're offline. There was no answer.");
});
