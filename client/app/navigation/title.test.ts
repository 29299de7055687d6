import { expect, test } from "bun:test";
import { titleOf } from "./page.ts";

test("the title of a tab is the page's breadcrumb", () => {
  expect(titleOf(["All open", "Tickets", "Frontdesk"], "")).toBe("All open · Tickets · Frontdesk");
});

test("the unread count comes first, where a narrow tab still shows it", () => {
  expect(titleOf(["#12", "Frontdesk"], "99+")).toBe("(99+) #12 · Frontdesk");
});
