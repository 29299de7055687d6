import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../../shared/errors.ts";
import { ratingDays, releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import { canMove, movesByHand } from "../../shared/tickets/transitions.ts";
import {
  type TicketPriority,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
} from "../../shared/tickets/vocabulary.ts";
import { type DemoAct, type DemoTicket, deriveTicket } from "./derive.ts";
import { planDemoDesk } from "./desk.ts";
import { day, minute } from "./working-hours.ts";

const ana = "ana@harbour.test";
const agents = ["maya@frontdesk.test", "samuel@frontdesk.test"] as const;
const isStaff = (email: string) => email !== ana;
const start = Date.parse("2026-01-05T09:00:00Z");

/** The meaning of each action, written out here and independent of the code under test. */
interface Facts {
  at: number;
  status: TicketStatus;
  assignee: string | null;
  priority: TicketPriority;
  tags: string[];
  resolves: number[];
  reopenCount: number;
  closedAt: number | null;
  rating: { good: boolean; comment: string; at: Date } | null;
  replies: number[];
  lastCustomerMessageAt: number;
  /** Every status it has had. */
  passed: TicketStatus[];
}

interface Step {
  kind: DemoAct["kind"] | "write" | "solve" | "reopen" | "close";
  by: (typeof agents)[number];
  afterMs: number;
  /** Picks one of the actions allowed at that moment. */
  which: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(["write", "reply", "note", "assign", "status", "priority", "tags", "snooze"] as const),
    ...(["rate", "solve", "reopen", "close"] as const),
  ),
  by: fc.constantFrom(...agents),
  // Also while a reply is still sending, and after the time limit for ratings.
  afterMs: fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((seconds) => seconds * 1000),
    fc.integer({ min: 1, max: 16 * 24 * 60 }).map((minutes) => minutes * minute),
  ),
  which: fc.nat({ max: 20 }),
});

const first: Facts = {
  ...{ at: start, status: "new", assignee: null, priority: "normal", tags: [] },
  ...{ resolves: [], reopenCount: 0, closedAt: null, rating: null, replies: [] },
  ...{ lastCustomerMessageAt: start, passed: ["new"] },
};

/** The actions that each step allows. */
function tell(steps: readonly Step[]): { ticket: DemoTicket; told: Facts[] } {
  const acts: DemoAct[] = [{ kind: "reply", by: ana, at: new Date(start), text: "", public: true }];
  const told = [first];
  let at = start;
  for (const given of steps) {
    at += given.afterMs;
    const before = told.at(-1) ?? first;
    const done = happen(before, given, new Date(at));
    if (!done) continue;
    acts.push(...done.acts);
    told.push(moved(before, { ...before, ...done.facts, at }));
  }
  return { ticket: ticketOf(acts), told };
}

type Done = { acts: DemoAct[]; facts: Partial<Facts> } | null;

function happen(now: Facts, { kind, by, which }: Step, at: Date): Done {
  const { status } = now;
  const pick = <T>(from: readonly T[]) => from[which % from.length] as T;
  const one = (act: DemoAct, facts: Partial<Facts> = {}): Done => ({ acts: [act], facts });
  const rest = ["pending", "on-hold", "resolved"].includes(status);
  const wish = pick([undefined, ...movesByHand(status)]);
  const sets: DemoAct[] = wish ? [{ kind: "status", by, at, status: wish }] : [];
  if (kind === "tags") {
    const [add, remove] = [["printing"], ["billing"]].slice(which % 2).concat([[]]) as string[][];
    const tags = [...new Set([...now.tags, ...(add ?? [])])].filter(
      (tag) => !remove?.includes(tag),
    );
    return one({ kind, by, at, add: add ?? [], remove: remove ?? [] }, { tags: tags.sort() });
  }
  if (kind === "rate") {
    const [last = 0] = now.resolves.slice(-1);
    const isOver = status === "resolved" || status === "closed";
    if (!isOver || at.getTime() - last > ratingDays * day) return null;
    if (now.rating && now.rating.at.getTime() >= last) return null;
    const rating = { good: which % 2 === 0, comment: "Thanks", at };
    return one({ kind, by: ana, at, good: rating.good, comment: "Thanks" }, { rating });
  }
  if (kind === "close") {
    const act: DemoAct = { kind: "status", by: null, at, status: "closed" };
    return status === "resolved" ? one(act, { status: "closed" }) : null;
  }
  if (status === "closed") return null;
  switch (kind) {
    case "write": {
      const opens: DemoAct[] = rest ? [{ kind: "status", by: ana, at, status: "open" }] : [];
      return {
        acts: [{ kind: "reply", by: ana, at, text: "", public: true }, ...opens],
        facts: { lastCustomerMessageAt: at.getTime(), ...(rest && { status: "open" }) },
      };
    }
    case "reply":
      return {
        acts: [{ kind, by, at, text: "", public: true }, ...sets],
        facts: {
          replies: [...now.replies, at.getTime()],
          status: wish ?? (status === "new" ? "open" : status),
          ...(wish === "resolved" && { assignee: now.assignee ?? by }),
        },
      };
    case "note":
      return {
        acts: [{ kind, by, at, text: "" }, ...sets],
        facts: {
          ...(wish && { status: wish }),
          ...(wish === "resolved" && { assignee: now.assignee ?? by }),
        },
      };
    case "assign": {
      const assignee = pick([...agents, null]);
      const opens = status === "new" && assignee !== null;
      return one({ kind, by, at, assignee }, { assignee, ...(opens && { status: "open" }) });
    }
    case "status": {
      const assignee = wish === "resolved" ? (now.assignee ?? by) : now.assignee;
      return wish ? { acts: sets, facts: { status: wish, assignee } } : null;
    }
    case "priority": {
      const priority = pick(ticketPriorities);
      return one({ kind, by, at, priority }, { priority });
    }
    case "snooze":
      return one({ kind, by, at, until: new Date(at.getTime() + (which + 1) * 6 * 60 * minute) });
    case "solve": {
      if (!canMove(status, "resolved", "requester-solves")) return null;
      return one({ kind: "status", by: ana, at, status: "resolved" }, { status: "resolved" });
    }
    case "reopen":
      if (!canMove(status, "open", "customer-reopens")) return null;
      return one({ kind: "status", by: ana, at, status: "open" }, { status: "open" });
  }
}

/** The consequences of a change of status. */
function moved(before: Facts, after: Facts): Facts {
  if (after.status === before.status) return after;
  const reopens = before.status === "resolved" && after.status !== "closed";
  return {
    ...after,
    passed: [...before.passed, after.status],
    reopenCount: before.reopenCount + (reopens ? 1 : 0),
    resolves: after.status === "resolved" ? [...before.resolves, after.at] : before.resolves,
    closedAt: after.status === "closed" ? after.at : null,
  };
}

function ticketOf(acts: readonly DemoAct[]): DemoTicket {
  return {
    ...{ subject: "Labels", type: "incident", priority: "normal", channel: "web", acts },
    ...{ company: "Harbour Logistics", requester: ana, openedBy: ana, assignee: null },
    ...{ team: "Warehouse", tags: [], followers: [], createdAt: new Date(start) },
  };
}

const story = fc.record({
  steps: fc.array(step, { maxLength: 30 }),
  upTo: fc.double({ noNaN: true, min: 0, max: 1 }),
});

describe("any valid story, cut off at any moment", () => {
  const check = (holds: (now: number, facts: Facts, ticket: DemoTicket) => void) =>
    fc.assert(
      fc.property(story, ({ steps, upTo }) => {
        const { ticket, told } = tell(steps);
        const end = (told.at(-1) ?? first).at + 10 * minute;
        const now = Math.round(start + (end - start) * upTo);
        holds(now, told.findLast(({ at }) => at <= now) ?? first, ticket);
      }),
      { seed: 2026, numRuns: 1000 },
    );
  const derive = (ticket: DemoTicket, now: number) =>
    deriveTicket(ticket, { now: new Date(now), isStaff });
  const dateOf = (at: number | null | undefined) => (at == null ? null : new Date(at));

  test("gives the same ticket as a replay by hand", () => {
    check((now, facts, ticket) => {
      const out = facts.replies.map((at) => at + releaseDelayMs).filter((at) => at <= now);
      expect(derive(ticket, now)).toMatchObject({
        ...{ status: facts.status, assignee: facts.assignee, priority: facts.priority },
        ...{ tags: facts.tags, reopenCount: facts.reopenCount, rating: facts.rating },
        firstResolvedAt: dateOf(facts.resolves[0]),
        lastResolvedAt: dateOf(facts.resolves.at(-1)),
        closedAt: dateOf(facts.closedAt),
        staffReplyCount: out.length,
        firstStaffReplyAt: dateOf(out[0]),
        lastStaffReplyAt: dateOf(out.at(-1)),
        lastCustomerMessageAt: dateOf(facts.lastCustomerMessageAt),
      });
    });
  });

  test("has status spans without gaps from its creation on", () => {
    check((now, { passed }, ticket) => {
      const { spans } = derive(ticket, now);
      expect(spans.map(({ status }) => status)).toEqual(passed);
      expect(spans[0]?.startedAt).toEqual(ticket.createdAt);
      expect(spans.map(({ endedAt }) => endedAt)).toEqual([
        ...spans.slice(1).map(({ startedAt }) => startedAt),
        null,
      ]);
    });
  });

  test("waits for staff or the customer while it is open, and snoozes no longer than set", () => {
    check((now, { status }, ticket) => {
      const { waitingFor, waitingSince, snoozedUntil } = derive(ticket, now);
      const rests = ["on-hold", "resolved", "closed"].includes(status);
      expect([waitingFor === null, waitingSince === null]).toEqual([rests, rests]);
      if (snoozedUntil) expect(snoozedUntil.getTime()).toBeGreaterThan(now);
    });
  });

  test("is refused when its last action is not allowed", () => {
    check((_, __, whole) => {
      const last = whole.acts.at(-1)?.at ?? whole.createdAt;
      const at = new Date(last.getTime() + 20 * minute);
      const { status } = derive(whole, at.getTime());
      const [by] = agents;
      const illegal: DemoAct[] = ticketStatuses
        .filter((to) => to !== status && !movesByHand(status).includes(to))
        .map((to) => ({ kind: "status", by, at, status: to }));
      if (status === "closed") {
        illegal.push({ kind: "note", by, at, text: "" });
        illegal.push({ kind: "reply", by: ana, at, text: "", public: true });
      }
      for (const act of illegal) {
        const ticket = { ...whole, acts: [...whole.acts, act] };
        expect(() => derive(ticket, at.getTime())).toThrow(AppError);
      }
    });
  });
});

test("every demo ticket follows the rules, whenever the demo is loaded", () => {
  const moment = fc.record({ minutes: fc.nat({ max: 3 * 365 * 24 * 60 }), seed: fc.nat() });
  fc.assert(
    fc.property(moment, ({ minutes, seed }) => {
      const now = new Date(start + minutes * minute);
      const { tickets, users } = planDemoDesk(now, { tickets: 60, seed });
      const customers = new Set(
        users.filter(({ role }) => role === "Customer").map(({ email }) => email),
      );
      for (const ticket of tickets) {
        const { updatedAt, status } = deriveTicket(ticket, {
          now,
          isStaff: (email) => !customers.has(email),
        });
        expect(updatedAt.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(ticketStatuses).toContain(status);
      }
    }),
    { seed: 2026, numRuns: 25 },
  );
});
