import { expect, test } from "bun:test";
import { describeChanges, whyInVain } from "./describe-changes.ts";

test("the changes of a macro are summarised in a few words", () => {
  expect(describeChanges({ status: "pending", addTags: ["billing"] })).toBe(
    "sets Pending, adds billing",
  );
  expect(whyInVain({ status: "pending" })).toBeNull();
  expect(whyInVain({})).toBeNull();
});

test("an old macro that would close says that it cannot, why, and how to fix it", () => {
  expect(describeChanges({ status: "closed", priority: "low" })).toBe(
    "no longer sets Closed, priority Low",
  );
  expect(whyInVain({ status: "closed" })).toBe(
    "This macro was made to set Closed. Closing is asked about first, so no macro does it any more: choose another status, or save it without one.",
  );
});
