import { describe, expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { planOpening } from "./create.ts";
import { composerLimits, type TicketPatch } from "./page.ts";
import type { TicketState } from "./state.ts";
import { planAccessLost, planCompanyMerge, planTicketUpdate } from "./update.ts";
import { ticketLimits } from "./vocabulary.ts";

const at = (minute: number) => `2026-11-01T09:${String(minute).padStart(2, "0")}:00.000000Z`;
const opening = {
  ...{ subject: "Help", requesterId: "ana", companyId: "harbour", actorId: "ana" },
  ...{ fields: {}, by: "customer" as const },
};
const ticket = (given: Partial<TicketState> = {}): TicketState => ({
  ...planOpening(opening, at(0)).after,
  ...given,
});
const plan = (patch: TicketPatch, given: Partial<TicketState> = {}, lost: string[] = []) =>
  planTicketUpdate(ticket(given), patch, "maya", at(5), { lost });
function fieldRefused(patch: TicketPatch, given: Partial<TicketState> = {}): string | undefined {
  try {
    plan(patch, given);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.details.fields?.[0]?.field;
    throw error;
  }
}
const some = (count: number) => Array.from({ length: count }, (_, one) => `x${one}`);

describe("a change of a ticket", () => {
  test("records the old and new value of each field, and nothing for an unchanged one", () => {
    const { changes, after } = plan({
      ...{ subject: "Printer", priority: "high", type: "task", teamId: "printers" },
      ...{ companyId: "kestrel", requesterId: "ben", assigneeId: "noor" },
      snoozedUntil: "2027-01-01T00:00:00Z",
    });
    expect(changes).toEqual([
      { kind: "subject", from: "Help", to: "Printer" },
      { kind: "priority", from: "normal", to: "high" },
      { kind: "type", from: "question", to: "task" },
      { kind: "team", from: null, to: "printers" },
      { kind: "company", from: "harbour", to: "kestrel" },
      { kind: "requester", from: "ana", to: "ben" },
      { kind: "assigned", from: null, to: "noor" },
      { kind: "status", from: "new", to: "open" },
      { kind: "snoozed", from: null, until: "2027-01-01T00:00:00.000000Z" },
    ]);
    expect(after).toMatchObject({
      ...{ subject: "Printer", priority: "high", type: "task", teamId: "printers" },
      ...{ companyId: "kestrel", requesterId: "ben", assigneeId: "noor", status: "open" },
    });
    const same = plan({
      ...{ subject: "Help", priority: "normal", type: "question", teamId: null, status: "new" },
      ...{ companyId: "harbour", requesterId: "ana", assigneeId: null, snoozedUntil: null },
    });
    expect([same.changes, same.after.version]).toEqual([[], 1]);
  });

  test("of tags lowercases and deduplicates them; a tag that is added and removed is removed", () => {
    const given = { tags: ["old", "vip"] };
    const { after, changes } = plan(
      { addTags: [" Urgent ", "VIP", "urgent", "both"], removeTags: [" OLD", "both", "none"] },
      given,
    );
    expect(after.tags).toEqual(["urgent", "vip"]);
    expect(changes).toEqual([{ kind: "tags", added: ["urgent"], removed: ["old"] }]);
  });

  test("respects the limits on the number and length of tags and the number of followers", () => {
    expect(fieldRefused({ addTags: ["x".repeat(ticketLimits.tag)] })).toBeUndefined();
    expect(fieldRefused({ addTags: ["😀".repeat(ticketLimits.tag)] })).toBeUndefined();
    expect(fieldRefused({ addTags: ["x".repeat(ticketLimits.tag + 1)] })).toBe("addTags");
    expect(fieldRefused({ addTags: ["good", "  "] })).toBe("addTags");
    expect(fieldRefused({ addTags: some(ticketLimits.tags) })).toBeUndefined();
    expect(fieldRefused({ addTags: ["one"] }, { tags: some(ticketLimits.tags) })).toBe("addTags");
    const most = composerLimits.followers;
    expect(fieldRefused({ addFollowers: some(most) })).toBeUndefined();
    expect(fieldRefused({ addFollowers: ["one"] }, { followers: some(most) })).toBe("addFollowers");
  });

  test("succeeds if an Undo or a merge has exceeded a limit", () => {
    const full = {
      ...{ tags: some(ticketLimits.tags + 1), followers: some(composerLimits.followers + 1) },
      assigneeId: "noor",
    };
    expect(plan({ status: "pending", removeFollowers: ["x0"] }, full).after).toMatchObject({
      ...{ status: "pending", followers: full.followers.slice(1).sort(), tags: full.tags },
    });
    expect(planAccessLost(ticket(full), "noor", at(5)).after.assigneeId).toBeNull();
    expect(fieldRefused({ addTags: ["one"] }, full)).toBe("addTags");
    expect(fieldRefused({ addFollowers: ["one"] }, full)).toBe("addFollowers");
  });

  test("of followers leaves out the requester, and keeps the previous one only if that is requested", () => {
    const handed = plan({ requesterId: "ben" }, { followers: ["ben", "cleo"] });
    expect(handed.after.followers).toEqual(["cleo"]);
    expect(handed.changes).toContainEqual({ kind: "followers", added: [], removed: ["ben"] });
    const kept = plan({ requesterId: "ben", addFollowers: ["ana", "ben"] });
    expect(kept.after.followers).toEqual(["ana"]);
    const changed = plan(
      { addFollowers: ["dora", "cleo"], removeFollowers: ["dora", "ben"] },
      { followers: ["ben"] },
    );
    expect(changed.after.followers).toEqual(["cleo"]);
  });

  test("can snooze only to a time in the future", () => {
    expect(fieldRefused({ snoozedUntil: "2026-11-01T09:05:00Z" })).toBe("snoozedUntil");
    expect(fieldRefused({ snoozedUntil: "2026-11-01T09:05:01Z" })).toBeUndefined();
    const woken = plan({ snoozedUntil: null }, { snoozedUntil: at(30) });
    expect(woken.changes).toEqual([{ kind: "snoozed", from: at(30), until: null }]);
  });

  test("opens a New ticket that is assigned, unless another status is given", () => {
    const state = (patch: TicketPatch, given: Partial<TicketState> = {}) =>
      plan(patch, given).after.status;
    expect(state({ assigneeId: "noor" })).toBe("open");
    expect(state({ assigneeId: "noor", status: "new" })).toBe("open");
    expect(state({ assigneeId: "noor", status: "open" })).toBe("open");
    expect(state({ assigneeId: "noor", status: "pending" })).toBe("pending");
    expect(state({ priority: "high" })).toBe("new");
    const assigned = { assigneeId: "noor", unassignedSince: null };
    expect(state({ priority: "high" }, assigned)).toBe("new");
    expect(state({ assigneeId: "noor" }, { status: "pending" })).toBe("pending");
  });

  test("that resolves an unassigned ticket assigns it to the agent, and no other change does", () => {
    const assignee = (patch: TicketPatch, given: Partial<TicketState> = {}) =>
      plan(patch, given).after.assigneeId;
    expect(assignee({ status: "resolved" })).toBe("maya");
    expect(assignee({ status: "resolved", assigneeId: null })).toBe("maya");
    expect(assignee({ status: "resolved", assigneeId: "noor" })).toBe("noor");
    expect(assignee({ status: "resolved" }, { assigneeId: "noor" })).toBe("noor");
    expect(assignee({ status: "pending" })).toBeNull();
    const resolved = { status: "resolved", lastResolvedAt: at(1) } as const;
    expect(assignee({ status: "resolved", priority: "low" }, resolved)).toBeNull();
  });

  test("removes people who would lose access, unless another assignee is given", () => {
    const given = { assigneeId: "noor", status: "open", followers: ["cleo", "dora"] } as const;
    const lost = ["noor", "cleo"];
    const { after } = plan({ companyId: "kestrel" }, given, lost);
    expect([after.assigneeId, after.followers]).toEqual([null, ["dora"]]);
    expect(plan({ companyId: "kestrel", assigneeId: "maya" }, given, lost).after.assigneeId).toBe(
      "maya",
    );
    expect(plan({ companyId: "kestrel" }, given, ["cleo"]).after.assigneeId).toBe("noor");
  });

  test("that opens it makes it wait for us since then", () => {
    const waits = { waitingFor: "customer", waitingSince: at(1) } as const;
    expect(plan({ status: "open" }, { status: "pending", ...waits }).after).toMatchObject({
      ...{ waitingFor: "us", waitingSince: at(5) },
    });
  });

  test("records since when it is unassigned", () => {
    const gone = plan({ assigneeId: null }, { assigneeId: "noor", unassignedSince: null });
    expect(gone.after.unassignedSince).toBe(at(5));
    expect(plan({ assigneeId: "noor" }).after.unassignedSince).toBeNull();
  });
});

describe("a person who loses access", () => {
  test.each(["new", "open", "pending", "on-hold"] as const)(
    "loses a ticket that is %s, and stops following it",
    (status) => {
      const given = ticket({ status, assigneeId: "noor", followers: ["noor", "dora"] });
      const { after } = planAccessLost(given, "noor", at(5));
      expect(after).toMatchObject({ assigneeId: null, followers: ["dora"], status });
    },
  );

  test.each(["resolved", "closed"] as const)(
    "stays assigned to one that is %s, and stops following it",
    (status) => {
      const given = ticket({ status, assigneeId: "noor", followers: ["noor"] });
      const { after } = planAccessLost(given, "noor", at(5));
      expect(after).toMatchObject({ assigneeId: "noor", followers: [] });
    },
  );

  test("does not affect the tickets of others", () => {
    const { changes } = planAccessLost(
      ticket({ status: "open", assigneeId: "maya" }),
      "noor",
      at(5),
    );
    expect(changes).toEqual([]);
  });
});

describe("a ticket whose company is merged into another", () => {
  const merge = (given: Partial<TicketState> = {}, lost: string[] = []) =>
    planCompanyMerge(ticket(given), "kestrel", at(5), { lost });

  test("moves in any status and is not marked as changed", () => {
    for (const status of ["open", "closed"] as const) {
      const { after, changes, publicly } = merge({ status, followers: ["dora"] });
      expect(changes).toEqual([{ kind: "company", from: "harbour", to: "kestrel" }]);
      expect(after).toMatchObject({
        ...{ companyId: "kestrel", version: 2, updatedAt: at(0), publiclyUpdatedAt: at(0) },
      });
      expect(publicly).toBe(false);
    }
  });

  test("removes people who lose access, which marks it as changed", () => {
    const given = { status: "open", assigneeId: "noor", followers: ["cleo", "dora"] } as const;
    const { after, publicly } = merge(given, ["noor", "cleo"]);
    expect(after).toMatchObject({ assigneeId: null, followers: ["dora"], updatedAt: at(5) });
    expect(publicly).toBe(true);
    expect(merge(given, ["cleo"]).after.assigneeId).toBe("noor");
    expect(merge({ ...given, status: "resolved" }, ["noor"]).after.assigneeId).toBe("noor");
  });
});
