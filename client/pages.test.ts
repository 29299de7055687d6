import { expect, test } from "bun:test";
import { can, type Role, roles } from "../shared/access.ts";
import { pageNames, pages } from "./pages.ts";

const closedTo = (role: Role): string[] =>
  pageNames.filter((name) => {
    const { capability } = pages[name];
    return capability !== undefined && !can({ role }, capability);
  });

test("pages of a Super Admin do not exist for others, nor the dashboard and held mail for customers", () => {
  const admins = ["users", "companies", "settings", "audit"];
  expect(roles.map((role) => [role, closedTo(role).sort()])).toEqual([
    ["Super Admin", []],
    ["Agent", [...admins].sort()],
    ["Customer", [...admins, "dashboard", "heldMail"].sort()],
  ]);
});
