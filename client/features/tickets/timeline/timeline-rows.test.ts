import { describe, expect, test } from "bun:test";
import type {
  TimelineChange,
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
} from "../../../../shared/tickets/page.ts";
import {
  changesEarlier,
  companyLabel,
  inPlainForm,
  lastingActs,
  mergeEarlier,
  type TimelineRow,
  timelineRows,
} from "./timeline-rows.ts";

const person = { id: "p", name: "Maya Lindqvist" };

function message(id: string, at: string): TimelineMessage {
  return {
    kind: "message",
    id,
    actId: null,
    at,
    author: { ...person, isStaff: true },
    mine: false,
    state: "public",
    releaseAt: null,
    releaseInMs: null,
    html: "",
    redacted: false,
    redactedBy: null,
    files: [],
  };
}

function event(id: string, actId: string, at: string): TimelineEvent {
  return {
    kind: "event",
    id,
    actId,
    at,
    actor: person,
    change: { kind: "created" },
    undoable: false,
  };
}

describe("rows", () => {
  test("a day comes before its items, and the events of one action are one row", () => {
    const rows = timelineRows(
      [
        message("m1", "2026-11-20T09:00:00Z"),
        event("e1", "a1", "2026-11-20T10:00:00Z"),
        event("e2", "a1", "2026-11-20T10:00:00Z"),
        event("e3", "a2", "2026-11-20T10:01:00Z"),
        message("m2", "2026-11-21T08:00:00Z"),
        event("e4", "a2", "2026-11-21T09:00:00Z"),
      ],
      (iso) => iso.slice(0, 10),
    );
    expect(
      rows.map((row) => (row.kind === "act" ? row.events.map(({ id }) => id).join("+") : row.key)),
    ).toEqual(["day 2026-11-20", "m1", "e1+e2", "e3", "day 2026-11-21", "m2", "e4"]);
  });
});

/** The lines, also those inside a fold. */
const linesOf = (rows: readonly TimelineRow[]) =>
  rows.flatMap((row) => (row.kind === "fold" ? row.acts : [row]));

describe("a reply and what it changed", () => {
  const at = (second: number) => `2026-11-20T10:00:0${second}Z`;
  const status: TimelineChange = { kind: "status", from: "open", to: "pending" };
  const pending = { ...event("e1", "a1", at(1)), change: status };
  const keysOf = (items: TimelineItem[], newFrom: string | null = null) =>
    timelineRows(items, () => "a day", newFrom)
      .slice(1)
      .map(({ key }) => key);

  test("are in this order, although the reply is released later", () => {
    const reply = { ...message("m1", at(9)), actId: "a1" };
    expect(keysOf([pending, reply])).toEqual(["m1", "e1"]);
    expect(keysOf([pending, message("m0", at(2)), reply])).toEqual(["m0", "m1", "e1"]);
    expect(keysOf([pending, reply], "e1")).toEqual(["new", "m1", "e1"]);
    expect(keysOf([pending, reply], "m1")).toEqual(["new", "m1", "e1"]);
  });

  test("stay behind the opening of a ticket with that message", () => {
    const opened = event("e0", "a1", at(1));
    const reply = { ...message("m1", at(9)), actId: "a1" };
    expect(keysOf([opened, pending, reply])).toEqual(["e0", "m1"]);
  });

  test("are one row with one Undo for its author until it is released", () => {
    const sending = { ...message("m1", at(9)), actId: "a1", state: "sending" as const };
    const rows = timelineRows([pending, { ...sending, mine: true }], () => "a day");
    expect(rows.slice(1)).toMatchObject([{ kind: "message", sentWith: [{ id: "e1" }] }]);
    expect(keysOf([pending, sending])).toEqual(["m1", "e1"]);
    // A redacted reply is never sent, and there is nothing to undo.
    expect(keysOf([pending, { ...sending, mine: true, redacted: true }])).toEqual(["m1", "e1"]);
  });
});

describe("actions of one person", () => {
  const change: TimelineChange = { kind: "priority", from: "low", to: "high" };
  const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00Z`;
  const act = (id: string, minute: number, given: Partial<TimelineEvent> = {}) => ({
    ...{ ...event(id, `act ${id}`, at(minute)), change },
    ...given,
  });
  const rowsOf = (items: TimelineItem[], newFrom: string | null = null) =>
    timelineRows(items, () => "a day", newFrom)
      .slice(1)
      .map((row) => (row.kind === "fold" ? row.acts.map(({ key }) => key).join("+") : row.key));

  test("within five minutes are one row", () => {
    expect(rowsOf([act("a", 0), act("b", 3), act("c", 5), act("d", 6)])).toEqual(["a+b+c", "d"]);
  });

  test("are rows of their own after something else, by someone else or by automation", () => {
    expect(rowsOf([act("a", 0), message("m", at(1)), act("b", 2)])).toEqual(["a", "m", "b"]);
    const other = { actor: { id: "q", name: "Samuel Okafor" } };
    expect(rowsOf([act("a", 0), act("b", 1, other)])).toEqual(["a", "b"]);
    expect(rowsOf([act("a", 0, { actor: null }), act("b", 1, { actor: null })])).toHaveLength(2);
    expect(rowsOf([act("a", 0), act("b", 1)], "b")).toEqual(["a", "new", "b"]);
  });

  test("that open, merge or split a ticket are never folded", () => {
    const merged: TimelineChange = { kind: "merged-from", source: null, mergedId: null };
    expect(rowsOf([act("a", 0), act("b", 1, { change: merged }), act("c", 2)])).toHaveLength(3);
    expect(rowsOf([event("e", "created", at(0)), act("a", 1)])).toHaveLength(2);
  });

  test("hold what was undone, which no longer counts", () => {
    const undo = (id: string, minute: number, undoes: string) =>
      act(id, minute, {
        change: { kind: "undone", undoes, kinds: ["priority"], kept: [], back: [] },
      });
    const [, row] = timelineRows(
      [act("a", 0), act("b", 1), undo("c", 2, "b"), act("d", 3), undo("e", 4, "a")],
      () => "a day",
    );
    if (row?.kind !== "fold") throw new Error("They are one row");
    expect(row.acts.map(({ key }) => key)).toEqual(["a", "b", "d", "e"]);
    expect(lastingActs(row.acts).map(({ key }) => key)).toEqual(["d"]);
  });
});

describe("an undone action", () => {
  const undone = (undoes: string, kept: ("priority" | "tags")[] = []): TimelineChange => ({
    ...{ kind: "undone", undoes, kinds: ["priority"], kept, back: [] },
  });
  const change: TimelineChange = { kind: "priority", from: "low", to: "high" };
  const at = (minute: number) => `2026-11-20T10:0${minute}:00Z`;
  const keysOf = (items: TimelineItem[], newFrom: string | null = null) =>
    linesOf(timelineRows(items, () => "a day", newFrom))
      .slice(1)
      .map((row) => (row.kind === "act" && row.undoneAt ? `${row.key} ${row.undoneAt}` : row.key));
  const first = { ...event("e1", "a1", at(0)), change };
  const back = { ...event("e2", "a2", at(3)), change: undone("e1") };

  test("is one line with its undo, and later events are another", () => {
    const second = { ...event("e3", "a1", at(0)), change };
    const again = { ...event("e4", "a3", at(4)), change };
    const backAgain = { ...event("e5", "a4", at(5)), change: undone("e4") };
    expect(keysOf([first, second, back, again, backAgain])).toEqual([
      ...[`e1 ${at(3)}`, `e4 ${at(5)}`],
    ]);
  });

  test("stays two lines if something came in between, a part was kept, or the undo did more", () => {
    expect(keysOf([first, message("m", at(1)), back])).toEqual(["e1", "m", "e2"]);
    expect(keysOf([first, { ...event("e0", "a0", at(1)), change }, back])).toHaveLength(3);
    expect(keysOf([first, back], "e2")).toEqual(["e1", "new", "e2"]);
    expect(keysOf([first, { ...back, change: undone("e1", ["tags"]) }])).toEqual(["e1", "e2"]);
    expect(keysOf([first, { ...back, change: undone("e0") }])).toEqual(["e1", "e2"]);
    const reply = event("e3", "a2", at(3));
    expect(keysOf([first, back, { ...reply, change: { kind: "reply-taken-back" } }])).toHaveLength(
      2,
    );
  });
});

test("a customer reads of solving and reopening, not of assignments and other statuses", () => {
  const changes: TimelineChange[] = [
    { kind: "created" },
    { kind: "assigned", from: null, to: person },
    { kind: "status", from: "new", to: "open" },
    { kind: "status", from: "open", to: "pending" },
    { kind: "status", from: "pending", to: "resolved" },
    { kind: "status", from: "resolved", to: "open" },
    { kind: "rated", rating: "good" },
  ];
  const items: TimelineItem[] = [
    message("m", "2026-11-20T09:00:00Z"),
    ...changes.map((change, at) => ({ ...event(`e${at}`, "a", "2026-11-20T10:00:00Z"), change })),
  ];
  expect(inPlainForm(items).map(({ id }) => id)).toEqual(["m", "e4", "e5", "e6"]);
});

test("a customer reads of an undo only if they read of the action, and of reopening after a merge", () => {
  const undone = (undoes: string): TimelineChange => ({
    ...{ kind: "undone", undoes, kinds: ["status"], kept: [], back: [] },
  });
  const acts: [id: string, actId: string, change: TimelineChange][] = [
    ["pending", "one", { kind: "status", from: "open", to: "pending" }],
    ["back", "two", undone("pending")],
    ["taken", "three", { kind: "assigned", from: null, to: person }],
    ["solved", "three", { kind: "status", from: "open", to: "resolved" }],
    ["unsolved", "four", undone("taken")],
    ["of-long-ago", "five", undone("earlier")],
    ["closed", "six", { kind: "status", from: "new", to: "closed" }],
    ["unmerged", "seven", { kind: "status", from: "closed", to: "new" }],
  ];
  const items = acts.map(([id, actId, change]) => ({
    ...event(id, actId, "2026-11-20T10:00:00Z"),
    change,
  }));
  expect(inPlainForm(items).map(({ id }) => id)).toEqual([
    ...["solved", "unsolved", "of-long-ago", "closed", "unmerged"],
  ]);
  const rows = linesOf(timelineRows(inPlainForm(items), () => "one day"));
  const solved = rows.find((row) => row.key === "solved");
  expect(solved).toMatchObject({ undoneAt: "2026-11-20T10:00:00Z" });
  expect(rows.map(({ key }) => key)).not.toContain("unsolved");
});

describe("earlier items", () => {
  const items: TimelineItem[] = ["a", "b", "c", "d", "e"].map((id, hour) =>
    message(id, `2026-11-20T0${hour}:00:00Z`),
  );
  const ids = (list: readonly TimelineItem[] | null) => list?.map(({ id }) => id).join("");

  test("items that drop out of the newest page stay", () => {
    const kept = mergeEarlier(items.slice(0, 1), items.slice(1, 4), items.slice(3));
    expect(ids(kept)).toBe("abc");
  });

  test("items of the newest page are not shown twice", () => {
    expect(ids(mergeEarlier(items.slice(0, 2), items.slice(2), items.slice(1)))).toBe("a");
  });

  test("items removed from the newest page disappear", () => {
    const taken = items.filter(({ id }) => id !== "c");
    expect(ids(mergeEarlier(items.slice(0, 1), items.slice(1, 4), taken.slice(1)))).toBe("a");
  });

  test("start again if the pages no longer meet", () => {
    expect(mergeEarlier(items.slice(0, 1), items.slice(1, 3), items.slice(3))).toBeNull();
  });
});

test("earlier items are reloaded after a redaction, an undo or a merge", () => {
  const before = [message("m1", "2026-11-20T09:00:00Z")];
  const after = (change: TimelineChange) =>
    changesEarlier(before, [...before, { ...event("e1", "a1", "2026-11-20T10:00:00Z"), change }]);
  expect(after({ kind: "redacted", what: "file" })).toBe(true);
  expect(after({ kind: "split", into: null, messages: 2 })).toBe(true);
  expect(after({ kind: "unmerged", other: null })).toBe(true);
  expect(after({ kind: "priority", from: "low", to: "high" })).toBe(false);
  const known = [{ ...event("e1", "a1", ""), change: { kind: "redacted", what: "file" } as const }];
  expect(changesEarlier(known, [...known, message("m2", "2026-11-20T11:00:00Z")])).toBe(false);
});

const ticket = { company: { id: "globex", name: "Globex" }, requester: { id: "ben", name: "Ben" } };
const by = (id: string, mine = false) => ({ author: { id, name: id, isStaff: false }, mine });

test("the ticket's company is shown for the requester, not for an earlier one", () => {
  expect(companyLabel(by("ben"), ticket)).toBe("Globex");
  expect(companyLabel(by("ana"), ticket)).toBeNull();
  expect(companyLabel(by("ben", true), ticket)).toBeNull();
  expect(companyLabel(by("ben"), { ...ticket, company: null })).toBeNull();
});
