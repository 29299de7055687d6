import { expect, test } from "bun:test";
import type { User } from "../../../shared/users.ts";
import { baseOf, patchOf, userValuesOf, withConflicts, withRole } from "./user-form.ts";

const ana: User = {
  ...{ id: "ana", firstName: "Ana", lastName: "Ruiz", email: "ana@x.test", role: "Customer" },
  ...{ state: "active", companyScope: null, phone: "1", timeZone: null },
  companies: [{ id: "acme", name: "Acme", seesAllTickets: true }],
  ...{ lastSeenAt: null, createdAt: "2026-01-01T00:00:00.000Z" },
};

test("after a conflict the first value can be saved again, and other fields keep the values others set", () => {
  const now = { ...ana, phone: "2", lastName: "Lind" };
  const before = withConflicts(userValuesOf(ana), now, { fields: [{ field: "phone" }] });
  expect(patchOf(before, userValuesOf(ana))).toEqual({ phone: "1" });
});

test("choosing a role and going back restores its companies and scope", () => {
  const before = userValuesOf(ana);
  const agent = withRole(before, before, "Agent");
  expect(agent).toMatchObject({ role: "Agent", companyScope: null, companies: [] });
  expect(withRole(before, agent, "Customer")).toEqual(before);
  const bo = { ...ana, role: "Agent", companyScope: "assigned" } as const;
  const admin = withRole(userValuesOf(bo), userValuesOf(bo), "Super Admin");
  expect(admin).toMatchObject({ companyScope: null, companies: [] });
  expect(withRole(userValuesOf(bo), admin, "Agent")).toEqual(userValuesOf(bo));
});

test("companies are sent with the role they were chosen for", () => {
  const companies = [{ id: "acme", seesAllTickets: true }];
  expect(baseOf(ana, { companies: [] })).toEqual({ companies, role: "Customer" });
  expect(baseOf(ana, { phone: "2" })).toEqual({ phone: "1" });
});
