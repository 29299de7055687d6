import { describe, expect, test } from "bun:test";
import {
  type DrillContext,
  drillAgent,
  drillBreakdown,
  drillBreakdownTotal,
  drillDay,
  drillFigure,
  drillHour,
  drillOtherCompanies,
  drillRatingRow,
  drillRatings,
  drillTodo,
  filterTerm,
  filterWord,
} from "./drill.ts";
import { type BreakdownRow, type DashboardFilters, todoKeys } from "./figures.ts";

const context: DrillContext = {
  filters: {},
  days: { from: "2026-11-16", to: "2026-11-22" },
  timeZone: "Europe/Berlin",
  endsToday: false,
};
const today = { ...context, endsToday: true };
const days = "2026-11-16..2026-11-22";
const row = (word: string | null): BreakdownRow => ({ word, name: word ?? "", count: 1 });

describe("the query of a figure", () => {
  test("has the range of days, or the single day", () => {
    expect(drillFigure("created", context)).toEqual({
      ...{ q: `created:${days}`, timeZone: "Europe/Berlin" },
    });
    const single = { ...context, days: { from: "2026-11-16", to: "2026-11-16" } };
    expect(drillFigure("created", single).q).toBe("created:2026-11-16");
  });

  test("has the conditions of the figure", () => {
    const solved = `status:resolved,closed resolved:${days}`;
    const queries = (over: DrillContext) =>
      (["resolved", "backlog", "unassigned", "firstReply", "reopened", "solvedInOne"] as const).map(
        (key) => drillFigure(key, over).q,
      );
    expect(queries(context)).toEqual([
      solved,
      "open-at:2026-11-22",
      "is:unassigned is:open",
      `first-reply:${days} -is:opened-by-staff`,
      `${solved} reopened:>0`,
      `${solved} replies:1`,
    ]);
    expect(queries(today)[1]).toBe("is:open");
    expect(drillFigure("resolution", context).q).toBe(solved);
  });

  test("of a day's backlog is for that day, or for now if the day has not ended", () => {
    expect(drillDay("created", "2026-11-17", today).q).toBe("created:2026-11-17");
    expect(drillDay("backlog", "2026-11-17", today).q).toBe("open-at:2026-11-17");
    expect(drillDay("backlog", "2026-11-22", today).q).toBe("is:open");
    expect(drillDay("backlog", "2026-11-22", context).q).toBe("open-at:2026-11-22");
  });

  test("of an hour has weekday and hour", () => {
    expect(drillHour(0, 7, context).q).toBe(`created:${days} created-hour:mon-07`);
    expect(drillHour(6, 23, context).q).toBe(`created:${days} created-hour:sun-23`);
  });

  test("of an agent has the name, and of unassigned tickets `none`", () => {
    expect(drillAgent("open", "Ada Byron", context).q).toBe('is:open assignee:"Ada Byron"');
    expect(drillAgent("firstReply", null, context).q).toBe(
      `first-reply:${days} -is:opened-by-staff assignee:none`,
    );
  });

  test("of a breakdown has the row's word or name", () => {
    const q = (...of: Parameters<typeof drillBreakdown>) => drillBreakdown(...of).q;
    expect(q("status", "open", "pending", context)).toBe("is:open status:pending");
    expect(q("priority", "created", null, context)).toBe(`created:${days}`);
    expect(q("tag", "open", null, context)).toBe("is:open tag:none");
    expect(q("company", "open", "A, B", context)).toBe('is:open company:"A, B"');
    expect(drillBreakdownTotal("resolved", context)).toEqual(drillFigure("resolved", context));
  });

  test("of the companies without a row excludes those that have one", () => {
    const q = (rows: BreakdownRow[]) => drillOtherCompanies("open", rows, context)?.q;
    expect(q([row("Nordlicht"), row(null), row("A B")])).toBe(
      'is:open has:company -company:Nordlicht,"A B"',
    );
    expect(q([row(null)])).toBe("is:open has:company");
  });

  test("is absent where it would be too long", () => {
    const left = 500 - "is:open has:company -company:".length;
    expect(drillOtherCompanies("open", [row("x".repeat(left))], context)).not.toBeNull();
    expect(drillOtherCompanies("open", [row("x".repeat(left + 1))], context)).toBeNull();
  });

  test("of a to-do is for now, with its sort order", () => {
    const filters = { team: "Warehouse" };
    const drills = todoKeys.map((key) => drillTodo(key, { filters, timeZone: "UTC" }));
    expect(drills.map(({ q, sort, descending }) => [q, sort, descending])).toEqual([
      ["is:open unassigned:<-1h -is:snoozed team:Warehouse", "waiting", false],
      ["is:open waiting:us replies:0 -is:snoozed team:Warehouse", "waiting", false],
      ["is:open waiting:us replies:>0 -is:snoozed team:Warehouse", "waiting", false],
      ["status:resolved,closed resolved:today team:Warehouse", "updated", undefined],
      ["reopened-at:today team:Warehouse", "updated", undefined],
    ]);
    expect(drills[0]?.timeZone).toBe("UTC");
  });
});

test("ratings are those given in the period, of any ticket", () => {
  expect(drillRatings(context).q).toBe(`rated:${days}`);
  expect(drillRatings(context, "bad").q).toBe(`rating:bad rated:${days}`);
  const of = { ...context, filters: { company: "Nord" } };
  expect(drillRatingRow("tag", "vip", of).q).toBe(`rated:${days} tag:vip company:Nord`);
  expect(drillRatingRow("agent", null, context, "good").q).toBe(
    `rating:good rated:${days} assignee:none`,
  );
});

test("the filters follow, each by its name", () => {
  const q = (filters: DashboardFilters) => drillFigure("unassigned", { ...context, filters }).q;
  expect(q({ company: "Nord", team: undefined, agent: "me", tag: "none" })).toBe(
    "is:unassigned is:open company:Nord assignee:me tag:none",
  );
  // Only an agent can be `me`.
  expect(q({ team: "Me" })).toBe('is:unassigned is:open team:"Me"');
  expect(q({ agent: "ME" })).toBe("is:unassigned is:open assignee:me");
  expect(q({ company: "NONE" })).toBe("is:unassigned is:open company:none");
  expect(q({ agent: '"me"', tag: '"none"' })).toBe(
    'is:unassigned is:open assignee:"me" tag:"none"',
  );
});

test("a name that is also a keyword is quoted and means the name", () => {
  for (const name of ["me", "None", '"Quoted"']) {
    expect(filterWord(name)).toBe(`"${name}"`);
    expect(filterTerm("agent", filterWord(name)).values).toEqual([{ kind: "name", name }]);
  }
  for (const name of ["Ada", "Some", "nones", 'The "Best" One'])
    expect(filterWord(name)).toBe(name);
});

test("a name is the same however its accents were typed", () => {
  expect(filterTerm("company", "Mu\u0308ller").values).toEqual([{ kind: "name", name: "Müller" }]);
});
