import { expect, test } from "bun:test";
import { sentChangesOf } from "./held-changes.ts";
import { leavingAll, type SendPlan } from "./send-plan.ts";

const plan: SendPlan = {
  ...{ kind: "reply", status: "on-hold" },
  held: { priority: "high", assignee: { id: "maya", name: "Maya Chen" }, addTags: ["vip"] },
};

test("what several others set stands, all of it, and the rest goes along", () => {
  const left = leavingAll(plan, ["status", "priority"]);
  expect(left.status).toBeUndefined();
  expect(sentChangesOf(left.held)).toEqual({ assigneeId: "maya", addTags: ["vip"] });
});

test("a state that nobody else has set goes along", () => {
  const left = leavingAll(plan, ["assigneeId"]);
  expect(left.status).toBe("on-hold");
  expect(sentChangesOf(left.held)).toEqual({ priority: "high", addTags: ["vip"] });
});
