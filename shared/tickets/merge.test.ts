import { describe, expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { planOpening } from "./create.ts";
import {
  assertMergeable,
  type MergeParty,
  type MergeSide,
  planMerge,
  planUnmerge,
  previewMerge,
} from "./merge.ts";
import { composerLimits } from "./page.ts";
import type { TicketChange, TicketState } from "./state.ts";
import { nothingSaid, type Said, waitingOf } from "./turns.ts";

const at = (minute: number) => `2026-11-01T09:${String(minute).padStart(2, "0")}:00.000000Z`;
let made = 0;
function side(given: Partial<TicketState> = {}, party: Partial<MergeParty> = {}): MergeSide {
  made += 1;
  const opening = {
    ...{ subject: "Help", requesterId: "ana", companyId: "harbour", actorId: "ana" },
    ...{ fields: {}, by: "customer" as const },
  };
  return {
    ...{ id: `ticket-${made}`, number: made, requesterName: "Ana", requesterBelongs: true },
    ...party,
    state: { ...planOpening(opening, at(0)).after, ...given },
  };
}
const bens = (given: Partial<TicketState> = {}) =>
  side({ requesterId: "ben", ...given }, { requesterName: "Ben" });
function reason(source: MergeParty, target: MergeParty): string | null {
  try {
    assertMergeable(source, target);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_mergeable") return error.message;
    throw error;
  }
}

describe("two tickets", () => {
  test("of one requester and company can be merged, also without a company", () => {
    expect(reason(side(), side())).toBeNull();
    expect(reason(side({ companyId: null }), side({ companyId: null }))).toBeNull();
    const stranger = () => side({}, { requesterBelongs: false });
    expect(reason(stranger(), stranger())).toBeNull();
  });

  test("of two requesters can be merged if both belong to the company of both tickets", () => {
    expect(reason(bens(), side())).toBeNull();
    const belongsNot = "One of the requesters does not belong to the company. They can be linked.";
    expect(reason({ ...bens(), requesterBelongs: false }, side())).toBe(belongsNot);
    expect(reason(bens(), { ...side(), requesterBelongs: false })).toBe(belongsNot);
    expect(reason(bens({ companyId: null }), side({ companyId: null }))).toBe(
      "The tickets belong to no company, and two people asked. They can be linked.",
    );
  });

  test("cannot be merged if one is closed or of another company, or with themselves", () => {
    const [ticket, closed] = [side(), side({ status: "closed" })];
    expect(reason(ticket, ticket)).toBe("A ticket cannot be merged into itself.");
    expect(reason(closed, ticket)).toBe(
      `#${closed.number} is closed. What is closed stays as it is.`,
    );
    expect(reason(ticket, closed)).toBe(
      `#${closed.number} is closed. Choose a ticket that is still open.`,
    );
    for (const companyId of ["kestrel", null]) {
      expect(reason(side({ companyId }), ticket)).toBe(
        "The two tickets belong to different companies.",
      );
    }
  });
});

describe("the preview of a merge", () => {
  test("asks nothing if one person is the requester of all", () => {
    expect(previewMerge([side(), side()], side())).toEqual({
      ...{ asks: null, namedIds: [], opens: null, refusals: [] },
    });
  });

  test("names who of two will see whose conversation, and says that more than two will see all", () => {
    expect(previewMerge([side(), bens(), bens()], side()).asks).toBe(
      "Ana will see Ben’s conversation, and Ben will see Ana’s.",
    );
    const cleos = side({ requesterId: "cleo" }, { requesterName: "Cleo" });
    expect(previewMerge([bens(), cleos, side()], side())).toEqual({
      asks: "Ana, Ben and Cleo will see each other’s conversations.",
      ...{ namedIds: ["ana", "ben", "cleo"], opens: null, refusals: [] },
    });
  });

  test("lists tickets that cannot be merged and leaves their people out of the question", () => {
    const closed = bens({ status: "closed" });
    expect(previewMerge([closed, side()], side())).toEqual({
      ...{ asks: null, namedIds: [], opens: null },
      refusals: [
        { id: closed.id, message: `#${closed.number} is closed. What is closed stays as it is.` },
      ],
    });
  });
});

test("the preview says that an inactive ticket will open because a customer waits in the other one", () => {
  const [source, target] = [side(), side({ status: "resolved" })];
  const opens = (into: MergeParty, ...ids: string[]) =>
    previewMerge([source], into, new Set(ids)).opens;
  expect(opens(target, source.id)).toBe(
    `#${target.number} is Resolved. It will open, because the customer is waiting for a reply in #${source.number}.`,
  );
  expect(opens(target)).toBeNull();
  expect(opens(side({ status: "open" }), source.id)).toBeNull();
  expect(opens(side({ status: "new" }), source.id)).toBeNull();
  const elsewhere = side({ status: "resolved", companyId: "kestrel" });
  expect(opens(elsewhere, source.id)).toBeNull();
});

describe("a merge into an inactive ticket", () => {
  const rest = { waitingFor: null, waitingSince: null } as const;
  const resolved = {
    status: "resolved",
    firstResolvedAt: at(1),
    lastResolvedAt: at(2),
    ...rest,
  } as const;
  const all = { mayFollow: () => true, publicly: true };
  const mergedInto = (into: Partial<TicketState>) => {
    const [source, target] = [side({ waitingSince: at(3) }), side(into)];
    const plan = planMerge(source, target, { ...all, heardSince: at(3) }, at(5));
    const record = {
      ...{ sourceBefore: source.state, followersAdded: [] },
      ...{ waitingBefore: waitingOf(target.state), waitingAfter: waitingOf(plan.target.after) },
    };
    const undo = (said: Partial<Parameters<typeof planUnmerge>[4]> = {}) =>
      planUnmerge(
        { id: source.id, state: plan.source.after },
        { id: target.id, state: plan.target.after },
        record,
        at(8),
        {
          publicly: true,
          target: { eventId: "event", changes: plan.target.changes, since: [] },
          ...said,
        },
      ).target;
    return { plan: plan.target, undo };
  };

  test("opens it when the moved messages hold a later one by a customer", () => {
    const theirs = { status: "pending", waitingFor: "customer", waitingSince: at(2) } as const;
    const onHold = { status: "on-hold", ...rest } as const;
    for (const into of [resolved, theirs, onHold]) {
      const { plan } = mergedInto({ ...into, snoozedUntil: at(59) });
      expect(plan.after).toMatchObject({
        ...{ status: "open", waitingFor: "us", waitingSince: at(3), snoozedUntil: null },
      });
      expect(plan.changes).toContainEqual({ kind: "status", from: into.status, to: "open" });
    }
    const [source, target] = [side(), side({ ...resolved })];
    expect(planMerge(source, target, all, at(5)).target.after.status).toBe("resolved");
  });

  test("restores its status and snooze when the merge is undone", () => {
    const { undo } = mergedInto({ ...resolved, snoozedUntil: at(59) });
    expect(undo().after).toMatchObject({ ...resolved, reopenCount: 0, snoozedUntil: at(59) });
    expect(undo().changes).toContainEqual({
      ...{ kind: "undone", undoes: "event", kinds: ["status"], kept: [] },
      back: [{ kind: "status", from: "open", to: "resolved" }],
    });
  });

  test("keeps it open after the undo if someone set a status, wrote, or merged another since", () => {
    const { plan, undo } = mergedInto(resolved);
    const { changes } = plan;
    const since = (...later: TicketChange[]) =>
      undo({ target: { eventId: "event", changes, since: later } }).after;
    expect(since({ kind: "merged-from", source: "third" }).status).toBe("open");
    const undone = { kind: "unmerged", other: "third" } as const;
    expect(since({ kind: "merged-from", source: "third" }, undone).status).toBe("resolved");
    expect(since({ kind: "status", from: "open", to: "pending" }).status).toBe("open");
    const wrote = undo({ inTarget: { heardSince: at(6), answeredAt: null } }).after;
    expect([wrote.status, wrote.waitingFor]).toEqual(["open", "us"]);
  });
});

describe("a merge", () => {
  const all = { mayFollow: () => true, publicly: true };

  test("closes the source, which waits for no one, ends its snooze and points to the target", () => {
    const source = side({ snoozedUntil: "2027-01-01T00:00:00.000000Z" });
    const target = side();
    const plan = planMerge(source, target, all, at(5));
    expect(plan.source.after).toMatchObject({
      ...{ status: "closed", closedAt: at(5), snoozedUntil: null, waitingFor: null },
    });
    expect(plan.source.changes).toEqual([
      { kind: "status", from: "new", to: "closed" },
      { kind: "merged", into: target.id },
    ]);
    expect(plan.target.changes).toEqual([{ kind: "merged-from", source: source.id }]);
    expect([plan.target.publicly, plan.target.after.publiclyUpdatedAt]).toEqual([true, at(5)]);
    const notes = planMerge(source, target, { ...all, publicly: false }, at(5)).target;
    expect([notes.publicly, notes.after.publiclyUpdatedAt]).toEqual([false, at(0)]);
  });

  test("is later than everything that happened to either ticket, and so is its undo", () => {
    const ahead = { updatedAt: at(30) };
    const later = "2026-11-01T09:30:00.000001Z";
    for (const [source, target] of [
      [side(ahead), side()],
      [side(), side(ahead)],
    ] as const) {
      const plan = planMerge(source, target, all, at(5));
      expect([plan.source.at, plan.target.at]).toEqual([later, later]);
      const record = {
        ...{ sourceBefore: source.state, followersAdded: [] },
        ...{ waitingBefore: waitingOf(target.state), waitingAfter: waitingOf(plan.target.after) },
      };
      const back = planUnmerge(source, target, record, at(6), { publicly: true });
      expect([back.source.at, back.target.at]).toEqual([later, later]);
    }
  });

  test("brings along people of the source who can follow the target, each once", () => {
    const source = bens({ followers: ["maya", "cleo", "ana"] });
    const noCleo = { ...all, mayFollow: (id: string) => id !== "cleo" };
    const plan = planMerge(source, side({ followers: ["maya"] }), noCleo, at(5));
    expect(plan.followersAdded).toEqual(["ben"]);
    expect(plan.target.after.followers).toEqual(["ben", "maya"]);
    expect(plan.target.changes.at(-1)).toEqual({ kind: "followers", added: ["ben"], removed: [] });
  });

  test("brings no more followers than a ticket can have, but always the requester", () => {
    const present = Array.from({ length: composerLimits.followers - 1 }, (_, one) => `a${one}`);
    const source = bens({ followers: ["cleo"] });
    const plan = planMerge(source, side({ followers: present }), all, at(5));
    expect(plan.followersAdded).toEqual(["ben"]);
    expect(plan.target.after.followers).toHaveLength(composerLimits.followers);
    // The requester would otherwise lose access to their ticket.
    const full = planMerge(source, side({ followers: [...present, "z"] }), all, at(5));
    expect(full.followersAdded).toEqual(["ben"]);
  });

  const waiting = (source: Partial<TicketState>, target: Partial<TicketState>) =>
    waitingOf(planMerge(side(source), side(target), all, at(9)).target.after);
  const us = (minute: number) => ({ waitingFor: "us", waitingSince: at(minute) }) as const;
  const customer = (minute: number) =>
    ({ waitingFor: "customer", waitingSince: at(minute) }) as const;

  test("lets the target wait for us since the earlier of both times", () => {
    expect(waiting(us(1), us(3))).toEqual(us(1));
    expect(waiting(us(3), us(1))).toEqual(us(1));
    expect(waiting(us(3), customer(1))).toEqual(us(3));
    expect(waiting(us(1), customer(3))).toEqual(us(1));
    expect(waiting(customer(1), us(3))).toEqual(us(3));
    expect(waiting(customer(1), customer(3))).toEqual(customer(3));
  });

  test("does not open a resolved target", () => {
    const rest = { waitingFor: null, waitingSince: null } as const;
    expect(waiting(us(1), { status: "resolved", ...rest })).toEqual(rest);
    expect(waiting(us(1), { status: "on-hold", ...rest })).toEqual(us(1));
  });
});

describe("undoing a merge", () => {
  const all = { publicly: true };
  const pending = { waitingFor: "customer", waitingSince: at(2), status: "pending" } as const;
  const merged = (before: Partial<TicketState> = {}, into: Partial<TicketState> = pending) => {
    const source = bens({ followers: ["cleo"], ...before });
    const target = side(into);
    const plan = planMerge(source, target, { mayFollow: () => true, publicly: true }, at(5));
    const record = {
      sourceBefore: source.state,
      waitingBefore: waitingOf(target.state),
      waitingAfter: waitingOf(plan.target.after),
      followersAdded: plan.followersAdded,
    };
    return { source, target, plan, record };
  };

  test("restores the source and removes the followers it brought", () => {
    const { source, target, plan, record } = merged({
      ...{ status: "resolved", waitingFor: null, waitingSince: null, reopenCount: 2 },
      ...{ firstResolvedAt: at(1), lastResolvedAt: at(2), snoozedUntil: at(59) },
    });
    const gone = {
      ...plan.source.after,
      reopenCount: 9,
      firstResolvedAt: null,
      lastResolvedAt: null,
    };
    const unmerge = planUnmerge(
      { id: source.id, state: gone },
      { id: target.id, state: plan.target.after },
      record,
      at(8),
      all,
    );
    const { version, updatedAt, publiclyUpdatedAt, ...after } = unmerge.source.after;
    expect(after).toMatchObject({
      ...{ status: "resolved", closedAt: null, waitingFor: null, waitingSince: null },
      ...{ reopenCount: 2, firstResolvedAt: at(1), lastResolvedAt: at(2), snoozedUntil: at(59) },
    });
    expect([version, updatedAt, publiclyUpdatedAt]).toEqual([gone.version + 1, at(8), at(8)]);
    expect(unmerge.source.changes).toEqual([
      { kind: "unmerged", other: target.id },
      { kind: "status", from: "closed", to: "resolved" },
    ]);
    expect(unmerge.target.after.followers).toEqual([]);
    expect(unmerge.target.changes).toEqual([
      { kind: "unmerged", other: source.id },
      { kind: "followers", added: [], removed: ["ben", "cleo"] },
    ]);
    expect(unmerge.target.publicly).toBe(true);
    const notes = planUnmerge({ ...source }, { ...target }, record, at(8), { publicly: false });
    expect(notes.target.after.publiclyUpdatedAt).toBe(at(0));
  });

  test("leaves the source waiting for us if a customer wrote to it in the meantime", () => {
    const heard = (
      before: Partial<TicketState>,
      heardSince: string | null = at(6),
      answeredAt: string | null = null,
    ) => {
      const { source, target, plan, record } = merged(before);
      const [coming, staying] = [plan.source.after, plan.target.after];
      return planUnmerge(
        { id: source.id, state: coming },
        { id: target.id, state: staying },
        record,
        at(8),
        { ...all, inSource: { heardSince, answeredAt } },
      ).source;
    };
    const theirs = { status: "pending", waitingFor: "customer", waitingSince: at(1) } as const;
    expect(heard({ ...theirs, snoozedUntil: at(59) }).after).toMatchObject({
      ...{ status: "open", waitingFor: "us", waitingSince: at(6), snoozedUntil: null },
    });
    expect(heard(theirs, null).after).toMatchObject(theirs);
    const answered = heard({ status: "new" }, null, at(6));
    expect(answered.after).toMatchObject({
      ...{ status: "open", waitingFor: "customer", waitingSince: at(6) },
    });
    expect(answered.changes.at(-1)).toEqual({ kind: "status", from: "new", to: "open" });
    expect(heard({ status: "new" }, at(7), at(6)).after).toMatchObject({
      ...{ status: "open", waitingFor: "us", waitingSince: at(7) },
    });
    const solved = { status: "resolved", waitingFor: null, waitingSince: null } as const;
    expect(heard(solved).after).toMatchObject({ status: "open", reopenCount: 1 });
    expect(heard({ status: "new" }).after).toMatchObject({ status: "new", waitingSince: at(0) });
    // A reply being sent to the customer was released while it was merged.
    const ours = { status: "open", waitingFor: "us", waitingSince: at(1) } as const;
    expect(heard(ours, null, at(6)).after).toMatchObject({
      ...{ status: "open", waitingFor: "customer", waitingSince: at(6) },
    });
    expect(heard(ours, at(7), at(6)).after).toMatchObject({
      ...{ waitingFor: "us", waitingSince: at(7) },
    });
    expect(heard(solved, null, at(6)).after).toMatchObject(solved);
  });

  test("removes only followers who are still there and were not there before", () => {
    const { source, target, plan, record } = merged();
    const state = { ...plan.target.after, followers: ["ben", "dora"] };
    const unmerge = planUnmerge({ ...source }, { id: target.id, state }, record, at(8), all);
    expect(unmerge.target.after.followers).toEqual(["dora"]);
    expect(unmerge.target.changes.at(-1)).toEqual({
      kind: "followers",
      added: [],
      removed: ["ben"],
    });
    const none = { ...plan.target.after, followers: ["dora"] };
    const alone = planUnmerge({ ...source }, { id: target.id, state: none }, record, at(8), all);
    expect(alone.target.changes).toEqual([{ kind: "unmerged", other: source.id }]);
  });

  test("restores the target's waiting state, unless it has changed since", () => {
    const { source, target, plan, record } = merged();
    const turn = (given: Partial<TicketState>) => {
      const state = { ...plan.target.after, ...given };
      const unmerge = planUnmerge({ ...source }, { id: target.id, state }, record, at(8), all);
      return waitingOf(unmerge.target.after);
    };
    expect(waitingOf(plan.target.after)).toEqual({ waitingFor: "us", waitingSince: at(0) });
    expect(turn({})).toEqual({ waitingFor: "customer", waitingSince: at(2) });
    const later = { waitingFor: "us", waitingSince: at(7) } as const;
    expect(turn(later)).toEqual(later);
    const theirs = { waitingFor: "customer", waitingSince: at(0) } as const;
    expect(turn(theirs)).toEqual(theirs);
  });

  test("restores the target's waiting state if only messages that leave had changed it", () => {
    const ours = { waitingFor: "us", waitingSince: at(2) } as const;
    const { source, target, plan, record } = merged({}, { ...ours, status: "open" });
    const turn = (given: Partial<TicketState>, inSource: Said, inTarget = nothingSaid) => {
      const staying = { id: target.id, state: { ...plan.target.after, ...given } };
      const said = { ...all, inSource, inTarget };
      return waitingOf(planUnmerge({ ...source }, staying, record, at(9), said).target.after);
    };
    const answered = { waitingFor: "customer", waitingSince: at(7) } as const;
    const reply = { answeredAt: at(7), heardSince: null };
    expect(turn({ status: "open", ...answered }, reply)).toEqual(ours);
    // A reply of its own, before that one.
    expect(
      turn({ status: "open", ...answered }, reply, { answeredAt: at(6), heardSince: null }),
    ).toEqual({ waitingFor: "customer", waitingSince: at(6) });
    // Its status waits for the customer as well.
    expect(turn({ status: "pending", ...answered }, reply)).toEqual(answered);
    expect(turn({ status: "open", ...answered }, { ...reply, answeredAt: at(6) })).toEqual(
      answered,
    );
  });

  test("leaves the target waiting for us if its customer wrote to it in the meantime", () => {
    const { source, target, plan, record } = merged();
    const inTarget = { answeredAt: null, heardSince: at(6) };
    const staying = { id: target.id, state: plan.target.after };
    const unmerge = planUnmerge({ ...source }, staying, record, at(8), { ...all, inTarget });
    expect(waitingOf(unmerge.target.after)).toEqual({ waitingFor: "us", waitingSince: at(6) });
  });
});
