import { expect, test } from "bun:test";
import { titleOf } from "./page.ts";

test("a tab is called by where one is in it", () => {
  expect(titleOf(["All open", "Tickets", "Frontdesk"], "")).toBe("All open · Tickets · Frontdesk");
});

test("how much is unread stands first, where a narrow tab still shows it", () => {
  expect(titleOf(["#12", "Frontdesk"], "99+")).toBe("(99+) #12 · Frontdesk");
});
