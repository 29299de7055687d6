import { describe, expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { planOpening } from "./create.ts";
import type { TicketPatch } from "./page.ts";
import { planCustomerMessage, planRelease } from "./reply.ts";
import type { TicketPlan, TicketState } from "./state.ts";
import { type ActToUndo, kindsIn, planUndo, undoRecordOf } from "./undo.ts";
import { planTicketUpdate } from "./update.ts";

const at = (minute: number) => `2026-11-01T09:${String(minute).padStart(2, "0")}:00.000000Z`;
const opening = {
  ...{ subject: "Help", requesterId: "ana", companyId: "harbour", actorId: "ana" },
  ...{ fields: {}, by: "customer" as const },
};
const opened = planOpening(opening, at(0)).after;
const change = (ticket: TicketState, patch: TicketPatch) =>
  planTicketUpdate(ticket, patch, "maya", at(5));
const actOf = (plan: TicketPlan, given: Partial<ActToUndo> = {}): ActToUndo => ({
  ...{ eventId: "event", changes: plan.changes, since: [] },
  record: undoRecordOf(plan) ?? { before: {}, after: {} },
  ...given,
});
/** A change of a ticket, undone after later changes. */
function undo(
  patch: TicketPatch,
  given: Partial<ActToUndo> = {},
  { before = {}, since = [] }: { before?: Partial<TicketState>; since?: TicketPatch[] } = {},
) {
  const plan = change({ ...opened, ...before }, patch);
  let state = plan.after;
  const later = since.map((each) => {
    const next = planTicketUpdate(state, each, "noor", at(6));
    state = next.after;
    return next.changes;
  });
  return planUndo(state, actOf(plan, { since: later.flat(), ...given }), at(7));
}
const refused = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message];
  }
  return null;
};

describe("the undo record of an action", () => {
  test("holds the previous values of columns, and is empty for other fields", () => {
    expect(undoRecordOf(change(opened, { priority: "high", subject: "Printer" }))).toEqual({
      ...{ before: { priority: "normal" }, after: { priority: "high" } },
    });
    expect(undoRecordOf(change(opened, { subject: "Printer", addTags: ["vip"] }))).toEqual({
      ...{ before: {}, after: {} },
    });
    expect(undoRecordOf(change(opened, { priority: "normal" }))).toBeNull();
    const plan = { ...change(opened, {}), changes: [{ kind: "spam", spam: true } as const] };
    expect(undoRecordOf(plan)).toBeNull();
  });
});

describe("undoing an action", () => {
  test("restores each field and names the action it undoes", () => {
    const { after, changes } = undo({
      ...{ subject: "Printer", priority: "high", type: "task", teamId: "printers" },
      ...{ companyId: "kestrel", requesterId: "ben", assigneeId: "noor" },
      ...{ snoozedUntil: "2027-01-01T00:00:00Z", addTags: ["vip"], addFollowers: ["cleo"] },
    });
    const { version, updatedAt, publiclyUpdatedAt, ...rest } = after;
    const { version: _, updatedAt: __, publiclyUpdatedAt: ___, ...was } = opened;
    expect(rest).toEqual(was);
    expect([version, updatedAt, publiclyUpdatedAt]).toEqual([3, at(7), at(7)]);
    expect(changes).toMatchObject([
      {
        ...{ kind: "undone", undoes: "event", kept: [] },
        kinds: ["subject", "company", "requester", "assigned", "status"],
      },
      {
        ...{ kind: "undone", undoes: "event", kept: [] },
        kinds: ["priority", "type", "team", "followers", "tags", "snoozed"],
      },
    ]);
    expect(changes[0]).toMatchObject({
      back: [
        { kind: "subject", from: "Printer", to: "Help" },
        { kind: "company", from: "kestrel", to: "harbour" },
        { kind: "requester", from: "ben", to: "ana" },
        { kind: "assigned", from: "noor", to: null },
        { kind: "status", from: "open", to: "new" },
      ],
    });
  });

  test("keeps values that someone changed since, and names them", () => {
    const { after, changes } = undo(
      { priority: "high", type: "task" },
      {},
      { since: [{ priority: "urgent" }] },
    );
    expect(after).toMatchObject({ priority: "urgent", type: "question" });
    expect(changes).toMatchObject([{ kinds: ["type"], kept: ["priority"] }]);
  });

  test("keeps values that can no longer be restored", () => {
    const { after, changes } = undo(
      { assigneeId: null, priority: "high" },
      { barred: ["assigned"] },
      {
        before: { assigneeId: "noor", status: "open" },
      },
    );
    expect(after).toMatchObject({ assigneeId: null, priority: "normal" });
    expect(changes).toMatchObject([{ kinds: ["priority"], kept: ["assigned"] }]);
  });

  test("is refused if nothing of it can still be undone", () => {
    const words = "All of this has been changed again since, so there is nothing to undo.";
    const again = () => undo({ priority: "high" }, {}, { since: [{ priority: "low" }] });
    expect(refused(again)).toEqual(["undo_too_late", words]);
    const plan = change(opened, { priority: "high" });
    const none = actOf(plan, { changes: [{ kind: "spam", spam: true }] });
    expect(refused(() => planUndo(plan.after, none, at(7)))).toEqual(["undo_too_late", words]);
  });

  test("counts as a change of the fields it restores: another Undo of them is too late", () => {
    const plan = change(opened, { priority: "high" });
    const undone = planUndo(plan.after, actOf(plan), at(7));
    expect(undone.changes.flatMap(kindsIn)).toEqual(["priority"]);
    const since = undone.changes;
    expect(refused(() => planUndo(undone.after, actOf(plan, { since }), at(8)))?.[0]).toBe(
      "undo_too_late",
    );
  });

  test("shows a customer only the fields that they see", () => {
    const kinds = (patch: TicketPatch, since: TicketPatch[] = []) =>
      undo(patch, {}, { since }).changes.map((each) =>
        each.kind === "undone" ? [each.kinds, each.kept] : [],
      );
    expect(kinds({ subject: "Printer" })).toEqual([[["subject"], []]]);
    expect(kinds({ priority: "high" })).toEqual([[["priority"], []]]);
    expect(kinds({ subject: "Printer", priority: "high" }, [{ priority: "low" }])).toEqual([
      [["subject"], []],
      [[], ["priority"]],
    ]);
    expect(kinds({ subject: "Printer", priority: "high" }, [{ subject: "Scanner" }])).toEqual([
      [["priority"], ["subject"]],
    ]);
    const both = { subject: "Printer", companyId: "kestrel", priority: "high" } as const;
    expect(kinds(both, [{ companyId: "acme" }])).toEqual([
      [["subject"], ["company"]],
      [["priority"], []],
    ]);
  });
});

describe("tags and followers are undone one by one", () => {
  test("if no one added or removed them since", () => {
    const before = { tags: ["gone", "old"] };
    const patch = { addTags: ["new", "vip"], removeTags: ["gone", "old"] };
    const since = [{ removeTags: ["vip"], addTags: ["gone"] }];
    const { after, changes } = undo(patch, {}, { before, since });
    expect(after.tags).toEqual(["gone", "old"]);
    expect(changes).toMatchObject([
      { kinds: ["tags"], kept: ["tags"], back: [{ added: ["old"], removed: ["new"] }] },
    ]);
    const again = undo(
      patch,
      {},
      { before, since: [{ removeTags: ["vip"] }, { addTags: ["vip"] }] },
    );
    expect(again.after.tags).toEqual(["gone", "old", "vip"]);
  });

  test("where a change by Undo counts as a change since", () => {
    const first = change(opened, { addTags: ["vip"] });
    const removed = change(first.after, { removeTags: ["vip"] });
    const undone = planUndo(removed.after, actOf(removed), at(6));
    expect(undone.after.tags).toEqual(["vip"]);
    const since = [...removed.changes, ...undone.changes];
    const run = () => planUndo(undone.after, actOf(first, { since }), at(7));
    expect(refused(run)?.[0]).toBe("undo_too_late");
  });

  test("except followers who lost access or became the requester", () => {
    const before = { followers: ["ben", "cleo", "dora"] };
    const patch = { removeFollowers: ["ben", "cleo", "dora"] };
    const since = [{ requesterId: "ben" }];
    const { after, changes } = undo(patch, { outside: ["cleo"] }, { before, since });
    expect(after.followers).toEqual(["dora"]);
    expect(changes).toMatchObject([{ kinds: ["followers"], kept: ["followers"] }]);
    const tags = undo(
      { removeTags: ["cleo"] },
      { outside: ["cleo"] },
      { before: { tags: ["cleo"] } },
    );
    expect(tags.after.tags).toEqual(["cleo"]);
  });

  test("except tags that no longer exist", () => {
    const before = { tags: ["slow", "vip"], followers: ["vip"] };
    const patch = { removeTags: ["slow", "vip"], removeFollowers: ["vip"] };
    const { after, changes } = undo(patch, { noMore: ["vip"] }, { before });
    expect([after.tags, after.followers]).toEqual([["slow"], ["vip"]]);
    expect(changes).toMatchObject([{ kept: ["tags"] }]);
  });
});

describe("after an undo the ticket", () => {
  const pending = { ...opened, status: "open" } as TicketState;

  test("waits as before, if no message came since", () => {
    const plan = change(pending, { status: "pending" });
    expect(plan.after).toMatchObject({ waitingFor: "customer", waitingSince: at(5) });
    const { after } = planUndo(plan.after, actOf(plan), at(7));
    expect(after).toMatchObject({ status: "open", waitingFor: "us", waitingSince: at(0) });
  });

  test("keeps the waiting state that a message has changed since", () => {
    const plan = change(pending, { status: "pending" });
    const state = { ...plan.after, waitingFor: "us", waitingSince: at(6) } as const;
    expect(planUndo(state, actOf(plan), at(7)).after).toMatchObject({
      ...{ status: "open", waitingFor: "us", waitingSince: at(6) },
    });
    const later = { ...plan.after, waitingSince: at(6) };
    expect(planUndo(later, actOf(plan), at(7)).after).toMatchObject({
      ...{ status: "open", waitingFor: "customer", waitingSince: at(6) },
    });
  });

  test("waits for no one if it is inactive again, even if a reply was sent", () => {
    const resting = change(pending, { status: "on-hold" }).after;
    const plan = change(resting, { status: "open" });
    const { after: replied } = planRelease(plan.after, at(6), at(6));
    expect(planUndo(replied, actOf(plan), at(7)).after).toMatchObject({
      ...{ status: "on-hold", waitingFor: null, waitingSince: null },
    });
  });

  test("has the previous requester, who no longer follows it", () => {
    const plan = change(opened, { requesterId: "ben" });
    const since = change(plan.after, { addFollowers: ["ana"] });
    const { after } = planUndo(since.after, actOf(plan, { since: since.changes }), at(7));
    expect(after).toMatchObject({ requesterId: "ana", followers: [] });
  });

  test("waits for us if a customer has written since it was opened or woken", () => {
    const snoozedUntil = "2027-01-01T00:00:00.000000Z";
    const takenBack = (before: Partial<TicketState>, patch: TicketPatch) => {
      const plan = change({ ...pending, ...before }, patch);
      const wrote = planCustomerMessage(plan.after, at(6)).after;
      const act = actOf(plan, { at: plan.at });
      return refused(() => planUndo(wrote, act, at(7)))?.[0] ?? "done";
    };
    for (const status of ["pending", "on-hold", "resolved"] as const) {
      expect(takenBack({ status }, { status: "open" })).toBe("undo_too_late");
    }
    expect(takenBack({ snoozedUntil }, { snoozedUntil: null })).toBe("undo_too_late");
    expect(takenBack({ status: "new" }, { assigneeId: "maya" })).toBe("done");

    const both = change({ ...pending, status: "resolved" }, { status: "open", priority: "high" });
    const wrote = planCustomerMessage(both.after, at(6)).after;
    const { after, changes } = planUndo(wrote, actOf(both, { at: both.at }), at(7));
    expect(after).toMatchObject({ status: "open", priority: "normal", waitingFor: "us" });
    expect(changes).toMatchObject([{ kinds: ["priority"], kept: ["status"] }]);
    const before = { ...both.after, lastCustomerMessageAt: at(4) };
    expect(planUndo(before, actOf(both, { at: both.at }), at(7)).after.status).toBe("resolved");
  });

  test("waits for the customer if a reply was sent since, even while it was inactive", () => {
    for (const status of ["on-hold", "resolved"] as const) {
      const plan = change(pending, { status });
      const replied = planRelease(plan.after, at(6), at(6)).after;
      const answered = actOf(plan, { answeredAt: at(6) });
      expect(planUndo(replied, answered, at(7)).after).toMatchObject({
        ...{ status: "open", waitingFor: "customer", waitingSince: at(6) },
      });
    }
    const opened = change(change(pending, { status: "resolved" }).after, { status: "open" });
    expect(planUndo(opened.after, actOf(opened, { answeredAt: at(6) }), at(7)).after).toMatchObject(
      {
        ...{ status: "resolved", waitingFor: null, waitingSince: null },
      },
    );
  });

  test("loses the status that the undone customer's message had set", () => {
    const resting = change(pending, { status: "on-hold" }).after;
    const wrote = planCustomerMessage(resting, at(6));
    const { after } = planUndo(wrote.after, actOf(wrote), at(7));
    expect(after).toMatchObject({ status: "on-hold", waitingFor: null });
  });
});
