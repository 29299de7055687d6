import { describe, expect, test } from "bun:test";
import type { Role } from "../access.ts";
import { canRate } from "./customer-actions.ts";
import { ticketMay } from "./permissions.ts";
import { type TicketStatus, ticketStatuses } from "./vocabulary.ts";

const now = "2026-11-20T09:00:00.000000Z";
const daysAgo = (days: number, ms = 0) =>
  `${new Date(Date.parse(now) - days * 86_400_000 + ms).toISOString().slice(0, -1)}000Z`;
const ticketOf = (status: TicketStatus) => ({
  ...{ requesterId: "ana", status, ratedAt: null },
  lastResolvedAt: status === "resolved" || status === "closed" ? daysAgo(1) : null,
});
const may = (status: TicketStatus, id: string, role: Role) =>
  ticketMay(ticketOf(status), { id, role }, now);
/** The statuses in which it is allowed. */
const statesOf = (act: "reply" | "note" | "update" | "solve" | "reopen" | "rate", role: Role) =>
  ticketStatuses.filter((status) => may(status, role === "Customer" ? "ana" : "maya", role)[act]);

describe("allowed actions on a ticket", () => {
  test.each<Role>(["Agent", "Super Admin"])("by an %s", (role) => {
    const alive = ticketStatuses.filter((status) => status !== "closed");
    expect(statesOf("update", role)).toEqual([...ticketStatuses]);
    expect(statesOf("reply", role)).toEqual(alive);
    expect(statesOf("note", role)).toEqual(alive);
    expect(statesOf("reopen", role)).toEqual(["pending", "on-hold", "resolved"]);
    expect([...statesOf("solve", role), ...statesOf("rate", role)]).toEqual([]);
    expect(may("resolved", "maya", role).moveTo).toEqual(["open", "pending", "closed"]);
  });

  test("by the requester, who solves and rates, and whose reply to a closed ticket opens another", () => {
    expect(statesOf("reply", "Customer")).toEqual([...ticketStatuses]);
    expect(statesOf("solve", "Customer")).toEqual(["new", "open", "pending", "on-hold"]);
    expect(statesOf("reopen", "Customer")).toEqual(["pending", "on-hold", "resolved"]);
    expect(statesOf("rate", "Customer")).toEqual(["resolved", "closed"]);
    expect([...statesOf("update", "Customer"), ...statesOf("note", "Customer")]).toEqual([]);
    expect(may("resolved", "ana", "Customer").moveTo).toEqual([]);
  });

  test("by another customer who sees it: neither solve nor rate", () => {
    const others = ticketStatuses.map((status) => may(status, "ben", "Customer"));
    expect(others.some(({ solve, rate }) => solve || rate)).toBe(false);
    expect(others.every(({ reply }) => reply)).toBe(true);
    expect(may("pending", "ben", "Customer").reopen).toBe(true);
  });

  test("on spam: none", () => {
    const spam = { ...ticketOf("pending"), spam: true };
    for (const role of ["Agent", "Customer"] as const) {
      const { moveTo, ...acts } = ticketMay(spam, { id: "ana", role }, now);
      expect([...moveTo, ...Object.values(acts).filter(Boolean)]).toEqual([]);
    }
  });
});

describe("a rating", () => {
  const resolved = ticketOf("resolved");

  test("is accepted until the end of the fourteenth day after the last resolve", () => {
    expect(canRate({ ...resolved, lastResolvedAt: daysAgo(14) }, now)).toBe(true);
    expect(canRate({ ...resolved, lastResolvedAt: daysAgo(14, -1) }, now)).toBe(false);
  });

  test("is accepted once per resolve", () => {
    const { lastResolvedAt } = resolved;
    expect(canRate({ ...resolved, ratedAt: daysAgo(2) }, now)).toBe(true);
    expect(canRate({ ...resolved, ratedAt: lastResolvedAt }, now)).toBe(false);
    expect(canRate({ ...resolved, ratedAt: now }, now)).toBe(false);
  });

  test("is refused for a ticket that was never resolved or is open again", () => {
    expect(canRate({ ...resolved, lastResolvedAt: null }, now)).toBe(false);
    expect(canRate({ ...resolved, lastResolvedAt: null, ratedAt: now }, now)).toBe(false);
    expect(canRate({ ...resolved, status: "open" }, now)).toBe(false);
  });
});
