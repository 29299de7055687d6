import { expect, test } from "bun:test";
import type { PeriodFigures } from "../../shared/dashboard/figures.ts";
import {
  agentTable,
  arrivalTable,
  breakdownTable,
  dayTable,
  ratingCommentTable,
  ratingTable,
  todoTable,
  totalTable,
} from "./csv.ts";

const days = { from: "2026-11-14", to: "2026-11-20" };

/** Every figure is a different number, so that mixing two up fails the test. */
function figuresFrom(first: number): PeriodFigures {
  return {
    days,
    ...{ created: first, resolved: first + 1, backlog: first + 2 },
    firstReply: { count: first + 3, median: first + 4, p90: first + 5 },
    resolution: { count: first + 1, median: first + 6, p90: first + 7 },
    ...{ reopened: first + 8, solvedInOne: first + 9 },
  };
}

test("totals have one named row per figure, with a column for the period before", () => {
  const totals = { endsToday: true, unassigned: 99, chosen: {} };
  const before = { ...figuresFrom(50), days: { from: "2026-11-07", to: "2026-11-13" } };
  expect(totalTable({ ...totals, now: figuresFrom(10), before })).toEqual([
    ["Figure", "2026-11-14 to 2026-11-20", "2026-11-07 to 2026-11-13"],
    ["New", "10", "50"],
    ["Resolved", "11", "51"],
    ["Open backlog at the end", "12", "52"],
    ["Unassigned now", "99", ""],
    ["First replies", "13", "53"],
    ["First reply, median (s)", "14", "54"],
    ["First reply, 90th percentile (s)", "15", "55"],
    ["Resolution, median (s)", "16", "56"],
    ["Resolution, 90th percentile (s)", "17", "57"],
    ["Reopened, of the resolved", "18", "58"],
    ["Solved with one reply, of the resolved", "19", "59"],
  ]);
  const alone = totalTable({ ...totals, now: figuresFrom(10), before: null });
  expect(alone.map((row) => row.length)).toEqual(alone.map(() => 2));
});

test("each day has tickets created, resolved and open at its end", () => {
  const day = { day: "2026-11-20", created: 3, resolved: 2, backlog: 7 };
  expect(dayTable({ days: [day] })).toEqual([
    ["Day", "Created", "Resolved", "Open at the end"],
    ["2026-11-20", "3", "2", "7"],
  ]);
});

test("each weekday has a column per hour from midnight", () => {
  const weekdays = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => 100 * day + hour),
  );
  const [head, ...rows] = arrivalTable({ days, weekdays });
  expect(head).toEqual([
    "Weekday",
    ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
  ]);
  expect(rows.map(([name, first, , third]) => [name, first, third])).toEqual([
    ["Monday", "0", "2"],
    ["Tuesday", "100", "102"],
    ["Wednesday", "200", "202"],
    ["Thursday", "300", "302"],
    ["Friday", "400", "402"],
    ["Saturday", "500", "502"],
    ["Sunday", "600", "602"],
  ]);
});

test("a breakdown is headed by its field and names the row without a value", () => {
  const rows = [
    { word: "urgent", name: "Urgent", count: 4 },
    { word: null, name: "No tag", count: 1 },
  ];
  const found = { days, total: 5, rows, others: null };
  for (const [by, head] of [
    ["status", "Status"],
    ["priority", "Priority"],
    ["type", "Type"],
    ["company", "Company"],
    ["tag", "Tag"],
  ] as const) {
    expect(breakdownTable(by, found)).toEqual([
      [head, "Tickets"],
      ["Urgent", "4"],
      ["No tag", "1"],
    ]);
  }
});

test("each agent has one row, and unassigned tickets have one too", () => {
  const row = {
    ...{ open: 1, resolved: 2, firstReply: { count: 3, median: 4, p90: 5 } },
    ...{ resolution: { count: 2, median: 6, p90: 7 }, reopened: 8, solvedInOne: 9 },
  };
  const none = { count: 0, median: null, p90: null };
  const agents = [
    { agent: { id: "maya", name: "Maya Chen", word: "Maya Chen" }, ...row },
    { agent: null, ...row, firstReply: none, resolution: none },
  ];
  const [head, ...rows] = agentTable({ days, agents });
  expect(head).toEqual([
    ...["Agent", "Open now", "Resolved", "First replies", "First reply, median (s)"],
    ...["First reply, 90th percentile (s)", "Resolution, median (s)"],
    ...["Resolution, 90th percentile (s)", "Reopened", "Solved with one reply"],
  ]);
  expect(rows).toEqual([
    ["Maya Chen", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    ["Unassigned", "1", "2", "0", "", "", "", "", "8", "9"],
  ]);
});

test("to-dos have their count and the time of the first ticket", () => {
  const ticket = { number: 7, subject: "It prints blank", company: null };
  const since = (hour: number) => ({ ...ticket, since: `2026-11-20T0${hour}:00:00.000Z` });
  const items = [
    { key: "unassigned" as const, count: 5, tickets: [since(3), since(4)] },
    { key: "firstReply" as const, count: 1, tickets: [since(5)] },
    { key: "unanswered" as const, count: 0, tickets: [] },
    { key: "resolvedToday" as const, count: 2, tickets: [since(6)] },
    { key: "reopenedToday" as const, count: 3, tickets: [since(7)] },
  ];
  expect(todoTable({ items })).toEqual([
    ["To do now", "Tickets", "First since"],
    ["Unassigned for over an hour", "5", "2026-11-20T03:00:00.000Z"],
    ["Waiting for a first reply", "1", "2026-11-20T05:00:00.000Z"],
    ["Customers' replies unanswered", "0", ""],
    ["Resolved today", "2", "2026-11-20T06:00:00.000Z"],
    ["Reopened today", "3", "2026-11-20T07:00:00.000Z"],
  ]);
});

test("ratings begin with all of them, and a share without ratings is empty", () => {
  const row = { id: "1", word: "maya", name: "Maya", good: 2, total: 3 };
  expect(ratingTable("agent", { days, good: 5, total: 6, rows: [row], others: 0 })).toEqual([
    ["Agent", "Good", "Bad", "Ratings", "Share good"],
    ["All ratings", "5", "1", "6", "0.833"],
    ["Maya", "2", "1", "3", "0.667"],
  ]);
  const none = { days, good: 0, total: 0, rows: [], others: 0 };
  expect(ratingTable("tag", none)[1]).toEqual(["All ratings", "0", "0", "0", ""]);
});

test("rating comments name their ticket and its people", () => {
  const [head, row] = ratingCommentTable({
    days,
    comments: [
      {
        ...{ number: 1042, subject: "Printer", rating: "bad", comment: "Too slow" },
        ...{ ratedAt: "2026-11-18T09:00:00.000Z", requester: "Ana Silva" },
        ...{ company: null, agent: "Maya" },
      },
    ],
  });
  expect(head?.[2]).toBe("Rated (UTC)");
  expect(row).toEqual([
    ...["1042", "Printer", "2026-11-18T09:00:00.000Z", "bad", "Too slow", "Ana Silva", "", "Maya"],
  ]);
});
