import { describe, expect, test } from "bun:test";
import type { AppError } from "../errors.ts";
import { assertMove } from "./transition.ts";
import { canMove, type Means, movesByHand } from "./transitions.ts";
import { type TicketStatus, ticketStatuses } from "./vocabulary.ts";

/** The whole table: any move that is not here is impossible. */
const table: Record<Means, readonly `${TicketStatus} → ${TicketStatus}`[]> = {
  hand: [
    ...(["new → pending", "on-hold → pending", "open → pending", "resolved → pending"] as const),
    ...(["new → on-hold", "open → on-hold", "pending → on-hold"] as const),
    ...(["on-hold → open", "pending → open", "resolved → open"] as const),
    ...(["new → resolved", "on-hold → resolved", "open → resolved", "pending → resolved"] as const),
    "resolved → closed",
  ],
  assignment: ["new → open"],
  reply: ["new → open"],
  "customer-message": ["on-hold → open", "pending → open", "resolved → open"],
  "customer-reopens": ["on-hold → open", "pending → open", "resolved → open"],
  undelivered: ["on-hold → open", "pending → open", "resolved → open"],
  "requester-solves": [
    ...(["new → resolved", "on-hold → resolved", "open → resolved", "pending → resolved"] as const),
  ],
  time: ["resolved → closed"],
  merge: [
    ...(["new → closed", "on-hold → closed", "open → closed", "pending → closed"] as const),
    "resolved → closed",
  ],
};

describe("a ticket can move between statuses", () => {
  test.each(Object.entries(table) as [Means, readonly string[]][])("by %s", (means, moves) => {
    const allowed = ticketStatuses.flatMap((from) =>
      ticketStatuses.filter((to) => canMove(from, to, means)).map((to) => `${from} → ${to}`),
    );
    expect(allowed.sort()).toEqual([...moves].sort());
  });

  test("staff are offered the statuses they can choose, in the usual order", () => {
    expect(movesByHand("pending")).toEqual(["open", "on-hold", "resolved"]);
    expect(movesByHand("closed")).toEqual([]);
  });

  test("refused moves explain what opens a New ticket, and other moves have no explanation", () => {
    const toldOf = (from: TicketStatus, to: TicketStatus) => {
      try {
        assertMove(from, to, "hand");
      } catch (error) {
        return (error as AppError).message;
      }
    };
    const hint = "It opens when an agent is assigned or replies.";
    expect(toldOf("new", "open")).toEndWith(hint);
    for (const [from, to] of [
      ["new", "closed"],
      ["pending", "new"],
      ["closed", "open"],
    ] as const) {
      expect(toldOf(from, to)).not.toContain(hint);
    }
  });
});
