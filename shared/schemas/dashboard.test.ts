import { expect, test } from "bun:test";
import { blockInput, breakdownInput, dashboardCsvQuery, totalsInput } from "./dashboard.ts";

const timeZone = "UTC";

test("the default is the last 30 days, compared, with seven open rows", () => {
  expect(totalsInput.parse({ timeZone })).toEqual({ timeZone, range: "30d", compare: true });
  const asked = { timeZone, by: "tag" } as const;
  expect(breakdownInput.parse(asked)).toEqual({ ...asked, range: "30d", of: "open", limit: 7 });
});

test("invalid days have a readable message", () => {
  const words = (from: string, to: string) =>
    blockInput.safeParse({ timeZone, range: { from, to } }).error?.message;
  expect(words("2026-02-02", "2026-02-01")).toContain("The last day is before the first.");
  expect(words("2026-02-01", "2028-02-01")).toContain("At most 366 days can be looked at.");
  expect(words("2026-02-30", "2026-03-01")).toContain("This is not a day.");
  const alone = dashboardCsvQuery.safeParse({ timeZone, from: "2026-02-01" }).error?.message;
  expect(alone).toContain("Days are asked for as one period, or from one to another.");
});

test("invalid days in an address have a message for the typed ones", () => {
  const wrong = (days: object) =>
    dashboardCsvQuery
      .safeParse({ timeZone, ...days })
      .error?.issues.map(({ path, message }) => [path.join("."), message]);
  const reversed = { from: "2026-02-02", to: "2026-02-01" };
  expect(wrong(reversed)).toEqual([["to", "The last day is before the first."]]);
  const long = { from: "2026-02-01", to: "2028-02-01" };
  expect(wrong(long)).toEqual([["to", "At most 366 days can be looked at."]]);
  const alone = "Days are asked for as one period, or from one to another.";
  expect(wrong({ from: "2026-02-01" })).toEqual([["to", alone]]);
  expect(wrong({ to: "2026-02-01" })).toEqual([["from", alone]]);
  expect(wrong({ period: "7d", from: "2026-02-01", to: "2026-02-02" })).toEqual([
    ["period", alone],
  ]);
});
