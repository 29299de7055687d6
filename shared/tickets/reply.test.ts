import { describe, expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { planUndelivered } from "./automation.ts";
import { type Opening, planOpening } from "./create.ts";
import {
  planCustomerMessage,
  planNote,
  planQuietMessage,
  planRelease,
  planStaffReply,
  type StatusAndChanges,
} from "./reply.ts";
import type { TicketState } from "./state.ts";
import { ticketStatuses } from "./vocabulary.ts";

const at = (minute: number) => `2026-11-01T09:${String(minute).padStart(2, "0")}:00.000000Z`;
const open = (given: Partial<Opening> = {}) =>
  planOpening(
    {
      ...{ subject: "Help", requesterId: "ana", companyId: null, actorId: "maya", fields: {} },
      ...{ by: "customer", ...given },
    },
    at(0),
  );
const ticket = (given: Partial<TicketState> = {}): TicketState => ({ ...open().after, ...given });

describe("a new ticket", () => {
  test("is New and waits for us, unless it is assigned or staff reply", () => {
    const state = (given: Partial<Opening>) => open(given).after.status;
    expect(open().after).toMatchObject({
      ...{ version: 1, status: "new", waitingFor: "us", waitingSince: at(0) },
      ...{ lastCustomerMessageAt: at(0), unassignedSince: at(0), priority: "normal" },
    });
    expect(state({ by: "staff-note" })).toBe("new");
    expect(state({ by: "staff-reply" })).toBe("open");
    expect(state({ by: "staff-note", fields: { assigneeId: "maya" } })).toBe("open");
    expect(state({ by: "staff-reply", fields: { status: "pending" } })).toBe("pending");
    expect(state({ by: "staff-reply", fields: { assigneeId: "maya" } })).toBe("open");
    expect(open({ by: "staff-note" }).after.lastCustomerMessageAt).toBeNull();
    expect(open({ by: "staff-reply" }).changes).toEqual([
      { kind: "created" },
      { kind: "status", from: "new", to: "open" },
    ]);
  });
});

describe("a reply that was not delivered", () => {
  test.each(["pending", "on-hold", "resolved"] as const)(
    "returns a ticket that is %s to Open, and ends its snooze",
    (status) => {
      const rest = { status, snoozedUntil: at(59), waitingFor: null, waitingSince: null };
      expect(planUndelivered(ticket(rest), at(5))?.after).toMatchObject({
        ...{ status: "open", waitingFor: "us", waitingSince: at(5), snoozedUntil: null },
      });
    },
  );

  test("makes it our turn where the ticket is open, and changes no closed one", () => {
    const waits = { status: "open", waitingFor: "customer", waitingSince: at(1) } as const;
    const plan = planUndelivered(ticket(waits), at(5));
    expect(plan?.after).toMatchObject({ status: "open", waitingFor: "us", version: 2 });
    expect(plan?.changes).toEqual([]);
    expect(planUndelivered(ticket({ status: "open" }), at(5))).toBeNull();
    expect(planUndelivered(ticket({ status: "closed", waitingFor: null }), at(5))).toBeNull();
  });
});

describe("a customer's message", () => {
  test("makes the ticket wait for us since then, or since an earlier unanswered one", () => {
    const waits = { waitingFor: "customer", waitingSince: at(1) } as const;
    expect(planCustomerMessage(ticket({ status: "pending", ...waits }), at(5)).after).toMatchObject(
      { status: "open", waitingFor: "us", waitingSince: at(5), lastCustomerMessageAt: at(5) },
    );
    expect(planCustomerMessage(ticket(), at(5)).after).toMatchObject({
      ...{ status: "new", waitingFor: "us", waitingSince: at(0), lastCustomerMessageAt: at(5) },
    });
    const answered = planCustomerMessage(ticket({ status: "open", ...waits }), at(5));
    expect(answered.after).toMatchObject({ waitingFor: "us", waitingSince: at(5) });
    expect(answered.changes).toEqual([]);
  });

  test("only appears in the ticket once mail has reopened it too often", () => {
    const rest = { status: "resolved", waitingFor: null, waitingSince: null } as const;
    const { after, changes, publicly } = planQuietMessage(ticket(rest), at(5));
    expect(after).toMatchObject({ ...rest, lastCustomerMessageAt: at(5), version: 2 });
    expect(changes).toEqual([]);
    expect(publicly).toBe(true);
  });

  test("reopens a resolved ticket and is public", () => {
    const rest = { status: "resolved", waitingFor: null, waitingSince: null } as const;
    const plan = planCustomerMessage(ticket({ ...rest, lastResolvedAt: at(1) }), at(5));
    expect(plan.after).toMatchObject({ status: "open", reopenCount: 1, version: 2 });
    expect([plan.publicly, plan.after.publiclyUpdatedAt]).toEqual([true, at(5)]);
  });
});

describe("a reply by staff", () => {
  const reply = (sent: StatusAndChanges, given: Partial<TicketState> = {}) =>
    planStaffReply(ticket(given), "maya", sent, at(5));

  test("opens a New ticket and sets the status sent with it", () => {
    for (const status of [undefined, "new", "open"] as const) {
      expect(reply({ status }).after.status).toBe("open");
    }
    expect(reply({ status: "pending" }).after.status).toBe("pending");
    expect(reply({ assigneeId: "maya" }).after).toMatchObject({
      ...{ status: "open", assigneeId: "maya" },
    });
    expect(reply({}, { status: "pending" }).after.status).toBe("pending");
    expect(reply({ status: "open" }, { status: "pending" }).after.status).toBe("open");
  });

  test("is visible to staff only until it is released, and does not change who is waited for", () => {
    const waits = { status: "open", waitingFor: "us", waitingSince: at(1) } as const;
    const { after, publicly } = reply({ addTags: ["vip"] }, waits);
    expect(after).toMatchObject({ ...waits, tags: ["vip"], version: 2, updatedAt: at(5) });
    expect([after.lastStaffReplyAt, after.staffReplyCount, publicly]).toEqual([null, 0, false]);
  });

  test("makes the ticket wait for the customer once it is released, and is counted", () => {
    const first = planRelease(
      ticket({ status: "open", lastCustomerMessageAt: at(1) }),
      at(2),
      at(5),
    );
    expect(first.after).toMatchObject({
      ...{ firstStaffReplyAt: at(5), lastStaffReplyAt: at(5), staffReplyCount: 1 },
      ...{ waitingFor: "customer", waitingSince: at(5), publiclyUpdatedAt: at(5), version: 2 },
    });
    const second = planRelease(first.after, at(6), at(7)).after;
    expect(second).toMatchObject({
      ...{ firstStaffReplyAt: at(5), lastStaffReplyAt: at(7), staffReplyCount: 2 },
      ...{ waitingFor: "customer", waitingSince: at(7) },
    });
  });

  test("keeps the ticket waiting for us if a customer's message came first", () => {
    const wrote = ticket({ status: "open", lastCustomerMessageAt: at(3) });
    expect(planRelease(wrote, at(2), at(5)).after).toMatchObject({
      ...{ waitingFor: "us", waitingSince: at(0), lastStaffReplyAt: at(5) },
    });
  });

  test("keeps the ticket waiting for us if it does not answer messages merged into it", () => {
    const wrote = ticket({ status: "open", lastCustomerMessageAt: at(2) });
    expect(planRelease(wrote, at(2), at(5)).after.waitingFor).toBe("us");
  });

  test("opens the New ticket that it returned to by an unmerge and is released in", () => {
    const plan = planRelease(ticket(), at(1), at(5));
    expect(plan.after).toMatchObject({ status: "open", waitingFor: "customer" });
    expect(plan.changes).toEqual([{ kind: "status", from: "new", to: "open" }]);
  });

  test("ends the waiting of an inactive ticket for messages merged into it", () => {
    const merged = ticket({ status: "on-hold", lastCustomerMessageAt: at(1) });
    expect(planRelease(merged, at(2), at(5)).after).toMatchObject({
      ...{ status: "on-hold", waitingFor: null, waitingSince: null },
    });
    const overtaken = ticket({ status: "on-hold", lastCustomerMessageAt: at(3) });
    expect(planRelease(overtaken, at(2), at(5)).after.waitingFor).toBe("us");
  });

  test("does not make an inactive ticket wait when it is released", () => {
    const rest = { waitingFor: null, waitingSince: null } as const;
    for (const status of ["on-hold", "resolved", "closed"] as const) {
      expect(planRelease(ticket({ status, ...rest }), at(1), at(5)).after).toMatchObject(rest);
    }
  });
});

test("a note changes the fields sent with it, and nothing that a customer sees", () => {
  const plan = planNote(ticket(), "maya", { priority: "high" }, at(5));
  expect(plan.after).toMatchObject({
    ...{ priority: "high", version: 2, updatedAt: at(5), publiclyUpdatedAt: at(0) },
  });
  expect([plan.publicly, plan.after.waitingSince]).toEqual([false, at(0)]);
  expect(planNote(ticket(), "maya", {}, at(5)).after.version).toBe(2);
});

test("a closed ticket accepts no message, but a reply being sent is still released", () => {
  for (const status of ticketStatuses) {
    const closed = status === "closed";
    for (const say of [
      () => planCustomerMessage(ticket({ status }), at(5)),
      () => planStaffReply(ticket({ status }), "maya", {}, at(5)),
      () => planNote(ticket({ status }), "maya", {}, at(5)),
    ]) {
      if (closed) expect(say).toThrow(new AppError("ticket_closed"));
      else expect(say).not.toThrow();
    }
    expect(planRelease(ticket({ status }), at(1), at(5)).after.staffReplyCount).toBe(1);
  }
});

test("actions on one ticket have increasing times, even if server clocks differ", () => {
  const ahead = ticket({ updatedAt: at(30) });
  const justAfter = at(30).replace("000000Z", "000001Z");
  expect(planCustomerMessage(ahead, at(5)).after).toMatchObject({
    ...{ updatedAt: justAfter, lastCustomerMessageAt: justAfter },
  });
});
