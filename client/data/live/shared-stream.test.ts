import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { fanOut } from "./shared-stream.ts";
import type { LiveReport } from "./stream.ts";

const news = [{ topic: "ticket", id: "0", number: 7 }] as const;
let report: (said: LiveReport) => void;
let share: ReturnType<typeof fanOut>;

beforeEach(() => {
  jest.useFakeTimers();
  share = fanOut((tell) => {
    report = tell;
    return { close() {} };
  });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A tab, and the reports it receives. */
function join(): string[] {
  const told: string[] = [];
  share.join((said) => {
    told.push(said.kind === "ready" ? `ready with ${said.news.length}` : said.kind);
  });
  return told;
}

function stand(): void {
  report({ kind: "connection", up: true });
  report({ kind: "ready", news: [] });
}

test("a tab that joins gets the events it may have missed while loading", () => {
  const first = join();
  stand();
  report({ kind: "news", news: [...news] });
  expect(first).toEqual(["connection", "ready with 0", "news"]);
  expect(join()).toEqual(["connection", "ready with 1"]);
  jest.advanceTimersByTime(15_001);
  expect(join()).toEqual(["connection", "ready with 1"]);
  report({ kind: "news", news: [...news] });
  expect(join()).toEqual(["connection", "ready with 1"]);
});

test("after a gap a joining tab learns of it, like the others", () => {
  const first = join();
  stand();
  report({ kind: "connection", up: false });
  report({ kind: "connection", up: true });
  report({ kind: "resync" });
  expect(first.at(-1)).toBe("resync");
  expect(join()).toEqual(["connection", "ready with 0", "resync"]);
  jest.advanceTimersByTime(15_001);
  expect(join()).toEqual(["connection", "ready with 0"]);
});
