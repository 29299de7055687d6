import { expect, test } from "bun:test";
import type { User } from "../../../shared/users.ts";
import { baseOf } from "./user-changes.ts";
import { caughtUp, patchOf, userValuesOf, withRole } from "./user-form.ts";

const ana: User = {
  ...{ id: "ana", firstName: "Ana", lastName: "Ruiz", email: "ana@x.test", role: "Customer" },
  ...{ state: "active", companyScope: null, phone: "1", timeZone: null },
  companies: [{ id: "acme", name: "Acme", seesAllTickets: true }],
  ...{ lastSeenAt: null, createdAt: "2026-01-01T00:00:00.000Z" },
};

test("after a conflict what stood there first can be meant, and other fields stay as others set them", () => {
  const now = { ...ana, phone: "2", lastName: "Lind" };
  const before = caughtUp(userValuesOf(ana), now, { fields: [{ field: "phone" }] });
  expect(patchOf(before, userValuesOf(ana))).toEqual({ phone: "1" });
});

test("a role that is chosen and changed back brings along what belongs to it", () => {
  const before = userValuesOf(ana);
  const agent = withRole(before, before, "Agent");
  expect(agent).toMatchObject({ role: "Agent", companyScope: null, companies: [] });
  expect(withRole(before, agent, "Customer")).toEqual(before);
  const bo = { ...ana, role: "Agent", companyScope: "assigned" } as const;
  const admin = withRole(userValuesOf(bo), userValuesOf(bo), "Super Admin");
  expect(admin).toMatchObject({ companyScope: null, companies: [] });
  expect(withRole(userValuesOf(bo), admin, "Agent")).toEqual(userValuesOf(bo));
});

test("companies are sent with the role that they were chosen for", () => {
  const companies = [{ id: "acme", seesAllTickets: true }];
  expect(baseOf(ana, { companies: [] })).toEqual({ companies, role: "Customer" });
  expect(baseOf(ana, { phone: "2" })).toEqual({ phone: "1" });
});
