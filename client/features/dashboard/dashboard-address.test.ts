import { describe, expect, test } from "bun:test";
import { dashboardAddress } from "./dashboard-address.ts";
import { beforeName, rangeName } from "./day-names.ts";

const read = (search: string) => dashboardAddress.read(new URLSearchParams(search));

describe("the address of the dashboard", () => {
  test("leaves out default values", () => {
    const view = read("");
    expect(view).toEqual({
      ...{ range: "30d", compare: true, filters: {} },
      ...{ of: "open", ratings: "agent" },
    });
    expect(dashboardAddress.write(view)).toBe("");
  });

  test.each([
    "?period=today",
    "?from=2026-01-05&to=2026-01-09&compare=none",
    "?period=90d&company=Nordlicht+Klinik&agent=me&of=resolved",
    "?team=none&tag=%22none%22",
    "?period=7d&of=created&ratings=company",
  ])("%p is read and written back as it was", (search) => {
    expect(dashboardAddress.write(read(search))).toBe(search);
  });

  test.each([
    "period=year",
    "from=2026-01-05",
    "from=2026-02-30&to=2026-03-01",
    "from=2026-01-05&to=2026-01-04",
    "from=2020-01-01&to=2026-01-01",
    "of=all&compare=yes&team=&ratings=status",
  ])("an invalid value is ignored: %p", (search) => {
    expect(read(search)).toEqual(read(""));
  });

  test("a name that is too long is cut", () => {
    expect(read(`company=${"a".repeat(300)}`).filters.company).toHaveLength(200);
  });
});

test("a period has a readable name", () => {
  const today = "2026-11-21";
  expect(rangeName("7d", today)).toBe("Last 7 days");
  expect(rangeName({ from: "2026-11-03", to: "2026-11-12" }, today)).toBe("3 Nov to 12 Nov");
  expect(rangeName({ from: "2026-11-03", to: "2026-11-03" }, today)).toBe("3 Nov");
  expect(rangeName({ from: "2025-12-03", to: "2026-01-02" }, today)).toBe(
    "3 Dec 2025 to 2 Jan 2026",
  );
  expect(beforeName("today")).toBe("yesterday");
  expect(beforeName("90d")).toBe("previous 90 days");
  expect(beforeName({ from: "2026-11-03", to: "2026-11-03" })).toBe("the day before");
  expect(beforeName({ from: "2026-11-03", to: "2026-11-12" })).toBe("previous 10 days");
});
