import { expect, test } from "bun:test";
import { heldOf, joinHeld, leaving, partsOf, sentChangesOf } from "./held-changes.ts";

const maya = { id: "maya", name: "Maya Chen" };

test("a macro's `me` is whoever uses it", () => {
  expect(heldOf({ assignee: "me", status: "pending" }, maya)).toEqual({
    status: "pending",
    assignee: maya,
  });
});

test("of two macros the later decides, and each adds its tags", () => {
  const first = joinHeld(null, { priority: "low", status: "pending", addTags: ["refund"] });
  const both = joinHeld(first, { priority: "high", addTags: ["refund", "vip"] });
  expect(both).toMatchObject({ priority: "high", status: "pending", addTags: ["refund", "vip"] });
  expect(sentChangesOf(both ?? undefined)).toEqual({
    priority: "high",
    addTags: ["refund", "vip"],
  });
  expect(joinHeld(null, {})).toBeNull();
});

test("each change is shown, and can be left away", () => {
  const held = {
    status: "pending",
    assignee: maya,
    addTags: ["a", "b"],
    removeTags: ["c"],
  } as const;
  const parts = partsOf(held);
  expect(parts.map(({ words }) => words)).toEqual([
    ...["Pending", "Maya Chen", "tag a", "tag b", "no tag c"],
  ]);
  const withoutA = parts.find(({ words }) => words === "tag a")?.rest;
  expect(sentChangesOf(withoutA)).toEqual({
    ...{ assigneeId: "maya", addTags: ["b"], removeTags: ["c"] },
  });
  expect(sentChangesOf(leaving(held, "assigneeId"))).not.toHaveProperty("assigneeId");
  expect(sentChangesOf({ status: "pending" })).toBeUndefined();
});
