import { expect, test } from "bun:test";
import { describeChanges, whyInVain } from "./describe-changes.ts";

test("what a macro changes is told in a few words", () => {
  expect(describeChanges({ status: "pending", addTags: ["billing"] })).toBe(
    "sets Pending, adds billing",
  );
  expect(whyInVain({ status: "pending" })).toBeNull();
  expect(whyInVain({})).toBeNull();
});

test("one of before that was to close says that it does not, why, and what mends it", () => {
  expect(describeChanges({ status: "closed", priority: "low" })).toBe(
    "no longer sets Closed, priority Low",
  );
  expect(whyInVain({ status: "closed" })).toBe(
    "This macro was made to set Closed. Closing is asked about first, so no macro does it any more: choose another status, or save it without one.",
  );
});
