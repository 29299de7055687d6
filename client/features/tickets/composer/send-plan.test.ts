import { expect, test } from "bun:test";
import type { Follower, TicketConflict, TicketDetails } from "../../../../shared/tickets/page.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import type { Failure } from "../../../data/errors.ts";
import { forgetShell } from "../../../data/session/forget.ts";
import { type Held, sentChangesOf } from "./held-changes.ts";
import {
  beginIntention,
  forgetSent,
  noteOwnAction,
  noteOwnValues,
  overruling,
  recipients,
  refusalNow,
  rememberSent,
  type SendPlan,
  sentWith,
  withoutFields,
  writingOf,
} from "./send-plan.ts";

const plan: SendPlan = {
  ...{ kind: "reply", status: "on-hold" },
  held: { priority: "high", assignee: { id: "maya", name: "Maya Chen" }, addTags: ["vip"] },
};

test("values that others set are left out of the plan, the rest is sent", () => {
  const left = withoutFields(plan, ["status", "priority"]);
  expect(left.status).toBeUndefined();
  expect(sentChangesOf(left.held)).toEqual({ assigneeId: "maya", addTags: ["vip"] });
});

test("a status that no one else has set is sent", () => {
  const left = withoutFields(plan, ["assigneeId"]);
  expect(left.status).toBe("on-hold");
  expect(sentChangesOf(left.held)).toEqual({ priority: "high", addTags: ["vip"] });
});

const held: Held = { status: "on-hold", priority: "high", addTags: ["vip"] };
const conflict = (field: TicketConflict["field"]): TicketConflict => ({
  ...{ field, current: "low", theirs: "low", yours: "high", by: null },
});
const refused = (kind: SendPlan["kind"], fields: TicketConflict["field"][]) => {
  const failure = { cameBetween: [], conflicts: fields.map(conflict) } as unknown as Failure;
  return { failure, plan: { kind, status: "on-hold", held } satisfies SendPlan };
};
const asked = (refusal: ReturnType<typeof refusalNow>) =>
  refusal?.failure.conflicts.map(({ field }) => field);

test("a removed chip is neither asked about nor sent", () => {
  const withoutHigh = { ...held, priority: undefined };
  const now = refusalNow(refused("note", ["status", "priority"]), {
    ...{ held: withoutHigh, wanted: "on-hold" },
  });
  expect(asked(now)).toEqual(["status"]);
  expect(now?.plan).toMatchObject({ status: "on-hold", held: withoutHigh });
  expect(refusalNow(refused("note", ["priority"]), { held: null, wanted: undefined })).toBeNull();
});

test("a note's status is that of its chip, a reply's that of its button", () => {
  const wishes = { held: { ...held, status: undefined }, wanted: undefined };
  expect(asked(refusalNow(refused("note", ["status", "priority"]), wishes))).toEqual(["priority"]);
  const reply = refusalNow(refused("reply", ["status", "priority"]), wishes);
  expect(asked(reply)).toEqual(["status", "priority"]);
  expect(reply?.plan.status).toBe("on-hold");
  // The status can no longer be set from here, and the server says so.
  const note = refusalNow(refused("note", ["status"]), { held, wanted: undefined });
  expect(note?.plan.status).toBe("on-hold");
});

test("a message that arrived in between is always asked about", () => {
  const { failure, plan } = refused("reply", []);
  const overtaken = { failure: { ...failure, cameBetween: [{}] } as unknown as Failure, plan };
  expect(refusalNow(overtaken, { held: null, wanted: undefined })?.plan.held).toBeUndefined();
  expect(refusalNow(refused("reply", []), { held: null, wanted: undefined })).not.toBeNull();
});

test("a plan overwrites the values of others that its author was shown, and only those", () => {
  const once = overruling(plan, [conflict("status")]);
  expect(once.overrule).toEqual({ status: "low" } as never);
  expect(overruling(once, [conflict("assigneeId")]).overrule).toEqual({
    ...{ status: "low", assigneeId: "low" },
  } as never);
});

const shown = (status: string, assignee: object | null, items: object[] = []) =>
  ({
    ...{ id: "ticket", status, assignee, company: null, requester: { id: "ana" } },
    timeline: { items },
  }) as unknown as TicketDetails;
const keeperOf = (ticketId: string) =>
  ({ place: { ticketId, kind: "reply" } }) as unknown as DraftStore;

test("a message carries the values on the screen when it was begun, and what its author set since", () => {
  const [keeper, other] = [keeperOf("ticket"), keeperOf("other")];
  beginIntention(keeper, shown("open", null));
  beginIntention(other, shown("open", null));
  beginIntention(keeper, shown("on-hold", null));
  const seen = () => writingOf(keeper).intention.seen;
  expect(seen()).toMatchObject({ status: "open", assigneeId: null });
  noteOwnValues("ticket", { status: "pending" });
  expect(seen()).toMatchObject({ status: "pending", assigneeId: null });

  const event = (actId: string, change: object) => ({ kind: "event", actId, change });
  const items = [
    event("mine", { kind: "undone", kinds: ["assigned"] }),
    event("theirs", { kind: "status" }),
  ];
  const ticket = shown("resolved", { id: "maya" }, items);
  noteOwnAction({ actId: "mine", ticket });
  expect(seen()).toMatchObject({ status: "pending", assigneeId: "maya" });
  expect(writingOf(other).intention.seen).toMatchObject({ status: "open", assigneeId: null });
});

const sent = (actId: string) => ({ actId, held: undefined, copied: undefined });

test("the last 50 sent replies are remembered until they are undone or the person signs out", () => {
  for (let at = 0; at < 60; at += 1) rememberSent(`${at}`, sent(`act ${at}`));
  expect([sentWith("9"), sentWith("10")]).toEqual([undefined, sent("act 10")]);
  forgetSent("10");
  expect(sentWith("10")).toBeUndefined();
  forgetShell();
  expect(sentWith("59")).toBeUndefined();
});

const requester = { id: "ana", name: "Ana Ferreira" };
const follower = (name: string, part: Follower["part"] = null): Follower => ({
  id: name,
  name,
  part,
});

test("cc names only the customers who get the reply, and staff who follow are named as such", () => {
  const to = (...followers: Follower[]) => recipients({ requester, followers }, "Samuel");
  expect(to()).toBe("to Ana Ferreira");
  expect(to(follower("Ben Hall", "cc"), follower("Maya Lindqvist", "staff"))).toBe(
    "to Ana Ferreira, cc Ben Hall, followed by Maya Lindqvist",
  );
  expect(to(follower("Maya Lindqvist", "staff"), follower("Samuel", "staff"))).toBe(
    "to Ana Ferreira, followed by Maya Lindqvist",
  );
  expect(to(follower("Cleo Quiet"))).toBe("to Ana Ferreira");
  const three = ["Ben", "Cleo", "Dora"].map((name) => follower(name, "cc"));
  expect(to(...three)).toBe("to Ana Ferreira, cc Ben, Cleo and 1 more");
});
