import { expect, test } from "bun:test";
import { moveDay } from "../../../shared/dashboard/days.ts";
import { dayGroups } from "./day-groups.ts";

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ day: moveDay("2026-01-01", index), created: index, resolved: 1, backlog: 0 },
  }));

test("up to a hundred days each has its own bars", () => {
  const groups = dayGroups(daysOf(100));
  expect(groups).toHaveLength(100);
  expect(groups[1]).toEqual({
    range: { from: "2026-01-02", to: "2026-01-02" },
    name: "Friday, 2 January",
    ...{ created: 1, resolved: 1 },
  });
});

test("of more days seven stand together, the last seven whole, and none is lost", () => {
  const days = daysOf(366);
  const groups = dayGroups(days);
  expect(groups).toHaveLength(53);
  expect(groups[0]?.range).toEqual({ from: "2026-01-01", to: "2026-01-02" });
  expect(groups.at(-1)).toMatchObject({
    range: { from: "2026-12-26", to: "2027-01-01" },
    ...{ name: "26 Dec to 1 Jan", resolved: 7 },
  });
  expect(groups.reduce((sum, { created }) => sum + created, 0)).toBe((366 * 365) / 2);
});

test("no days are no groups", () => {
  expect(dayGroups([])).toEqual([]);
});
