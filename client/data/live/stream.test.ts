import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { LiveMessage } from "../../../shared/live.ts";
import { type LiveReport, type LiveStream, openLiveStream } from "./stream.ts";

/** An EventSource, with what the server sends. */
class Line extends EventTarget {
  static opened: Line[] = [];
  readyState = 1;
  constructor() {
    super();
    Line.opened.push(this);
  }
  say(message: LiveMessage): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  end(): void {
    this.dispatchEvent(new MessageEvent("return", { data: "" }));
  }
  close(): void {
    this.readyState = 2;
  }
}

const before = globalThis.EventSource;
let told: LiveReport["kind"][];
let stream: LiveStream;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { EventSource: Line });
  Line.opened = [];
  told = [];
  stream = openLiveStream(({ kind }) => told.push(kind));
});
afterEach(() => {
  stream.close();
  Object.assign(globalThis, { EventSource: before });
  jest.useRealTimers();
});

/** A few microtasks, for the link to handle each event. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

async function hear(...messages: LiveMessage[]): Promise<void> {
  await turns();
  const line = Line.opened.at(-1);
  line?.dispatchEvent(new MessageEvent("connected", { data: "{}" }));
  for (const message of messages) line?.say(message);
  line?.end();
  await turns();
}

async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  await turns();
}

test("a stream ended by the server reopens within a second", async () => {
  await hear({ kind: "ready", news: [] }, { kind: "server-ends" });
  await pass(1_000);
  expect(Line.opened).toHaveLength(2);
});

test("a replaced stream reopens late each time, and its page refetches", async () => {
  for (let time = 1; time <= 3; time += 1) {
    await hear({ kind: "ready", news: [] }, { kind: "too-many" });
    await pass(29_000);
    expect(Line.opened).toHaveLength(time);
    await pass(62_000);
    expect(Line.opened).toHaveLength(time + 1);
  }
  await hear({ kind: "ready", news: [] });
  expect(told.at(-2)).toBe("resync");
});
