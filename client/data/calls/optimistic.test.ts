import { expect, test } from "bun:test";
import { forgetShell } from "../session/forget.ts";
import { showOptimistically } from "./optimistic.ts";
import { createQueryClient } from "./query-client.ts";

const queryKey = ["desk"];

test("an answer read during a change is shown with it, and unchanged afterwards", async () => {
  const queryClient = createQueryClient();
  const read = () =>
    queryClient.fetchQuery({
      ...{ queryKey, staleTime: 0 },
      queryFn: () => ({ name: "Before", users: 1 }),
    });
  const shown = () => queryClient.getQueryData<{ name: string; users: number }>(queryKey);
  await read();
  const set = (name: string) =>
    showOptimistically(() => queryClient.setQueryData(queryKey, { ...shown(), name }));
  const [first, second] = [set("First"), set("Second")];
  await read();
  expect(shown()).toEqual({ name: "Second", users: 1 });
  second();
  await read();
  expect(shown()?.name).toBe("First");
  first();
  await read();
  expect(shown()?.name).toBe("Before");
});

test("an unanswered change is not shown to the next user", async () => {
  const queryClient = createQueryClient();
  showOptimistically(() => queryClient.setQueryData(queryKey, { name: "Theirs" }));
  forgetShell();
  await queryClient.fetchQuery({ queryKey, staleTime: 0, queryFn: () => ({ name: "Before" }) });
  expect(queryClient.getQueryData<{ name: string }>(queryKey)).toEqual({ name: "Before" });
});
