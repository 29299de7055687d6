import { expect, test } from "bun:test";
import { heldOf, joinHeld, partsOf, sentChangesOf, withoutField } from "./held-changes.ts";

const maya = { id: "maya", name: "Maya Chen" };

test("a macro's `me` is the person who uses it", () => {
  expect(heldOf({ assignee: "me", status: "pending" }, maya)).toEqual({
    status: "pending",
    assignee: maya,
  });
});

test("a status that macros can no longer set neither sets nor removes one", () => {
  const resolves = joinHeld(null, heldOf({ status: "resolved" }, maya));
  const closes = heldOf({ status: "closed", addTags: ["done"] }, maya);
  expect(closes).toEqual({ addTags: ["done"] });
  expect(joinHeld(resolves, closes)).toMatchObject({ status: "resolved", addTags: ["done"] });
});

test("the later of two macros wins, and tags add up", () => {
  const first = joinHeld(null, { priority: "low", status: "pending", addTags: ["refund"] });
  const both = joinHeld(first, { priority: "high", addTags: ["refund", "vip"] });
  expect(both).toMatchObject({ priority: "high", status: "pending", addTags: ["refund", "vip"] });
  expect(sentChangesOf(both ?? undefined)).toEqual({
    priority: "high",
    addTags: ["refund", "vip"],
  });
  expect(joinHeld(null, {})).toBeNull();
});

test("the later of two macros wins for a tag that one adds and the other removes", () => {
  const both = joinHeld(
    { addTags: ["waiting"], removeTags: ["answered", "old"] },
    {
      ...{ addTags: ["answered"], removeTags: ["waiting"] },
    },
  );
  expect(both).toMatchObject({ addTags: ["answered"], removeTags: ["old", "waiting"] });
  // A macro that adds and removes the same tag removes it.
  const own = { addTags: ["vip"], removeTags: ["vip"] };
  expect(joinHeld({ addTags: ["new"] }, own)).toMatchObject({
    ...{ addTags: ["new", "vip"], removeTags: ["vip"] },
  });
});

test("each change is a chip that can be removed", () => {
  const held = {
    status: "pending",
    assignee: maya,
    addTags: ["a", "b"],
    removeTags: ["c"],
  } as const;
  const parts = partsOf(held);
  expect(parts.map(({ words }) => words)).toEqual([
    ...["Pending", "Maya Chen", "add tag a", "add tag b", "remove tag c"],
  ]);
  const withoutA = parts.find(({ words }) => words === "add tag a")?.rest;
  expect(sentChangesOf(withoutA)).toEqual({
    ...{ assigneeId: "maya", addTags: ["b"], removeTags: ["c"] },
  });
  expect(sentChangesOf(withoutField(held, "assigneeId"))).not.toHaveProperty("assigneeId");
  expect(sentChangesOf({ status: "pending" })).toBeUndefined();
});
