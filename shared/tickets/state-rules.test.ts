import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../errors.ts";
import { planAutoClose, planWake } from "./automation.ts";
import { planOpening } from "./create.ts";
import { planRating, planReopen, planSolve } from "./customer-actions.ts";
import type { TicketPatch } from "./page.ts";
import {
  planCustomerMessage,
  planNote,
  planRelease,
  planStaffReply,
  type StatusAndChanges,
} from "./reply.ts";
import {
  type Instant,
  instantOf,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "./state.ts";
import { canMove, type Means } from "./transitions.ts";
import { planUndo, type UndoRecord, undoRecordOf } from "./undo.ts";
import { planAccessLost, planTicketUpdate } from "./update.ts";
import { type TicketStatus, ticketPriorities, ticketStatuses, ticketTypes } from "./vocabulary.ts";

const agents = ["agent-a", "agent-b", "agent-c"];
const customers = ["customer-a", "customer-b"];
const start = Date.parse("2026-11-01T09:00:00Z");

type Step =
  | { kind: "update"; by: string; patch: TicketPatch }
  | { kind: "reply" | "note"; by: string; sent: StatusAndChanges }
  | { kind: "undo"; which: number }
  | { kind: "leave"; who: string }
  | { kind: "rate"; rating: "good" | "bad" }
  | { kind: "customer-message" | "release" | "solve" | "reopen" | "close" | "wake" };

const person = fc.constantFrom(...agents, ...customers);
const tag = fc.constantFrom("billing", "printer", "vip", " VIP ");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const patch: fc.Arbitrary<TicketPatch> = fc.record({
  subject: optional(fc.constantFrom("Printer", "It is on fire")),
  status: optional(fc.constantFrom(...ticketStatuses)),
  priority: optional(fc.constantFrom(...ticketPriorities)),
  type: optional(fc.constantFrom(...ticketTypes)),
  companyId: optional(fc.constantFrom("company-a", "company-b", null)),
  requesterId: optional(fc.constantFrom(...customers)),
  assigneeId: optional(fc.constantFrom(...agents, null)),
  teamId: optional(fc.constantFrom("team-a", null)),
  addTags: optional(fc.array(tag, { maxLength: 2 })),
  removeTags: optional(fc.array(tag, { maxLength: 2 })),
  addFollowers: optional(fc.array(person, { maxLength: 2 })),
  removeFollowers: optional(fc.array(person, { maxLength: 2 })),
  snoozedUntil: optional(fc.constantFrom("2027-01-01T00:00:00Z", "2020-01-01T00:00:00Z", null)),
});
const sent: fc.Arbitrary<StatusAndChanges> = patch.map(
  ({ status, priority, assigneeId, teamId, addTags, removeTags }) => ({
    ...{ status, priority, assigneeId, teamId, addTags, removeTags },
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      by: fc.constantFrom(...agents),
      patch,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("reply" as const, "note" as const),
      by: fc.constantFrom(...agents),
      sent,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("undo" as const), which: fc.nat({ max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), who: person }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rate" as const),
      rating: fc.constantFrom("good" as const, "bad" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(["customer-message", "release", "solve", "reopen", "close", "wake"] as const),
      ),
    }),
  },
);

interface Act {
  plan: TicketPlan;
  record: UndoRecord | null;
  undone: boolean;
}

/** A ticket with its whole history, as the database stores it. */
class History {
  readonly acts: Act[] = [];
  state: TicketState;

  constructor(by: "customer" | "staff-reply" | "staff-note", fields: TicketPatch) {
    const opening = {
      ...{ subject: "Help", requesterId: "customer-a", companyId: "company-a" },
      ...{ actorId: "agent-a", fields, by },
    };
    this.state = this.keep(planOpening(opening, this.now())).after;
  }

  now(): Instant {
    return instantOf(new Date(start + this.acts.length * 60_000));
  }

  keep(plan: TicketPlan, undoable = true): TicketPlan {
    this.acts.push({ plan, record: undoable ? undoRecordOf(plan) : null, undone: false });
    return plan;
  }

  /** The plan of the action, or null if it is refused. */
  take(given: Step): TicketPlan | null {
    try {
      const plan =
        given.kind === "undo" ? this.undo(given.which) : planOf(this.state, given, this.now());
      if (!plan) return null;
      // Automatic releases belong to no one.
      this.keep(plan, given.kind !== "undo" && given.kind !== "release");
      this.state = plan.after;
      return plan;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  undo(which: number): TicketPlan | null {
    const act = this.acts.at(-1 - which);
    if (!act?.record || act.undone || act === this.acts[0]) return null;
    const plan = planUndo(
      this.state,
      {
        eventId: "event",
        changes: act.plan.changes,
        record: JSON.parse(JSON.stringify(act.record)),
        since: this.acts.slice(this.acts.indexOf(act) + 1).flatMap(({ plan }) => plan.changes),
      },
      this.now(),
    );
    act.undone = true;
    return plan;
  }

  changes(): TicketChange[] {
    return this.acts.flatMap(({ plan }) => plan.changes);
  }
}

function planOf(state: TicketState, given: Exclude<Step, { kind: "undo" }>, now: Instant) {
  switch (given.kind) {
    case "update":
      return planTicketUpdate(state, given.patch, given.by, now);
    case "reply":
      return planStaffReply(state, given.by, given.sent, now);
    case "leave":
      return planAccessLost(state, given.who, now);
    case "rate":
      return planRating(state, { rating: given.rating, comment: "" }, now);
    case "customer-message":
      return planCustomerMessage(state, now);
    case "release":
      return planRelease(state, state.updatedAt, now);
    case "note":
      return planNote(state, given.by, given.sent, now);
    case "solve":
      return planSolve(state, now);
    case "reopen":
      return planReopen(state, now);
    case "close":
      return planAutoClose(state, now);
    case "wake":
      return planWake(state, now);
  }
}

const opened = fc.record({
  by: fc.constantFrom("customer" as const, "staff-reply" as const, "staff-note" as const),
  fields: fc.record({
    assigneeId: optional(fc.constantFrom(...agents)),
    priority: optional(fc.constantFrom(...ticketPriorities)),
    addTags: optional(fc.array(tag, { maxLength: 2 })),
  }),
});
const story = fc.record({ opened, steps: fc.array(step, { maxLength: 25 }) });

function tell(check: (history: History, plan: TicketPlan, given: Step) => void): void {
  fc.assert(
    fc.property(story, ({ opened: { by, fields }, steps }) => {
      const history = new History(by, fields);
      for (const given of steps) {
        const plan = history.take(given);
        if (plan) check(history, plan, given);
      }
    }),
    { numRuns: 2000 },
  );
}

describe("over any sequence of actions", () => {
  test("no state is invalid", () => {
    tell(({ state }) => {
      expect(state.closedAt !== null).toBe(state.status === "closed");
      expect(state.waitingSince !== null).toBe(state.waitingFor !== null);
      expect(state.unassignedSince !== null).toBe(state.assigneeId === null);
      expect(state.followers).not.toContain(state.requesterId);
      expect(new Set(state.followers).size).toBe(state.followers.length);
      expect(state.tags).toEqual([...new Set(state.tags)].sort());
      expect(state.tags.every((each) => each === each.trim().toLowerCase())).toBe(true);
      if (state.status === "resolved" || state.status === "closed") {
        expect(state.lastResolvedAt).not.toBeNull();
      }
      if (["on-hold", "resolved", "closed"].includes(state.status)) {
        expect(state.waitingFor).toBeNull();
      }
    });
  });

  test("every change of status is in the table, and only Undo returns to New", () => {
    const means: Means[] = [
      ...(["hand", "assignment", "reply", "customer-message", "customer-reopens"] as const),
      ...(["requester-solves", "time", "merge"] as const),
    ];
    tell((_, { changes, before, after }, { kind }) => {
      for (const change of changes) {
        if (change.kind !== "status") continue;
        expect(means.some((each) => canMove(change.from, change.to, each))).toBe(true);
        expect(change.to).not.toBe("new");
      }
      if (kind !== "undo" && before.status !== "new") expect(after.status).not.toBe("new");
      if (kind !== "undo" && before.status === "closed") expect(after.status).toBe("closed");
    });
  });

  test("the version grows by one per change, and not without a change", () => {
    tell((_, { before, after, changes }, { kind }) => {
      const writes = ["reply", "customer-message", "note", "release"].includes(kind);
      const grows = changes.length > 0 || writes;
      expect(after.version).toBe(before.version + (grows ? 1 : 0));
      if (!grows) expect(after).toEqual(before);
    });
  });

  test("replaying the timeline gives the ticket", () => {
    tell((history) => {
      const { state } = history;
      const replayed = replay(history.changes());
      const told = Object.keys(replayed) as (keyof typeof replayed)[];
      expect(replayed).toEqual(
        Object.fromEntries(told.map((field) => [field, state[field]])) as typeof replayed,
      );
    });
  });

  test("resolved times and the count of reopenings match the moves that were not undone", () => {
    tell((history) => {
      const moves = standingMoves(history);
      const resolves = moves.filter(({ to }) => to === "resolved");
      const reopens = moves.filter(({ from, to }) => from === "resolved" && to !== "closed");
      expect(history.state.firstResolvedAt).toBe(resolves[0]?.at ?? null);
      expect(history.state.lastResolvedAt).toBe(resolves.at(-1)?.at ?? null);
      expect(history.state.reopenCount).toBe(reopens.length);
      expect(history.state.status).toBe(moves.at(-1)?.to ?? "new");
    });
  });

  test("an immediate Undo restores exactly the previous state", () => {
    tell((history, { before, changes }, { kind }) => {
      if (kind === "undo" || !history.acts.at(-1)?.record || changes.length === 0) return;
      const plan = history.take({ kind: "undo", which: 0 });
      const { version, updatedAt, publiclyUpdatedAt, ...after } = history.state;
      const { version: _, updatedAt: _u, publiclyUpdatedAt: _p, ...was } = before;
      // A message stays when only the status sent with it is undone.
      const { lastCustomerMessageAt, ...rest } = after;
      const { lastCustomerMessageAt: _l, ...wasRest } = was;
      expect(plan).not.toBeNull();
      if (kind === "customer-message") return;
      expect(rest).toEqual(wasRest);
    });
  });

  test("a customer is shown nothing that only staff see", () => {
    tell((_, { changes, before, after }) => {
      const hidden = ["priority", "type", "team", "tags", "followers", "snoozed"];
      const kinds = changes.flatMap((change) =>
        change.kind === "undone" ? change.kinds : [change.kind],
      );
      if (kinds.length > 0 && kinds.every((kind) => hidden.includes(kind))) {
        const heard = after.lastCustomerMessageAt !== before.lastCustomerMessageAt;
        const released = after.lastStaffReplyAt !== before.lastStaffReplyAt;
        if (!heard && !released) expect(after.publiclyUpdatedAt).toBe(before.publiclyUpdatedAt);
      }
      for (const change of changes) {
        if (change.kind !== "undone") continue;
        const visible = change.kinds.filter((kind) => !hidden.includes(kind));
        expect(visible.length === 0 || visible.length === change.kinds.length).toBe(true);
        if (visible.length > 0)
          expect(change.kept.some((kind) => hidden.includes(kind))).toBe(false);
      }
    });
  });
});

/** The moves that count: an undone one was always the last of them. */
function standingMoves({ acts }: History): { from: TicketStatus; to: TicketStatus; at: Instant }[] {
  const standing: { from: TicketStatus; to: TicketStatus; at: Instant }[] = [];
  for (const { plan } of acts) {
    for (const change of plan.changes) {
      if (change.kind === "status") standing.push({ ...change, at: plan.at });
      if (change.kind === "undone" && change.kinds.includes("status")) standing.pop();
    }
  }
  return standing;
}

function replay(changes: readonly TicketChange[]) {
  const ticket = {
    ...{ subject: "Help", status: "new", priority: "normal", type: "question" },
    ...{ companyId: "company-a", requesterId: "customer-a", assigneeId: null, teamId: null },
    ...{ snoozedUntil: null, rating: null, tags: [] as string[], followers: [] as string[] },
  } as Pick<
    TicketState,
    | "subject"
    | "status"
    | "priority"
    | "type"
    | "companyId"
    | "requesterId"
    | "assigneeId"
    | "teamId"
    | "snoozedUntil"
    | "rating"
    | "tags"
    | "followers"
  >;
  const apply = (change: TicketChange): void => {
    const list = (before: readonly string[], added: readonly string[], gone: readonly string[]) =>
      [...before.filter((each) => !gone.includes(each)), ...added].sort();
    switch (change.kind) {
      case "status":
        ticket.status = change.to;
        break;
      case "assigned":
        ticket.assigneeId = change.to;
        break;
      case "priority":
        ticket.priority = change.to;
        break;
      case "type":
        ticket.type = change.to;
        break;
      case "team":
        ticket.teamId = change.to;
        break;
      case "subject":
        ticket.subject = change.to ?? "";
        break;
      case "company":
        ticket.companyId = change.to;
        break;
      case "requester":
        ticket.requesterId = change.to;
        ticket.followers = list(ticket.followers, [], [change.to]);
        break;
      case "tags":
        ticket.tags = list(ticket.tags, change.added, change.removed);
        break;
      case "followers":
        ticket.followers = list(ticket.followers, change.added, change.removed);
        break;
      case "snoozed":
        ticket.snoozedUntil = change.until;
        break;
      case "rated":
        ticket.rating = change.rating;
        break;
      case "undone":
        change.back.forEach(apply);
    }
  };
  changes.forEach(apply);
  return ticket;
}

describe("single rules", () => {
  const now = instantOf(new Date(start + 3_600_000));
  const fresh = () => new History("customer", {}).state;
  const refusal = (run: () => unknown): AppError => {
    try {
      run();
    } catch (error) {
      if (error instanceof AppError) return error;
    }
    throw new Error("It was not refused");
  };

  test("a New ticket is opened by an assignment, never by choosing a status", () => {
    const error = refusal(() => planTicketUpdate(fresh(), { status: "open" }, "agent-a", now));
    expect(error.code).toBe("illegal_move");
    expect(error.message).toBe(
      "A ticket can't change from New to Open. It opens when an agent is assigned or replies.",
    );
    expect(planTicketUpdate(fresh(), { assigneeId: "agent-b" }, "agent-a", now).after.status).toBe(
      "open",
    );
  });

  test("every move missing from the table is refused with both names", () => {
    for (const from of ticketStatuses) {
      for (const to of ticketStatuses) {
        if (from === to || canMove(from, to, "hand")) continue;
        const ticket = { ...fresh(), status: from };
        expect(refusal(() => planTicketUpdate(ticket, { status: to }, "agent-a", now)).code).toBe(
          "illegal_move",
        );
      }
    }
  });

  test("resolving an unassigned ticket assigns it to the agent; a customer is never assigned", () => {
    const byAgent = planTicketUpdate(fresh(), { status: "resolved" }, "agent-b", now);
    expect(byAgent.after.assigneeId).toBe("agent-b");
    expect(planSolve(fresh(), now).after.assigneeId).toBeNull();
  });

  test("a closed ticket accepts tags, type and team, and nothing else", () => {
    const closed: TicketState = { ...fresh(), status: "closed", closedAt: now, waitingFor: null };
    const sorted = planTicketUpdate(
      closed,
      { addTags: ["x"], type: "task", teamId: "team-a" },
      "agent-a",
      now,
    );
    expect(sorted.changes.map(({ kind }) => kind).sort()).toEqual(["tags", "team", "type"]);
    for (const refused of [
      { priority: "high" },
      { assigneeId: "agent-a" },
      { subject: "x" },
      { addFollowers: ["agent-a"] },
      { snoozedUntil: "2030-01-01T00:00:00Z" },
      { addTags: ["x"], priority: "high" },
    ] satisfies TicketPatch[]) {
      const run = () => planTicketUpdate(closed, refused, "agent-a", now);
      expect(refusal(run).code).toBe("ticket_closed");
    }
    const note = (state: TicketState) => planNote(state, "agent-a", {}, now);
    for (const run of [planCustomerMessage, note]) {
      expect(refusal(() => run(closed, now)).code).toBe("ticket_closed");
    }
  });

  test("the ticket still waits for us if the customer wrote while a reply was being sent", () => {
    const sent = instantOf(new Date(start + 10_000));
    const wrote = planCustomerMessage(fresh(), instantOf(new Date(start + 12_000))).after;
    const after = planRelease(wrote, sent, instantOf(new Date(start + 18_000))).after;
    expect(after.waitingFor).toBe("us");
    const quiet = planRelease(fresh(), sent, instantOf(new Date(start + 18_000))).after;
    expect(quiet.waitingFor).toBe("customer");
  });

  test("a customer's message or reopening ends a snooze and reopens an inactive ticket", () => {
    const resting = planTicketUpdate(
      fresh(),
      { status: "on-hold", snoozedUntil: "2027-01-01T00:00:00Z" },
      "agent-a",
      now,
    ).after;
    const { after } = planCustomerMessage(resting, now);
    const woken = { status: "open", snoozedUntil: null, waitingFor: "us" } as const;
    expect(after).toMatchObject(woken);
    expect(planReopen({ ...resting, status: "resolved" }, now).after).toMatchObject(woken);
  });

  test("a ticket is rated once per resolve, within fourteen days of the last", () => {
    const resolved = planSolve(fresh(), now).after;
    const rated = planRating(resolved, { rating: "good", comment: "" }, now).after;
    const again = () => planRating(rated, { rating: "bad", comment: "" }, now);
    expect(refusal(again).code).toBe("already_rated");
    const late = instantOf(new Date(Date.parse(now) + 15 * 24 * 3_600_000));
    expect(refusal(() => planRating(resolved, { rating: "bad", comment: "" }, late)).code).toBe(
      "illegal_move",
    );
    const reopened = planReopen(rated, now).after;
    const next = instantOf(new Date(Date.parse(now) + 60_000));
    const solved = planSolve(reopened, next).after;
    expect(planRating(solved, { rating: "bad", comment: "" }, next).after.rating).toBe("bad");
  });

  test("fields that changed since stay and are named", () => {
    const history = new History("customer", {});
    const patch: TicketPatch = { assigneeId: "agent-a", priority: "high", addTags: ["vip"] };
    history.take({ kind: "update", by: "agent-a", patch });
    history.take({ kind: "update", by: "agent-b", patch: { priority: "urgent" } });
    const plan = history.take({ kind: "undo", which: 1 });
    expect(plan?.after).toMatchObject({ status: "new", assigneeId: null, priority: "urgent" });
    expect(plan?.changes).toMatchObject([
      { kind: "undone", kinds: ["assigned", "status"], kept: [] },
      { kind: "undone", kinds: ["tags"], kept: ["priority"] },
    ]);
  });

  test("an Undo is refused if everything has changed since", () => {
    const history = new History("customer", {});
    history.take({ kind: "update", by: "agent-a", patch: { priority: "high" } });
    history.take({ kind: "update", by: "agent-b", patch: { priority: "low" } });
    expect(refusal(() => history.undo(1)).code).toBe("undo_too_late");
  });
});
