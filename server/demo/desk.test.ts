import { describe, expect, test } from "bun:test";
import { openStatuses, type TicketStatus, ticketLimits } from "../../shared/tickets/vocabulary.ts";
import { stories } from "./content.ts";
import { type DemoAct, type DemoTicket, deriveTicket } from "./derive.ts";
import { type DemoDesk, planDemoDesk } from "./desk.ts";
import { day, hour, minute } from "./working-hours.ts";

const moments = [
  ["in the middle of a week", new Date("2026-11-18T14:30:00Z")],
  ["on a Saturday morning", new Date("2026-11-21T06:00:00Z")],
  ["on a Sunday night", new Date("2026-05-10T23:10:00Z")],
  ["in the new year", new Date("2027-01-04T08:00:00Z")],
] as const;

test("the same time and seed give the same demo, another seed a different one", () => {
  const now = moments[0][1];
  expect(planDemoDesk(now)).toEqual(planDemoDesk(now));
  expect(planDemoDesk(now, { seed: 7 }).tickets).not.toEqual(planDemoDesk(now).tickets);
});

test("no day has unusually many tickets, also after a weekend", () => {
  for (const hours of [0, 40, 72, 80, 96, 105]) {
    const now = new Date(Date.parse("2026-11-19T09:00:00Z") + hours * hour);
    const perDay = new Map<number, number>();
    for (const { createdAt } of planDemoDesk(now).tickets) {
      const on = Math.floor(createdAt.getTime() / day);
      perDay.set(on, (perDay.get(on) ?? 0) + 1);
    }
    const counts = [...perDay.values()].sort((one, other) => other - one);
    expect(counts[0]).toBeLessThanOrEqual(17);
    // The busiest day is not far ahead of the next ones.
    expect((counts[0] ?? 0) - (counts[3] ?? 0)).toBeLessThanOrEqual(4);
  }
});

test("it can be made in any size", () => {
  for (const tickets of [0, 1, 37, 900]) {
    expect(planDemoDesk(moments[0][1], { tickets }).tickets).toHaveLength(tickets);
  }
});

describe.each(moments)("%s", (_, now) => {
  const desk = planDemoDesk(now);
  const { tickets, users, companies } = desk;
  const staff = new Set(users.filter(({ role }) => role !== "Customer").map(({ email }) => email));
  const isStaff = (email: string) => staff.has(email);
  const derived = tickets.map((ticket) => ({ ticket, ...deriveTicket(ticket, { now, isStaff }) }));
  const isOpen = ({ status }: { status: TicketStatus }) => openStatuses.includes(status);
  const open = derived.filter(isOpen);

  test("people and companies exist and every address is unique", () => {
    expect(companies.length).toBeGreaterThanOrEqual(12);
    expect(users).toHaveLength(60);
    expect(new Set(users.map(({ email }) => email.toLowerCase())).size).toBe(60);
    expect(users.filter(({ role }) => role === "Super Admin")).toHaveLength(2);
    expect(users.filter(({ state }) => state === "invited").length).toBeGreaterThan(2);
    expect(users.filter(({ state }) => state === "disabled").length).toBeGreaterThan(1);
    const names = new Set(companies.map(({ name }) => name));
    expect(users.flatMap((user) => user.companies).filter((name) => !names.has(name))).toEqual([]);
    expect(users.find(({ email }) => email === "admin@demo.test")).toMatchObject({
      firstName: "Maya",
      lastName: "Lindqvist",
      role: "Super Admin",
      state: "active",
    });
    expect(users.find(({ email }) => email === "agent@demo.test")).toMatchObject({
      firstName: "Samuel",
      lastName: "Okafor",
      role: "Agent",
      companyScope: "all",
    });
    expect(users.find(({ email }) => email === "customer@demo.test")).toMatchObject({
      firstName: "Ana",
      lastName: "Ferreira",
      role: "Customer",
      companies: ["Harbour Logistics"],
      seesAllTickets: true,
    });
  });

  test("the views have realistic counts", () => {
    expect(tickets).toHaveLength(400);
    const awake = open.filter(({ snoozedUntil }) => snoozedUntil === null);
    const count = (status: TicketStatus) => awake.filter((one) => one.status === status).length;
    expect(awake).toHaveLength(38);
    expect(open.length - awake.length).toBe(3);
    expect([count("new"), count("open"), count("pending"), count("on-hold")]).toEqual([
      5, 10, 17, 6,
    ]);
    expect(awake.filter(({ assignee }) => assignee === null)).toHaveLength(5);
    expect(awake.filter(({ assignee }) => assignee === "admin@demo.test")).toHaveLength(9);
    const resolvedLately = derived.filter(
      (one) => !isOpen(one) && (one.lastResolvedAt?.getTime() ?? 0) > now.getTime() - 7 * day,
    );
    expect(resolvedLately).toHaveLength(50);
  });

  test("there are recent, overdue and reopened tickets", () => {
    const waited = open
      .filter(({ waitingFor }) => waitingFor === "us")
      .map(({ waitingSince }) => now.getTime() - (waitingSince?.getTime() ?? 0));
    expect(waited.filter((time) => time < hour).length).toBeGreaterThanOrEqual(2);
    expect(waited.filter((time) => time > day).length).toBeGreaterThanOrEqual(2);
    const resolved = derived.filter(({ lastResolvedAt }) => lastResolvedAt !== null);
    const share = resolved.filter(({ reopenCount }) => reopenCount > 0).length / resolved.length;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.07);
  });

  test("the median first reply takes 20 to 40 minutes", () => {
    const times = derived
      .filter(({ ticket, firstStaffReplyAt }) => firstStaffReplyAt && !isStaff(ticket.openedBy))
      .map(
        (one) =>
          ((one.firstStaffReplyAt?.getTime() ?? 0) - one.ticket.createdAt.getTime()) / minute,
      )
      .sort((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(20);
    expect(median).toBeLessThan(40);
  });

  test("a few companies write most tickets, and few come at weekends", () => {
    const shares = [...Map.groupBy(tickets, ({ company }) => company).values()]
      .map((of) => of.length)
      .sort((one, other) => other - one);
    const firstThree = shares.slice(0, 3).reduce((sum, share) => sum + share, 0);
    expect(firstThree).toBeGreaterThan(180);
    const weekends = tickets.filter(({ createdAt }) => [0, 6].includes(createdAt.getUTCDay()));
    expect(weekends.length).toBeLessThan(40);
  });

  test("everything happened in the last 90 days, in order, and nothing in the future", () => {
    for (const { createdAt, acts } of tickets) {
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(now.getTime() - 90 * day);
      expect(acts[0]?.at).toEqual(createdAt);
      const times = acts.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((one, other) => one - other));
      // A reply is released eight seconds after it was sent.
      expect(times.at(-1)).toBeLessThan(now.getTime() - 10_000);
    }
  });

  test("every ticket follows the status transitions", () => {
    expect(tickets.flatMap((ticket) => brokenRules(ticket, isStaff))).toEqual([]);
  });

  test("each ticket's values result from its actions", () => {
    for (const { ticket, priority, assignee, tags } of derived) {
      expect({ priority, assignee, tags }).toEqual({
        priority: ticket.priority,
        assignee: ticket.assignee,
        tags: [...ticket.tags],
      });
    }
  });

  test("no one acts on a ticket they cannot see", () => {
    expect(tickets.flatMap((ticket) => trespasses(ticket, desk))).toEqual([]);
  });

  test("every placeholder is filled in", () => {
    for (const { subject, acts } of tickets) {
      const texts = acts.flatMap((act) => ("text" in act ? [act.text] : []));
      for (const text of [subject, ...texts]) {
        expect(text).not.toMatch(/\{[a-z]+\d?\}|\[\[|\]\]|undefined|NaN/);
        expect(text.trim()).toBe(text);
        expect(text).not.toBe("");
      }
      expect(subject.length).toBeLessThanOrEqual(ticketLimits.subject);
    }
  });

  test("no company has the same subject or first message twice", () => {
    for (const said of [firstWords, ({ subject }: DemoTicket) => subject]) {
      const all = tickets.map((ticket) => `${ticket.company}: ${said(ticket)}`);
      expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
    }
  });

  test("at least 70 different stories are used", () => {
    const told = new Set(tickets.map((ticket) => storyOf(ticket)));
    expect(told.size).toBeGreaterThan(70);
  });
});

test("every story has a unique key, a question and an answer", () => {
  expect(new Set(stories.map(({ key }) => key)).size).toBe(stories.length);
  expect(stories.length).toBeGreaterThanOrEqual(70);
  for (const { turns, channel, subjects } of stories) {
    expect(turns[0]?.by).toBe(channel === "phone" ? "note" : "customer");
    expect(turns.some(({ by }) => by === "agent")).toBe(true);
    expect(subjects.length).toBeGreaterThan(0);
  }
});

const moves: Record<TicketStatus, readonly TicketStatus[]> = {
  new: ["open"],
  open: ["pending", "on-hold", "resolved"],
  pending: ["on-hold", "open", "resolved"],
  "on-hold": ["pending", "open", "resolved"],
  resolved: ["open", "pending", "closed"],
  closed: [],
};

function brokenRules(
  { subject, acts, openedBy }: DemoTicket,
  isStaff: (email: string) => boolean,
): string[] {
  const broken: string[] = [];
  let status: TicketStatus = "new";
  let assignee: string | null = null;
  let resolvedAt = 0;
  const say = (what: string, act: DemoAct) =>
    broken.push(`${subject}: ${what} at ${act.at.toISOString()}`);
  acts.forEach((act, index) => {
    const byCustomer = act.by !== null && !isStaff(act.by);
    if (status === "closed" && act.kind !== "rate") say(`${act.kind} after Closed`, act);
    if (act.kind === "assign") {
      assignee = act.assignee;
      const opens = acts
        .slice(index)
        .some((next) => next.kind === "status" && next.at.getTime() === act.at.getTime());
      if (status === "new" && !opens) say("assigned and still New", act);
    }
    if (
      act.kind === "reply" &&
      byCustomer &&
      index > 0 &&
      ["pending", "on-hold", "resolved"].includes(status)
    ) {
      const next = acts[index + 1];
      const opens =
        next?.kind === "status" && next.status === "open" && next.at.getTime() === act.at.getTime();
      if (!opens) say("a customer's message opened nothing", act);
    }
    if (act.kind === "reply" && !byCustomer && status === "new") say("answered and still New", act);
    if (act.kind !== "status") return;
    if (!moves[status].includes(act.status)) say(`${status} → ${act.status}`, act);
    if (byCustomer && !["open", "resolved"].includes(act.status))
      say(`a customer set ${act.status}`, act);
    if (act.status === "resolved" && act.by !== null && isStaff(act.by) && assignee === null)
      say("resolved without an assignee", act);
    if (act.status === "resolved") resolvedAt = act.at.getTime();
    if (act.by === null && (act.status !== "closed" || act.at.getTime() !== resolvedAt + 7 * day))
      say("the desk closed at another time", act);
    status = act.status;
  });
  if (acts[0]?.by !== openedBy) broken.push(`${subject}: opened by someone else`);
  return broken;
}

/** Actions by agents out of scope, by customers without access, and by unknown people. */
function trespasses(ticket: DemoTicket, { users }: DemoDesk): string[] {
  const people = [
    ...ticket.acts.map(({ by }) => by),
    ...ticket.followers,
    ticket.assignee,
    ticket.requester,
  ];
  return people.flatMap((email) => {
    if (email === null) return [];
    const user = users.find((one) => one.email === email);
    const sees =
      user?.role === "Customer"
        ? user.companies.includes(ticket.company) &&
          (email === ticket.requester || user.seesAllTickets || ticket.followers.includes(email))
        : user?.companyScope !== "assigned" || user.companies.includes(ticket.company);
    return user && user.state !== "invited" && sees ? [] : [`${ticket.subject}: ${email}`];
  });
}

function firstWords({ acts }: DemoTicket): string {
  const [first] = acts;
  return first && "text" in first ? first.text : "";
}

/** The story a ticket was made from, found by its subject. */
function storyOf({ subject }: DemoTicket): string | undefined {
  return stories.find(({ subjects }) =>
    subjects.some((pattern) => {
      const parts = pattern.split(/\{[a-z]+\d?\}/).map((part) => RegExp.escape(part));
      return new RegExp(`^${parts.join(".+")}$`).test(subject);
    }),
  )?.key;
}
