import { expect, test } from "bun:test";
import { moveDay } from "../../../../shared/dashboard/days.ts";
import { dayGroups } from "./day-groups.ts";

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ day: moveDay("2026-01-01", index), created: index, resolved: 1, backlog: 0 },
  }));

test("up to a hundred days, each day has its own bars", () => {
  const groups = dayGroups(daysOf(100));
  expect(groups).toHaveLength(100);
  expect(groups[1]).toEqual({
    range: { from: "2026-01-02", to: "2026-01-02" },
    name: "Friday, 2 January",
    ...{ created: 1, resolved: 1 },
  });
});

test("more days are grouped by seven, the last group complete, and none is lost", () => {
  const days = daysOf(366);
  const groups = dayGroups(days);
  expect(groups).toHaveLength(53);
  expect(groups[0]?.range).toEqual({ from: "2026-01-01", to: "2026-01-02" });
  expect(groups.at(-1)).toMatchObject({
    range: { from: "2026-12-26", to: "2027-01-01" },
    ...{ name: "26 Dec 2026 to 1 Jan 2027", resolved: 7 },
  });
  expect(groups.reduce((sum, { created }) => sum + created, 0)).toBe((366 * 365) / 2);
});

test("days within one year are named without it, across two years with it", () => {
  const [day, next] = dayGroups(daysOf(366).slice(-2));
  expect([day?.name, next?.name]).toEqual(["Thursday, 31 December 2026", "Friday, 1 January 2027"]);
  expect(dayGroups(daysOf(365)).at(-1)?.name).toBe("25 Dec to 31 Dec");
});

test("no days make no groups", () => {
  expect(dayGroups([])).toEqual([]);
});
