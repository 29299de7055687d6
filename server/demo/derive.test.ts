import { describe, expect, test } from "bun:test";
import { type DemoAct, type DemoTicket, deriveTicket } from "./derive.ts";

const ana = "ana@harbour.test";
const maya = "maya@frontdesk.test";
const isStaff = (email: string) => email === maya;
const at = (minutes: number, seconds = 0) => new Date(Date.UTC(2026, 0, 5, 9, minutes, seconds));

const opened: DemoAct = { kind: "reply", by: ana, at: at(0), text: "Blank labels", public: true };
const taken: DemoAct[] = [
  { kind: "assign", by: maya, at: at(10), assignee: maya },
  { kind: "status", by: maya, at: at(10), status: "open" },
];
const asked: DemoAct[] = [
  { kind: "reply", by: maya, at: at(15), text: "Which printer?", public: true },
  { kind: "status", by: maya, at: at(15), status: "pending" },
];
const answered: DemoAct[] = [
  { kind: "reply", by: ana, at: at(30), text: "Both", public: true },
  { kind: "status", by: ana, at: at(30), status: "open" },
];
const resolved: DemoAct[] = [
  { kind: "reply", by: maya, at: at(40), text: "Fixed", public: true },
  { kind: "status", by: maya, at: at(40), status: "resolved" },
];

function derive(...acts: DemoAct[]) {
  const ticket: DemoTicket = {
    subject: "Labels print blank",
    type: "incident",
    priority: "normal",
    channel: "web",
    company: "Harbour Logistics",
    requester: ana,
    openedBy: ana,
    assignee: null,
    team: "Warehouse",
    tags: [],
    followers: [],
    createdAt: at(0),
    acts: [opened, ...acts],
  };
  return deriveTicket(ticket, { now: at(0, 3600 * 24 * 30), isStaff });
}

describe("waiting for", () => {
  test("a new ticket waits for us and is unassigned since its creation", () => {
    expect(derive()).toMatchObject({
      status: "new",
      waitingFor: "us",
      waitingSince: at(0),
      unassignedSince: at(0),
      lastCustomerMessageAt: at(0),
      firstStaffReplyAt: null,
      version: 1,
    });
  });

  test("assigning it does not change who it waits for", () => {
    expect(derive(...taken)).toMatchObject({
      status: "open",
      assignee: maya,
      unassignedSince: null,
      waitingFor: "us",
      waitingSince: at(0),
      version: 2,
    });
  });

  test("a reply makes it wait for the customer once it is released, eight seconds after sending", () => {
    expect(derive(...taken, ...asked)).toMatchObject({
      status: "pending",
      waitingFor: "customer",
      waitingSince: at(15, 8),
      firstStaffReplyAt: at(15, 8),
      lastStaffReplyAt: at(15, 8),
      staffReplyCount: 1,
      updatedAt: at(15, 8),
      publiclyUpdatedAt: at(15, 8),
      version: 4,
    });
  });

  test("it keeps waiting for us when the customer writes between sending and release", () => {
    const between: DemoAct[] = [
      { kind: "reply", by: ana, at: at(15, 3), text: "It is the ZD420", public: true },
      { kind: "status", by: ana, at: at(15, 3), status: "open" },
    ];
    expect(derive(...taken, ...asked, ...between)).toMatchObject({
      status: "open",
      waitingFor: "us",
      waitingSince: at(15, 3),
      staffReplyCount: 1,
    });
  });

  test("a second customer message does not restart the wait", () => {
    const more: DemoAct = { kind: "reply", by: ana, at: at(35), text: "Hello?", public: true };
    expect(derive(...taken, ...asked, ...answered, more)).toMatchObject({
      waitingFor: "us",
      waitingSince: at(30),
      lastCustomerMessageAt: at(35),
    });
  });

  test("on hold and resolved it waits for no one", () => {
    const held: DemoAct = { kind: "status", by: maya, at: at(20), status: "on-hold" };
    expect(derive(...taken, ...asked, held)).toMatchObject({
      waitingFor: null,
      waitingSince: null,
    });
    expect(derive(...taken, ...resolved)).toMatchObject({ waitingFor: null, waitingSince: null });
  });
});

describe("resolved, reopened, closed", () => {
  const back: DemoAct[] = [
    { kind: "reply", by: ana, at: at(50), text: "Blank again", public: true },
    { kind: "status", by: ana, at: at(50), status: "open" },
  ];
  const again: DemoAct = { kind: "status", by: maya, at: at(55), status: "resolved" };

  test("first and last resolve are stored and reopenings are counted", () => {
    expect(derive(...taken, ...resolved, ...back, again)).toMatchObject({
      status: "resolved",
      firstResolvedAt: at(40),
      lastResolvedAt: at(55),
      reopenCount: 1,
      closedAt: null,
    });
  });

  test("closing does not count as a reopening", () => {
    const closed: DemoAct = {
      kind: "status",
      by: null,
      at: at(40 + 7 * 24 * 60),
      status: "closed",
    };
    expect(derive(...taken, ...resolved, closed)).toMatchObject({
      status: "closed",
      closedAt: closed.at,
      reopenCount: 0,
      updatedAt: closed.at,
    });
  });

  test("status spans have no gaps and the last one has no end", () => {
    const { spans } = derive(...taken, ...asked, ...answered, ...resolved);
    expect(spans).toEqual([
      { status: "new", startedAt: at(0), endedAt: at(10) },
      { status: "open", startedAt: at(10), endedAt: at(15) },
      { status: "pending", startedAt: at(15), endedAt: at(30) },
      { status: "open", startedAt: at(30), endedAt: at(40) },
      { status: "resolved", startedAt: at(40), endedAt: null },
    ]);
  });
});

test("an internal change leaves publicly updated unchanged", () => {
  const inside: DemoAct[] = [
    { kind: "note", by: maya, at: at(20), text: "Firmware 8.5" },
    { kind: "priority", by: maya, at: at(21), priority: "urgent" },
    { kind: "tags", by: maya, at: at(22), add: ["printing"], remove: [] },
    { kind: "snooze", by: maya, at: at(23), until: at(24) },
  ];
  const { events, ...row } = derive(...taken, ...asked, ...inside);
  expect(row).toMatchObject({
    priority: "urgent",
    tags: ["printing"],
    updatedAt: at(23),
    publiclyUpdatedAt: at(15, 8),
    snoozedUntil: null,
    version: 8,
  });
  const hidden = events.filter(({ audience }) => audience === "staff");
  expect(hidden.map(({ change }) => change.kind)).toEqual(["priority", "tags", "snoozed"]);
});

test("a snooze lasts until its time or the next customer message", () => {
  const until = at(60 * 24 * 90);
  const snoozed: DemoAct = { kind: "snooze", by: maya, at: at(20), until };
  expect(derive(...taken, ...asked, snoozed).snoozedUntil).toEqual(until);
  expect(derive(...taken, ...asked, snoozed, ...answered).snoozedUntil).toBeNull();
});

test("a rating is stored with its comment and time", () => {
  const rated: DemoAct = { kind: "rate", by: ana, at: at(50), good: true, comment: "Quick" };
  expect(derive(...taken, ...resolved, rated).rating).toEqual({
    good: true,
    comment: "Quick",
    at: at(50),
  });
});
