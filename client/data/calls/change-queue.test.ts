import { expect, test } from "bun:test";
import { queuesEmpty, runQueued } from "./change-queue.ts";

test("changes of one ticket run in order, even if one fails", async () => {
  const log: string[] = [];
  // Answered by a change of another record, which would deadlock if it waited.
  const answer = Promise.withResolvers<void>();
  const act =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await answer.promise;
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const first = runQueued("one", act("first", true));
  const second = runQueued("one", act("second"));
  const other = runQueued("other", async () => answer.resolve());
  expect(await first.catch((error: Error) => error.message)).toBe("first");
  expect(await second).toBe("second");
  await other;
  expect(log).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("the queue is empty after the last change, including those added in the meantime", async () => {
  const log: string[] = [];
  const act = (name: string) => async () => {
    await Bun.sleep(0);
    log.push(name);
    if (name === "fails") throw new Error(name);
  };
  runQueued("one", act("fails")).catch(() => runQueued("other", act("behind it")));
  await queuesEmpty();
  expect(log).toEqual(["fails", "behind it"]);
  await queuesEmpty();
});
