import { expect, test } from "bun:test";
import type { TicketConflict } from "../../../../shared/tickets/page.ts";
import type { Failure } from "../../../data/errors.ts";
import { forgetShell } from "../../../data/session/forget.ts";
import { type Held, sentChangesOf } from "./held-changes.ts";
import {
  forgetSent,
  leavingAll,
  refusalNow,
  rememberSent,
  type SendPlan,
  sentWith,
} from "./send-plan.ts";

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

const held: Held = { status: "on-hold", priority: "high", addTags: ["vip"] };
const conflict = (field: TicketConflict["field"]): TicketConflict => ({
  ...{ field, theirs: "low", yours: "high", by: null },
});
const refused = (kind: SendPlan["kind"], fields: TicketConflict["field"][]) => {
  const failure = { cameBetween: [], conflicts: fields.map(conflict) } as unknown as Failure;
  return { failure, plan: { kind, status: "on-hold", held } satisfies SendPlan };
};
const asked = (refusal: ReturnType<typeof refusalNow>) =>
  refusal?.failure.conflicts.map(({ field }) => field);

test("what one took away since is neither asked about nor sent", () => {
  const withoutHigh = { ...held, priority: undefined };
  const now = refusalNow(refused("note", ["status", "priority"]), {
    ...{ held: withoutHigh, wanted: "on-hold" },
  });
  expect(asked(now)).toEqual(["status"]);
  expect(now?.plan).toMatchObject({ status: "on-hold", held: withoutHigh });
  expect(refusalNow(refused("note", ["priority"]), { held: null, wanted: undefined })).toBeNull();
});

test("a note's state goes with its chip, a reply's stays that of its button", () => {
  const wishes = { held: { ...held, status: undefined }, wanted: undefined };
  expect(asked(refusalNow(refused("note", ["status", "priority"]), wishes))).toEqual(["priority"]);
  const reply = refusalNow(refused("reply", ["status", "priority"]), wishes);
  expect(asked(reply)).toEqual(["status", "priority"]);
  expect(reply?.plan.status).toBe("on-hold");
  // Nobody can set it from here any more, which the desk says in words.
  const note = refusalNow(refused("note", ["status"]), { held, wanted: undefined });
  expect(note?.plan.status).toBe("on-hold");
});

test("who was overtaken by a message is asked whatever else they changed", () => {
  const { failure, plan } = refused("reply", []);
  const overtaken = { failure: { ...failure, cameBetween: [{}] } as unknown as Failure, plan };
  expect(refusalNow(overtaken, { held: null, wanted: undefined })?.plan.held).toBeUndefined();
  expect(refusalNow(refused("reply", []), { held: null, wanted: undefined })).not.toBeNull();
});

const sent = (actId: string) => ({ actId, held: undefined });

test("of what was sent the last is known until it is taken back, or somebody leaves", () => {
  for (let at = 0; at < 60; at += 1) rememberSent(`${at}`, sent(`act ${at}`));
  expect([sentWith("9"), sentWith("10")]).toEqual([undefined, sent("act 10")]);
  forgetSent("10");
  expect(sentWith("10")).toBeUndefined();
  forgetShell();
  expect(sentWith("59")).toBeUndefined();
});
