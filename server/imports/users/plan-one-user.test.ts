import { describe, expect, test } from "bun:test";
import type { ImportField } from "../../../shared/imports.ts";
import { userLimits } from "../../../shared/users.ts";
import type { UserBefore } from "../../users/plan-update.ts";
import { planUsers, type UserWorld } from "./plan-users.ts";
import { readUserRow, type UserRowValues } from "./read-user-row.ts";

const ana: UserBefore = {
  ...{ id: "ana", email: "ana@x.test", first_name: "Ana", last_name: "Ruiz", role: "Customer" },
  ...{ state: "active", company_scope: null, phone: null, time_zone: null, has_password: true },
  companies: [
    { id: "harbour", seesAllTickets: true },
    { id: "kestrel", seesAllTickets: false },
  ],
};
const maya: UserBefore = {
  ...{ ...ana, id: "maya", email: "maya@x.test", role: "Super Admin", companies: [] },
};
const world = (): UserWorld => ({
  users: new Map([ana, maya].map((user) => [user.email ?? "", user])),
  actorId: "maya",
  companies: {
    known: new Map(
      ["Harbour", "Kestrel", "Bolt"].map((name) => [
        name.toLowerCase(),
        { id: name.toLowerCase(), name },
      ]),
    ),
    ...{ made: [], unknown: new Map(), newId: () => "made" },
    ...{ merged: new Map(), cameAt: new Date() },
  },
  domains: new Map([["joins.test", "bolt"]]),
});
function plan(values: UserRowValues, createCompanies = false) {
  const { email } = values;
  const row = { position: 1, line: 2, subject: email, key: email, values, reasons: [] };
  const [step] = planUsers([row], world(), { createCompanies, sendInvitations: false });
  if (!step) throw new Error("Each row has a step");
  return step;
}
const made = (values: Omit<UserRowValues, "email">, email = "new@x.test") => {
  const step = plan({ firstName: "New", ...values, email }, true);
  return step.outcome === "created" ? step.user : step;
};
const changed = (values: Omit<UserRowValues, "email">) => {
  const step = plan({ ...values, email: "ana@x.test" });
  return step.outcome === "updated" ? step.plan : step;
};

describe("a row of a new user", () => {
  test("creates an invited Customer by default", () => {
    expect(made({})).toEqual({
      ...{ email: "new@x.test", firstName: "New", lastName: "", role: "Customer" },
      ...{ state: "invited", companyScope: null, companies: [], phone: null, timeZone: null },
      fields: ["firstName", "email"],
    });
  });

  test("never creates an active user, but can create a disabled one", () => {
    expect(made({ state: "active" })).toMatchObject({ state: "invited" });
    expect(made({ state: "disabled" })).toMatchObject({ state: "disabled" });
  });

  test("joins by email domain, if a Customer without companies", () => {
    const at = "new@Joins.test";
    const bolt = [{ id: "bolt", seesAllTickets: false }];
    expect(made({}, at)).toMatchObject({ companies: bolt });
    expect(made({ companies: ["Harbour"] }, at)).toMatchObject({ companies: [{ id: "harbour" }] });
    expect(made({ role: "Agent" }, at)).toMatchObject({ companies: [], companyScope: "assigned" });
  });

  test("gives access to all tickets of named companies, to Customers only", () => {
    const companies = ["harbour", "KESTREL"];
    const sees = (given: Omit<UserRowValues, "email">) => {
      const user = made({ companies, ...given });
      if (!("companies" in user)) throw new Error("It was refused");
      return user.companies.map(({ id, seesAllTickets }) => [id, seesAllTickets]);
    };
    const of = (harbour: boolean, kestrel: boolean) => [
      ["harbour", harbour],
      ["kestrel", kestrel],
    ];
    expect<unknown>(sees({})).toEqual(of(false, false));
    expect<unknown>(sees({ seesAllTickets: true })).toEqual(of(true, true));
    expect<unknown>(sees({ seesAllTickets: ["Kestrel"] })).toEqual(of(false, true));
    expect<unknown>(sees({ seesAllTickets: true, role: "Agent" })).toEqual(of(false, false));
  });

  test("with errors is refused with all reasons", () => {
    const step = plan({
      ...{ email: "new@x.test", companyScope: "all", companies: ["Nowhere", "nowhere", "Else"] },
      seesAllTickets: ["Third"],
    });
    expect(step).toMatchObject({
      outcome: "refused",
      reasons: [
        "There is no company called Nowhere.",
        "There is no company called nowhere.",
        "There is no company called Else.",
        "Sees all tickets of: third is not among the companies of this row.",
        "First name is missing.",
        "Only agents have a company scope.",
      ],
    });
    const alone = plan({ email: "new@x.test", firstName: "New", seesAllTickets: ["Harbour"] });
    expect(alone).toMatchObject({ reasons: ["Sees all tickets of: this row names no companies."] });
  });

  test("with an unreadable cell is refused for that reason only", () => {
    const reasonsOf = (field: ImportField, cell: string, more: string[] = []) => {
      const row = { position: 1, line: 2, cells: ["new@x.test", cell, ...more], sameAs: null };
      const fields = ["email", field, "companyScope", "seesAllTickets"] as const;
      const read = readUserRow(row, [...fields]);
      const [step] = planUsers([read], world(), { createCompanies: false, sendInvitations: false });
      return step?.outcome === "refused" ? step.reasons : step;
    };
    const tooLong = "x".repeat(userLimits.name + 1);
    expect(reasonsOf("firstName", tooLong)).toEqual([
      expect.stringMatching(/^First name: At most/),
    ]);
    expect(reasonsOf("fullName", `${tooLong} Ruiz`)).toEqual([
      expect.stringMatching(/^Full name: At most/),
    ]);
    expect(reasonsOf("firstName", "")).toEqual(["First name is missing."]);
    expect(reasonsOf("lastName", tooLong)).toEqual([
      expect.stringMatching(/^Last name: At most/),
      "First name is missing.",
    ]);
    const boss = reasonsOf("role", "Boss", ["all"]);
    expect(boss).toEqual([
      expect.stringMatching(/^Role: “Boss” isn't one of/),
      "First name is missing.",
    ]);
    const many = Array.from({ length: userLimits.companies + 1 }, (_, at) => `C${at}`).join(";");
    expect(reasonsOf("companies", many, ["", "C1"])).toEqual([
      expect.stringMatching(/^Companies: At most/),
      "First name is missing.",
    ]);
  });

  test("creates each named company once, however it is spelt", () => {
    expect(made({ companies: ["New Ltd", "NEW LTD"] })).toMatchObject({
      companies: [{ id: "made", seesAllTickets: false }],
    });
  });
});

describe("a row of an existing user", () => {
  test("changes the values it contains", () => {
    expect(changed({ phone: "1" })).toMatchObject({ changed: ["phone"], companies: null });
    expect(plan({ email: "ana@x.test", firstName: "Ana" }).outcome).toBe("skipped");
  });

  test("replaces companies, and keeps access to all tickets if it does not mention it", () => {
    expect(changed({ companies: ["Harbour", "Bolt"] })).toMatchObject({
      companies: [
        { id: "harbour", seesAllTickets: true },
        { id: "bolt", seesAllTickets: false },
      ],
    });
    expect(changed({ companies: ["Harbour", "Bolt"], seesAllTickets: ["bolt"] })).toMatchObject({
      companies: [
        { id: "harbour", seesAllTickets: false },
        { id: "bolt", seesAllTickets: true },
      ],
    });
  });

  test("can set access to all tickets of current companies", () => {
    const both = (seesAllTickets: boolean) => ({
      companies: [
        { id: "harbour", seesAllTickets },
        { id: "kestrel", seesAllTickets },
      ],
    });
    expect(changed({ seesAllTickets: true })).toMatchObject(both(true));
    expect(changed({ seesAllTickets: false })).toMatchObject(both(false));
  });

  test("with another role clears companies that it does not name", () => {
    expect(changed({ role: "Agent", seesAllTickets: true })).toMatchObject({
      ...{ role: "Agent", companies: [] },
    });
    expect(changed({ role: "Agent", companies: ["Harbour"], seesAllTickets: true })).toMatchObject({
      companies: [{ id: "harbour", seesAllTickets: false }],
    });
  });

  test("that concerns the importer neither demotes nor disables them, but changes the rest", () => {
    const refused = { reasons: ["You can't delete, disable or demote yourself."] };
    expect(plan({ email: "maya@x.test", role: "Agent" })).toMatchObject(refused);
    expect(plan({ email: "maya@x.test", state: "disabled" })).toMatchObject(refused);
    expect(plan({ email: "maya@x.test", phone: "1" }).outcome).toBe("updated");
    expect(plan({ email: "ana@x.test", state: "disabled" }).outcome).toBe("updated");
  });
});
