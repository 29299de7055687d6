import { afterEach, beforeEach, expect, test } from "bun:test";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { fetchAgain } from "./invalidation.ts";
import { registerViewer } from "./visible-pages.ts";

const queryKey = [["tickets", "list"], { type: "infinite" }];
let queryClient: QueryClient;
let fetched: number[];
let kept: readonly unknown[];
let leave: () => void;

/** A list of five pages, all scrolled through. */
beforeEach(async () => {
  Object.assign(globalThis, { document: { hidden: false } });
  queryClient = new QueryClient();
  fetched = [];
  kept = [];
  const list = new InfiniteQueryObserver<number, Error, unknown, typeof queryKey, number>(
    queryClient,
    {
      queryKey,
      queryFn: async ({ pageParam }) => {
        fetched.push(pageParam);
        return pageParam;
      },
      initialPageParam: 0,
      getNextPageParam: (last) => (last < 4 ? last + 1 : null),
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  leave = list.subscribe(() => {});
  for (let page = 0; page < 5; page += 1) await list.fetchNextPage();
  fetched = [];
});
afterEach(() => {
  leave();
  queryClient.clear();
  Reflect.deleteProperty(globalThis, "document");
});

const pagesNow = () => queryClient.getQueryData<{ pages: number[] }>(queryKey)?.pages;

test("live updates refetch the visible pages of a list and drop those below", async () => {
  const lookAway = registerViewer(queryKey, {
    pagesInSight: () => 2,
    onCut(pages) {
      kept = pages;
    },
  });
  await fetchAgain(queryClient, "list");
  expect(fetched).toEqual([0, 1]);
  expect(pagesNow()).toEqual([0, 1]);
  expect(kept).toEqual([0, 1]);
  lookAway();
});

test("a list without a known visible part is refetched completely", async () => {
  await fetchAgain(queryClient, "list");
  expect(fetched).toEqual([0, 1, 2, 3, 4]);
  expect(pagesNow()).toEqual([0, 1, 2, 3, 4]);
});
