import { describe, expect, test } from "bun:test";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import {
  actionsOnPage,
  actionsOnSelection,
  isEnded,
  keyHandlers,
  maxMerged,
  type PageTarget,
  paletteActions,
} from "./ticket-actions.ts";

const row = (unread = false) => ({ unread, status: "open" }) as TicketRow;
const spam = { unread: true, spam: true } as TicketRow;
const closed = { status: "closed" } as TicketRow;

const labelsOf = (rows: TicketRow[], total = rows.length) =>
  paletteActions(actionsOnSelection({ rows, total }), () => {}).map(({ label }) => label);

describe("the palette offers for the selection what the bar offers without a key", () => {
  test("with a merge of one ticket with another, or of several", () => {
    expect(labelsOf([row()])).toEqual([
      "Set team",
      "Set type",
      "Mark as unread",
      "Merge with…",
      "Mark as spam",
    ]);
    expect(labelsOf([row(), row(true)])).toEqual([
      "Set team",
      "Set type",
      "Mark as read",
      "Merge…",
      "Mark as spam",
    ]);
  });

  test("spam can only be read or restored; a selection with some spam can't be merged", () => {
    expect(labelsOf([spam])).toEqual(["Mark as read", "Not spam"]);
    // Rows of a list of spam that have not loaded are spam too.
    expect(labelsOf([spam, spam], 60)).toEqual(["Mark as read", "Not spam"]);
    expect(labelsOf([spam, row()])).toEqual([
      "Set team",
      "Set type",
      "Mark as read",
      "Mark as spam",
      "Not spam",
    ]);
  });

  test("too many tickets, or some that have not loaded, can't be merged", () => {
    const most = Array.from({ length: maxMerged }, () => row());
    expect(labelsOf(most)).toContain("Merge…");
    expect(labelsOf([...most, row()])).not.toContain("Merge…");
    expect(labelsOf([row(), row()], 3)).not.toContain("Merge…");
  });
});

test("closed tickets end what belongs to a conversation, if all of them are known", () => {
  expect(isEnded("assign", { rows: [closed], total: 1 })).toBe(true);
  expect(isEnded("assign", { rows: [closed, row()], total: 2 })).toBe(false);
  expect(isEnded("assign", { rows: [closed], total: 2 })).toBe(false);
  expect(isEnded("tags", { rows: [closed], total: 1 })).toBe(false);
});

describe("the ticket page", () => {
  const target = (may: Partial<TicketDetails["may"]>, rest: Partial<PageTarget> = {}) => ({
    ticket: {
      status: "open",
      assignee: null,
      followers: [],
      may: { moveTo: [], update: false, ...may },
    } as unknown as TicketDetails,
    viewerId: "maya",
    canMerge: false,
    canMarkSpam: false,
    canUnmarkSpam: false,
    ...rest,
  });
  const labels = (given: PageTarget) => actionsOnPage(given).map(({ label }) => label);

  test("offers to restore spam instead of marking it", () => {
    expect(labels(target({}, { canUnmarkSpam: true }))).toEqual([
      "Mark as unread",
      "Copy link",
      "Not spam",
    ]);
    expect(labels(target({}, { canMarkSpam: true }))).toEqual([
      "Mark as unread",
      "Copy link",
      "Mark as spam",
    ]);
  });

  test("offers the statuses the ticket can move to, and resolving by key", () => {
    const actions = actionsOnPage(target({ moveTo: ["pending", "resolved"] }));
    expect(actions.slice(0, 2).map(({ label }) => label)).toEqual([
      "Resolve ticket",
      "Set to Pending",
    ]);
    const done: string[] = [];
    keyHandlers(actions, ({ name }) => done.push(name))["ticket.resolve"]?.();
    expect(done).toEqual(["resolve"]);
  });

  test("offers to take a ticket unless it is already assigned to this person", () => {
    const mine = target({ update: true });
    mine.ticket.assignee = { id: "maya", name: "Maya" };
    expect(labels(target({ update: true }))).toContain("Assign to me");
    expect(labels(mine)).not.toContain("Assign to me");
  });
});
