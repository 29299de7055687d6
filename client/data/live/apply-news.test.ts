import { afterEach, beforeEach, expect, jest, setSystemTime, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { LiveNews } from "../../../shared/live.ts";
import { runQueued } from "../calls/change-queue.ts";
import { invalidateTicket } from "../calls/invalidation.ts";
import { noteOwnVersion } from "./own-versions.ts";
import { createNewsTaker } from "./use-live-updates.ts";

const news = [{ topic: "ticket", id: "0", number: 7 }] as const;
let fetched: number;
let answersAfterMs: () => number;
let queryClient: QueryClient;
let leave: () => void;

/** A page with a list. */
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document: { hidden: false } });
  fetched = 0;
  answersAfterMs = () => 0;
  queryClient = new QueryClient();
  const list = new QueryObserver(queryClient, {
    queryKey: [["tickets", "list"]],
    queryFn: async () => {
      const ms = answersAfterMs();
      if (ms > 0) await new Promise((answer) => setTimeout(answer, ms));
      return ++fetched;
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  leave = list.subscribe(() => {});
});

afterEach(() => {
  leave();
  queryClient.clear();
  Reflect.deleteProperty(globalThis, "document");
  jest.useRealTimers();
});

/** Ten events a second for this many seconds. */
async function hear(seconds: number, listsEveryMs?: number): Promise<void> {
  const taker = createNewsTaker(queryClient);
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    taker.take([...news], listsEveryMs);
    jest.advanceTimersByTime(100);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
  taker.stop();
}

test("a list is refetched at the first event, then at most once a second", async () => {
  await hear(0.1);
  expect(fetched).toBe(1);
  fetched = 0;
  await hear(10);
  expect(fetched).toBeWithin(9, 12);
});

/** The taker hears this event alone. Returns how often the list was fetched. */
async function hearTicket(item: Partial<LiveNews & { topic: "ticket" }>): Promise<number> {
  fetched = 0;
  const taker = createNewsTaker(queryClient);
  taker.take([{ topic: "ticket", id: "0", number: 7, ...item }]);
  for (let step = 0; step < 3; step += 1) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    jest.advanceTimersByTime(100);
  }
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  taker.stop();
  return fetched;
}

test("an event about an own action refetches nothing, later changes and those without a version do", async () => {
  noteOwnVersion("0", 5);
  expect(await hearTicket({ version: 5 })).toBe(0);
  expect(await hearTicket({ version: 4 })).toBe(0);
  expect(await hearTicket({ version: 6 })).toBe(1);
  expect(await hearTicket({})).toBe(1);
  expect(await hearTicket({ version: 5, gone: true })).toBe(1);
  expect(await hearTicket({ id: "1", version: 5 })).toBe(1);
});

test("an event that arrives before the answer of an own action waits for that answer", async () => {
  const answer = Promise.withResolvers<void>();
  void runQueued("2", () => answer.promise).then(() => noteOwnVersion("2", 9));
  const taker = createNewsTaker(queryClient);
  taker.take([{ topic: "ticket", id: "2", number: 8, version: 9 }]);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  jest.advanceTimersByTime(100);
  answer.resolve();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  jest.advanceTimersByTime(100);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(fetched).toBe(0);
  taker.stop();
});

test("a page that shows this version of a ticket already is not refetched", () => {
  const key = [["tickets", "get"], { input: { number: 7 }, type: "query" }];
  queryClient.setQueryData(key, { staff: { version: 3 } });
  const isOld = () => queryClient.getQueryState(key)?.isInvalidated;
  invalidateTicket(queryClient, 7, 3);
  expect(isOld()).toBe(false);
  invalidateTicket(queryClient, 7, 4);
  expect(isOld()).toBe(true);
});

test.each(["users", "companies"] as const)(
  "news of %s, which may have been renamed, refetch the tickets that name them",
  async (topic) => {
    const taker = createNewsTaker(queryClient);
    taker.take([{ topic }]);
    jest.advanceTimersByTime(100);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    taker.stop();
    expect(fetched).toBe(1);
  },
);

test("a clock set back by an hour does not delay a list", async () => {
  const taker = createNewsTaker(queryClient);
  const hearOnce = async () => {
    taker.take([...news]);
    jest.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  await hearOnce();
  setSystemTime(Date.now() - 3_600_000);
  await hearOnce();
  expect(fetched).toBe(2);
  taker.stop();
});

test("events faster than the answers do not keep a list from being refetched", async () => {
  answersAfterMs = () => 1_500;
  await hear(10);
  expect(fetched).toBeWithin(5, 8);
  expect(queryClient.getQueryData([["tickets", "list"]])).toBe(fetched);
});

test("an answer that never arrives does not block later events", async () => {
  const first = [60_000];
  answersAfterMs = () => first.pop() ?? 500;
  await hear(15);
  expect(fetched).toBeGreaterThan(0);
});

test("with many listeners the server reduces the rate", async () => {
  await hear(100, 10_000);
  // Between ten and twenty seconds apart.
  expect(fetched).toBeWithin(4, 11);
});

test("with many listeners the pages are spread over time", async () => {
  const pages = [];
  for (let page = 0; page < 40; page += 1) {
    fetched = 0;
    await hear(5, 10_000);
    pages.push(fetched);
  }
  expect(pages.filter((times) => times === 0).length).toBeWithin(5, 36);
});

test("a shared macro or view invalidates its own list only", async () => {
  for (const call of ["tickets.get", "macros.list", "views.list", "views.counts"]) {
    queryClient.setQueryData([call.split(".")], call);
  }
  const taker = createNewsTaker(queryClient);
  const old = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ state }) => state.data);
  taker.take([{ topic: "macros" }]);
  jest.advanceTimersByTime(1_000);
  expect(old()).toEqual(["macros.list"]);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  taker.take([{ topic: "views" }]);
  jest.advanceTimersByTime(1_000);
  expect(old()).toEqual(["macros.list", "views.list", "views.counts"]);
  expect(fetched).toBe(0);
  taker.stop();
});
