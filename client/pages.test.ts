import { expect, test } from "bun:test";
import { can, type Role, roles } from "../shared/access.ts";
import { pageNames, pages } from "./pages.ts";

const closedTo = (role: Role): string[] =>
  pageNames.filter((name) => {
    const { capability } = pages[name];
    return capability !== undefined && !can({ role }, capability);
  });

test("what only a Super Admin has is no page of others, nor is the dashboard a customer's", () => {
  const admins = ["users", "companies", "settings", "audit"];
  expect(roles.map((role) => [role, closedTo(role).sort()])).toEqual([
    ["Super Admin", []],
    ["Agent", [...admins].sort()],
    ["Customer", [...admins, "dashboard"].sort()],
  ]);
});
