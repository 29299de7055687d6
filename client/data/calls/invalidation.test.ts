import { afterEach, beforeEach, expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { fetchAgain, refetchInFlight } from "./invalidation.ts";

let queryClient: QueryClient;
let fetched: string[];
let leave: (() => void)[];

beforeEach(() => {
  queryClient = new QueryClient();
  fetched = [];
  leave = [
    ["tickets", "list"],
    ["notifications", "list"],
    ["notifications", "unreadCount"],
  ].map(show);
});

afterEach(() => {
  for (const end of leave) end();
  queryClient.clear();
  Reflect.deleteProperty(globalThis, "document");
});

/** A query on the page. */
function show(call: string[]): () => void {
  const observer = new QueryObserver(queryClient, {
    queryKey: [call],
    queryFn: () => fetched.push(call.join(".")),
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return observer.subscribe(() => {});
}

function see(hidden: boolean): void {
  Object.assign(globalThis, { document: { hidden } });
}

test("queries on screen are refetched", async () => {
  see(false);
  await fetchAgain(queryClient, "list", "notifications");
  expect(fetched.sort()).toEqual([
    "notifications.list",
    "notifications.unreadCount",
    "tickets.list",
  ]);
});

test("a hidden tab only refetches what its title shows", async () => {
  see(true);
  await fetchAgain(queryClient, "list", "notifications");
  expect(fetched).toEqual(["notifications.unreadCount"]);
});

test("a hidden tab refetches nothing if its title has not changed", async () => {
  see(true);
  await fetchAgain(queryClient, "list", "counts");
  expect(fetched).toEqual([]);
});

test("a new draft invalidates only lists that filter by drafts", async () => {
  see(false);
  const asked = (call: string, q: string) => {
    const queryKey = [["tickets", call], { input: { view: "all", q }, type: "query" }];
    const observer = new QueryObserver(queryClient, {
      ...{ queryKey, queryFn: () => fetched.push(`${call} ${q}`) },
      ...{ initialData: 0, staleTime: Number.POSITIVE_INFINITY },
    });
    leave.push(observer.subscribe(() => {}));
  };
  for (const q of ["has:draft", "is:open -has:tag,draft", "draft", "has:tag"]) asked("list", q);
  asked("count", "has:draft");
  leave.push(show(["views", "counts"]));
  queryClient.setQueryData([["views", "list"]], { views: [{ q: "is:open" }] });
  await fetchAgain(queryClient, "drafts");
  const ofDrafts = ["count has:draft", "list has:draft", "list is:open -has:tag,draft"];
  expect(fetched.sort()).toEqual(ofDrafts);

  queryClient.setQueryData([["views", "list"]], { views: [{ q: "has:draft" }] });
  fetched = [];
  await fetchAgain(queryClient, "drafts");
  expect(fetched.sort()).toEqual([...ofDrafts, "views.counts"]);
});

/** A query whose answers are given by hand: each reports the state when it was requested. */
function askByHand(call: string[], options: { initialData?: string } = {}) {
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: [call],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
    ...options,
  });
  leave.push(observer.subscribe(() => {}));
  return { answers, shown: () => observer.getCurrentResult().data };
}

/** Until all effects of an answer have happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("news during a first load are not lost, since its answer may be older", async () => {
  see(false);
  const { answers, shown } = askByHand(["tickets", "get"]);
  const first = fetchAgain(queryClient, "ticket");
  const second = fetchAgain(queryClient, "ticket");
  answers[0]?.("before");
  await settled();
  expect(shown()).toBe("before");
  expect(answers).toHaveLength(2);
  answers[1]?.("after");
  await Promise.all([first, second]);
  expect(shown()).toBe("after");
  expect(answers).toHaveLength(2);
});

test("an inactive query is refetched when it is shown again", async () => {
  see(false);
  const { answers } = askByHand(["tickets", "get"]);
  leave.pop()?.();
  const heard = fetchAgain(queryClient, "ticket");
  answers[0]?.("before");
  await heard;
  expect(queryClient.getQueryState([["tickets", "get"]])).toMatchObject({
    ...{ data: "before", isInvalidated: true },
  });
  expect(answers).toHaveLength(1);
});

test("an answer in flight does not revert a change made on this page", async () => {
  see(false);
  const { answers, shown } = askByHand(["tickets", "get"], { initialData: "as it was" });
  refetchInFlight(queryClient, "ticket");
  await settled();
  expect(answers).toHaveLength(0);

  void queryClient.refetchQueries({ queryKey: [["tickets", "get"]] });
  refetchInFlight(queryClient, "ticket");
  await settled();
  answers[0]?.("before");
  answers[1]?.("after");
  await settled();
  expect(shown()).toBe("after");
});
