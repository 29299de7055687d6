import { expect, test } from "bun:test";
import { namesDays } from "./days.ts";

test.each([
  ["created:2026-11-20", true],
  ["-resolved:>2026-11-01 printer", true],
  ["created-hour:tue-14", true],
  ["created:-1h,2026-11-20", true],
  ["created:<-1h", false],
  ["is:open assignee:me", false],
  ["2026-11-20", false],
])("whether %p depends on the time zone: %p", (query, expected) => {
  expect(namesDays(query, "staff")).toBe(expected);
});
