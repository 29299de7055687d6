import { expect, test } from "bun:test";
import { createSearchLimit } from "./search-limit.ts";

const refused = expect.objectContaining({
  code: "too_many_searches",
  details: { retryAfterSeconds: 2 },
});

test("a person's third search waits until one of two others is done", async () => {
  const limit = createSearchLimit();
  const searches = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const started: number[] = [];
  const [first, , third] = searches.map(({ promise }, index) =>
    limit.run("ana", () => {
      started.push(index);
      return promise;
    }),
  );
  await Bun.sleep(5);
  expect(started).toEqual([0, 1]);
  searches[0]?.resolve("one");
  expect(await first).toBe("one");
  await Bun.sleep(5);
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of searches) resolve("done");
  expect(await third).toBe("done");
});

test("a search that waits too long is refused and never runs", async () => {
  const limit = createSearchLimit({ waitMs: 10 });
  const slow = Promise.withResolvers<void>();
  const running = [1, 2].map(() => limit.run("ana", () => slow.promise));
  let ran = false;
  const third = limit.run("ana", async () => {
    ran = true;
  });
  await expect(third).rejects.toEqual(refused);
  slow.resolve();
  await Promise.all(running);
  expect(ran).toBe(false);
});

test("a search past those that may wait is refused immediately", async () => {
  const limit = createSearchLimit({ waiting: 1 });
  const slow = Promise.withResolvers<void>();
  const running = [1, 2, 3].map(() => limit.run("ana", () => slow.promise));
  await expect(limit.run("ana", async () => {})).rejects.toEqual(refused);
  slow.resolve();
  await Promise.all(running);
});

test("others are not delayed, and a failed search frees its place", async () => {
  const limit = createSearchLimit({ atOnce: 1 });
  const slow = Promise.withResolvers<void>();
  const running = limit.run("ana", () => slow.promise);
  expect(await limit.run("ben", async () => "found")).toBe("found");
  const failing = limit.run("ben", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await limit.run("ben", async () => "again")).toBe("again");
  slow.resolve();
  await running;
});
