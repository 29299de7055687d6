import { expect, test } from "bun:test";
import { heldOf, joinHeld, leaving, partsOf, sentChangesOf } from "./held-changes.ts";

const maya = { id: "maya", name: "Maya Chen" };

test("a macro's `me` is whoever uses it", () => {
  expect(heldOf({ assignee: "me", status: "pending" }, maya)).toEqual({
    status: "pending",
    assignee: maya,
  });
});

test("a state that no macro sets any more is no wish, and takes none away", () => {
  const resolves = joinHeld(null, heldOf({ status: "resolved" }, maya));
  const closes = heldOf({ status: "closed", addTags: ["done"] }, maya);
  expect(closes).toEqual({ addTags: ["done"] });
  expect(joinHeld(resolves, closes)).toMatchObject({ status: "resolved", addTags: ["done"] });
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

test("of two macros the later decides of a tag that one adds and the other takes off", () => {
  const both = joinHeld(
    { addTags: ["waiting"], removeTags: ["answered", "old"] },
    {
      ...{ addTags: ["answered"], removeTags: ["waiting"] },
    },
  );
  expect(both).toMatchObject({ addTags: ["answered"], removeTags: ["old", "waiting"] });
  // What one of them does both with goes, as it does by that one alone.
  const own = { addTags: ["vip"], removeTags: ["vip"] };
  expect(joinHeld({ addTags: ["new"] }, own)).toMatchObject({
    ...{ addTags: ["new", "vip"], removeTags: ["vip"] },
  });
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
