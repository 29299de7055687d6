import { expect, test } from "bun:test";
import { createQueue } from "./throttling.ts";

test("work with the same key runs in order, even after a failure; other keys do not wait", async () => {
  const runQueued = createQueue();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = runQueued("a", async () => {
    await gate.promise;
    done.push("first");
    throw new Error("it failed");
  });
  const second = runQueued("a", async () => void done.push("second"));
  const third = runQueued("a", async () => done.push("third"));
  await runQueued("b", async () => void done.push("other"));
  expect(done).toEqual(["other"]);
  gate.resolve();
  await expect(first).rejects.toThrow("it failed");
  await second;
  expect(await third).toBe(4);
  expect(done).toEqual(["other", "first", "second", "third"]);
});

test("work added after the first has finished waits for the rest", async () => {
  const runQueued = createQueue();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = runQueued("a", async () => void done.push("first"));
  const second = runQueued("a", async () => {
    await gate.promise;
    done.push("second");
  });
  await first;
  const third = runQueued("a", async () => void done.push("third"));
  await Promise.resolve();
  gate.resolve();
  await Promise.all([second, third]);
  expect(done).toEqual(["first", "second", "third"]);
});
