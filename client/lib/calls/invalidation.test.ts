import { afterEach, beforeEach, expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { fetchAgain } from "./invalidation.ts";

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

/** What is on the page. */
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

test("what somebody looks at is fetched again", async () => {
  see(false);
  await fetchAgain(queryClient, "list", "notifications");
  expect(fetched.sort()).toEqual([
    "notifications.list",
    "notifications.unreadCount",
    "tickets.list",
  ]);
});

test("a tab that nobody sees asks only for what its title says", async () => {
  see(true);
  await fetchAgain(queryClient, "list", "notifications");
  expect(fetched).toEqual(["notifications.unreadCount"]);
});

test("and for nothing where that has not changed", async () => {
  see(true);
  await fetchAgain(queryClient, "list", "counts");
  expect(fetched).toEqual([]);
});
