import { expect, test } from "bun:test";
import { refusalOf } from "../../tests/support/acting.ts";
import { createDoorkeeper } from "./doorkeeper.ts";

test("a person can upload a limited number of files at the same time", async () => {
  const doorkeeper = createDoorkeeper(2);
  const enter = (who: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    return { left: doorkeeper.letIn(who, () => promise), resolve, reject };
  };
  const [one, two] = [enter("ana"), enter("ana")];
  const refusal = await refusalOf(doorkeeper.letIn("ana", async () => "in"));
  expect([refusal.code, refusal.details.retryAfterSeconds]).toEqual(["too_many_uploads", 5]);
  const other = enter("ben");
  one.resolve("done");
  expect(await one.left).toBe("done");
  const three = enter("ana");
  await refusalOf(doorkeeper.letIn("ana", async () => "in"));
  two.reject(new Error("the line was cut"));
  await expect(two.left).rejects.toThrow("the line was cut");
  three.resolve("");
  await three.left;
  const [four, five] = [enter("ana"), enter("ana")];
  await refusalOf(doorkeeper.letIn("ana", async () => "in"));
  for (const { resolve } of [four, five, other]) resolve("");
  await Promise.all([four.left, five.left, other.left]);
});
