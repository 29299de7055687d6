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

describe("a row of somebody new", () => {
  test("is a Customer who is invited, where it says no more", () => {
    expect(made({})).toEqual({
      ...{ email: "new@x.test", firstName: "New", lastName: "", role: "Customer" },
      ...{ state: "invited", companyScope: null, companies: [], phone: null, timeZone: null },
      fields: ["firstName", "email"],
    });
  });

  test("is never active, and disabled where it says so", () => {
    expect(made({ state: "active" })).toMatchObject({ state: "invited" });
    expect(made({ state: "disabled" })).toMatchObject({ state: "disabled" });
  });

  test("is joined by the mail domain, as a Customer who is given no companies", () => {
    const at = "new@Joins.test";
    const bolt = [{ id: "bolt", seesAllTickets: false }];
    expect(made({}, at)).toMatchObject({ companies: bolt });
    expect(made({ companies: ["Harbour"] }, at)).toMatchObject({ companies: [{ id: "harbour" }] });
    expect(made({ role: "Agent" }, at)).toMatchObject({ companies: [], companyScope: "assigned" });
  });

  test("sees all of those companies that it says, and as a Customer alone", () => {
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

  test("is refused with all its reasons", () => {
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

  test("is refused for a cell that cannot be read by what is wrong with it alone", () => {
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

  test("makes a company of each new name once, however it is spelt", () => {
    expect(made({ companies: ["New Ltd", "NEW LTD"] })).toMatchObject({
      companies: [{ id: "made", seesAllTickets: false }],
    });
  });
});

describe("a row of somebody who is there", () => {
  test("changes what it says", () => {
    expect(changed({ phone: "1" })).toMatchObject({ changed: ["phone"], companies: null });
    expect(plan({ email: "ana@x.test", firstName: "Ana" }).outcome).toBe("skipped");
  });

  test("replaces their companies, and keeps of which they see all where it says nothing of it", () => {
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

  test("says of the companies that they have whether they see all of them", () => {
    const both = (seesAllTickets: boolean) => ({
      companies: [
        { id: "harbour", seesAllTickets },
        { id: "kestrel", seesAllTickets },
      ],
    });
    expect(changed({ seesAllTickets: true })).toMatchObject(both(true));
    expect(changed({ seesAllTickets: false })).toMatchObject(both(false));
  });

  test("who becomes another role keeps no company that it does not name", () => {
    expect(changed({ role: "Agent", seesAllTickets: true })).toMatchObject({
      ...{ role: "Agent", companies: [] },
    });
    expect(changed({ role: "Agent", companies: ["Harbour"], seesAllTickets: true })).toMatchObject({
      companies: [{ id: "harbour", seesAllTickets: false }],
    });
  });

  test("who brings it in is neither demoted nor disabled by it, and changed in all else", () => {
    const refused = { reasons: ["You can't delete, disable or demote yourself."] };
    expect(plan({ email: "maya@x.test", role: "Agent" })).toMatchObject(refused);
    expect(plan({ email: "maya@x.test", state: "disabled" })).toMatchObject(refused);
    expect(plan({ email: "maya@x.test", phone: "1" }).outcome).toBe("updated");
    expect(plan({ email: "ana@x.test", state: "disabled" }).outcome).toBe("updated");
  });
});
