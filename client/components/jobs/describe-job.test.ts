import { expect, test } from "bun:test";
import { describeEnd, describeResult } from "./describe-job.ts";

test("the end of a job has its counts, including skipped and partly done items", () => {
  expect(describeEnd({ total: 1204, done: 1204, refused: 0 }, 0)).toBe("1,204 of 1,204 done");
  expect(describeEnd({ total: 204, done: 204, refused: 1 }, 0)).toBe("203 of 204 done, 1 skipped");
  expect(describeEnd({ total: 203, done: 203, refused: 2 }, 3)).toBe(
    "201 of 203 done, 3 partly, 2 skipped",
  );
  expect(describeEnd({ total: 600, done: 400, refused: 0 }, 0)).toBe("400 of 600 done");
});

test("the result of an undo is described as undone, not as changed", () => {
  const counts = { total: 300, done: 204, refused: 1 };
  expect(describeResult({ ...counts, kind: "ticket-bulk" }, 0)).toBe(
    "203 updated, 1 skipped, 96 not started.",
  );
  expect(describeResult({ ...counts, kind: "ticket-bulk-undo" }, 2)).toBe(
    "203 undone, 2 partly, 1 skipped, 96 not started.",
  );
});
