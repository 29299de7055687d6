import { describe, expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { type Opening, planOpening } from "./create.ts";
import {
  planCustomerMessage,
  planNote,
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

describe("a ticket is opened", () => {
  test("New and waiting for us, unless somebody has it or staff reply", () => {
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

describe("a customer's message", () => {
  test("makes it our turn since then, or since longer where it was already", () => {
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

  test("reopens what was resolved, and is seen by everybody", () => {
    const rest = { status: "resolved", waitingFor: null, waitingSince: null } as const;
    const plan = planCustomerMessage(ticket({ ...rest, lastResolvedAt: at(1) }), at(5));
    expect(plan.after).toMatchObject({ status: "open", reopenCount: 1, version: 2 });
    expect([plan.publicly, plan.after.publiclyUpdatedAt]).toEqual([true, at(5)]);
  });
});

describe("a reply of staff", () => {
  const reply = (sent: StatusAndChanges, given: Partial<TicketState> = {}) =>
    planStaffReply(ticket(given), "maya", sent, at(5));

  test("opens a New ticket, and sets the state that is sent with it", () => {
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

  test("is seen by staff alone until it is released: whose turn it is does not change", () => {
    const waits = { status: "open", waitingFor: "us", waitingSince: at(1) } as const;
    const { after, publicly } = reply({ addTags: ["vip"] }, waits);
    expect(after).toMatchObject({ ...waits, tags: ["vip"], version: 2, updatedAt: at(5) });
    expect([after.lastStaffReplyAt, after.staffReplyCount, publicly]).toEqual([null, 0, false]);
  });

  test("that is released makes it the customer's turn, and counts", () => {
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

  test("that a customer's message overtook leaves the turn with us", () => {
    const wrote = ticket({ status: "open", lastCustomerMessageAt: at(3) });
    expect(planRelease(wrote, at(2), at(5)).after).toMatchObject({
      ...{ waitingFor: "us", waitingSince: at(0), lastStaffReplyAt: at(5) },
    });
  });

  test("that answers nothing of a ticket that was merged into it leaves the turn with us", () => {
    const wrote = ticket({ status: "open", lastCustomerMessageAt: at(2) });
    expect(planRelease(wrote, at(2), at(5)).after.waitingFor).toBe("us");
  });

  test("that came home to a ticket that was New, and goes out there, opens it", () => {
    const plan = planRelease(ticket(), at(1), at(5));
    expect(plan.after).toMatchObject({ status: "open", waitingFor: "customer" });
    expect(plan.changes).toEqual([{ kind: "status", from: "new", to: "open" }]);
  });

  test("that answers what was merged into a ticket that rests lets it wait for nobody", () => {
    const merged = ticket({ status: "on-hold", lastCustomerMessageAt: at(1) });
    expect(planRelease(merged, at(2), at(5)).after).toMatchObject({
      ...{ status: "on-hold", waitingFor: null, waitingSince: null },
    });
    const overtaken = ticket({ status: "on-hold", lastCustomerMessageAt: at(3) });
    expect(planRelease(overtaken, at(2), at(5)).after.waitingFor).toBe("us");
  });

  test("that is released where the ticket rests wakes nobody", () => {
    const rest = { waitingFor: null, waitingSince: null } as const;
    for (const status of ["on-hold", "resolved", "closed"] as const) {
      expect(planRelease(ticket({ status, ...rest }), at(1), at(5)).after).toMatchObject(rest);
    }
  });
});

test("a note changes what goes with it, and nothing that a customer sees", () => {
  const plan = planNote(ticket(), "maya", { priority: "high" }, at(5));
  expect(plan.after).toMatchObject({
    ...{ priority: "high", version: 2, updatedAt: at(5), publiclyUpdatedAt: at(0) },
  });
  expect([plan.publicly, plan.after.waitingSince]).toEqual([false, at(0)]);
  expect(planNote(ticket(), "maya", {}, at(5)).after.version).toBe(2);
});

test("to a closed ticket nothing is said, and what was on its way is released all the same", () => {
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

test("acts of one ticket never run backwards nor share a moment, though the clocks of servers may differ", () => {
  const ahead = ticket({ updatedAt: at(30) });
  const justAfter = at(30).replace("000000Z", "000001Z");
  expect(planCustomerMessage(ahead, at(5)).after).toMatchObject({
    ...{ updatedAt: justAfter, lastCustomerMessageAt: justAfter },
  });
});
