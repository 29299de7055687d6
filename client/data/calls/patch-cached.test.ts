import { afterEach, beforeEach, expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { patchCached } from "./patch-cached.ts";

const key = (number: number) => [["tickets", "get"], { input: { number } }];
let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
  for (const number of [1, 2]) {
    queryClient.setQueryData(key(number), { number, unread: true }, { updatedAt: 1 });
  }
});
afterEach(() => queryClient.clear());

const stateOf = (number: number) => queryClient.getQueryState<{ unread: boolean }>(key(number));

function markRead(number: number): void {
  patchCached<{ number: number; unread: boolean }>(queryClient, [["tickets", "get"]], (ticket) =>
    ticket.number === number ? { ...ticket, unread: false } : ticket,
  );
}

test("patching one answer leaves the others as stale as they were", async () => {
  await queryClient.invalidateQueries({ queryKey: key(2) });
  markRead(1);
  expect(stateOf(1)?.data?.unread).toBe(false);
  expect(stateOf(2)).toMatchObject({ data: { unread: true }, isInvalidated: true });
  expect(stateOf(2)?.dataUpdatedAt).toBe(1);
});

test("a stale answer that was patched is still refetched when shown", async () => {
  await queryClient.invalidateQueries({ queryKey: key(1) });
  markRead(1);
  expect(stateOf(1)).toMatchObject({ data: { unread: false }, isInvalidated: true });
  expect(stateOf(1)?.dataUpdatedAt).toBe(1);
});
