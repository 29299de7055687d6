import { describe, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import type { UserBase, UserPatch } from "../../shared/schemas/users.ts";
import { planUserUpdate, type UserBefore } from "./plan-update.ts";
import { assertUserUnchanged } from "./update-user.ts";

const customer: UserBefore = {
  ...{ id: "ana", first_name: "Ana", last_name: "Ruiz", email: "ana@acme.test" },
  ...{
    role: "Customer",
    state: "active",
    company_scope: null,
    has_password: true,
    was_super_admin: false,
  },
  ...{ phone: "1", time_zone: "Europe/Oslo", companies: [{ id: "acme", seesAllTickets: true }] },
};
const agent: UserBefore = { ...customer, role: "Agent", company_scope: "assigned" };
const nothing = {
  ...{
    set: {},
    companies: null,
    endsSessions: false,
    endsLinks: false,
    movesInvitation: false,
    changesRights: false,
  },
  ...{ changed: [], before: {}, after: {} },
};
const refusalOf = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("It was not refused");
};

describe("a change of a user", () => {
  test("without changed values changes nothing", () => {
    const same: UserPatch = {
      ...{ firstName: "Ana", lastName: "Ruiz", email: "ana@acme.test", role: "Customer" },
      ...{ phone: "1", timeZone: "Europe/Oslo", state: "active" },
      companies: [{ id: "acme", seesAllTickets: true }],
    };
    for (const patch of [{}, same]) {
      const plan = planUserUpdate(customer, patch);
      expect(plan).toEqual({ ...nothing, role: "Customer", state: "active" });
    }
  });

  test.each<[UserPatch, object, object, object]>([
    [{ firstName: "Mia" }, { first_name: "Mia" }, { firstName: "Ana" }, { firstName: "Mia" }],
    [{ lastName: "Lind" }, { last_name: "Lind" }, { lastName: "Ruiz" }, { lastName: "Lind" }],
    [{ phone: "2" }, { phone: "2" }, { phone: "1" }, { phone: "2" }],
    [{ phone: "" }, { phone: null }, { phone: "1" }, { phone: null }],
    [{ timeZone: "UTC" }, { time_zone: "UTC" }, { timeZone: "Europe/Oslo" }, { timeZone: "UTC" }],
    [{ timeZone: null }, { time_zone: null }, { timeZone: "Europe/Oslo" }, { timeZone: null }],
  ])("%p sets that alone, ends nothing and takes no right", (patch, set, before, after) => {
    expect(planUserUpdate(customer, patch)).toEqual({
      ...{ ...nothing, role: "Customer", state: "active" },
      ...{ set, before, after, changed: Object.keys(patch) },
    } as never);
  });

  test("of the email address ends links but no sessions", () => {
    const plan = planUserUpdate(customer, { email: "ana@new.test" });
    expect(plan).toMatchObject({ endsLinks: true, endsSessions: false, changesRights: false });
  });

  test("of the role ends sessions and links, and clears companies and scope", () => {
    const plan = planUserUpdate(agent, { role: "Customer" });
    expect(plan).toMatchObject({
      ...{ set: { role: "Customer", company_scope: null }, companies: [] },
      ...{ endsSessions: true, endsLinks: true, changesRights: true },
      changed: ["role", "companyScope", "companies"],
      before: { role: "Agent", companyScope: "assigned", companies: ["acme"] },
      after: { role: "Customer", companyScope: null, companies: [] },
    });
    const given = { role: "Agent", companyScope: "all", companies: [{ id: "fjord" }] } as const;
    expect(planUserUpdate(customer, given as never)).toMatchObject({
      ...{ set: { role: "Agent", company_scope: "all" }, companies: [{ id: "fjord" }] },
    });
    expect(planUserUpdate(customer, { role: "Agent" }).set.company_scope).toBe("assigned");
  });

  test("of the role keeps an invitation", () => {
    const invited = { ...agent, state: "invited", has_password: false } as const;
    const plan = planUserUpdate(invited, { role: "Customer" });
    expect(plan).toMatchObject({ endsSessions: true, endsLinks: false });
  });

  test("of the email address sends the invitation again, for invited users only", () => {
    const invited = { ...customer, state: "invited", has_password: false } as const;
    const to = { email: "ana@new.test" };
    expect(planUserUpdate(invited, to).movesInvitation).toBe(true);
    expect(planUserUpdate(invited, { ...to, state: "disabled" }).movesInvitation).toBe(false);
    expect(planUserUpdate(customer, to).movesInvitation).toBe(false);
  });

  test("of other fields keeps the scope", () => {
    const plan = planUserUpdate({ ...agent, company_scope: "all" }, { firstName: "Mia" });
    expect(plan.set).toEqual({ first_name: "Mia" });
  });

  test("of the scope changes access and ends no sessions", () => {
    const plan = planUserUpdate(agent, { companyScope: "all" });
    expect(plan).toMatchObject({ set: { company_scope: "all" }, changesRights: true });
    expect([plan.endsSessions, plan.companies]).toEqual([false, null]);
    const refusal = refusalOf(() => planUserUpdate(customer, { companyScope: "all" }));
    expect(refusal.code).toBe("scope_for_agents_only");
  });

  test.each<[UserPatch["companies"] & object, boolean]>([
    [[{ id: "acme" }], true],
    [[{ id: "acme", seesAllTickets: false }], true],
    [[{ id: "acme", seesAllTickets: true }, { id: "fjord" }], true],
    [[], true],
    [
      [
        { id: "acme", seesAllTickets: true },
        { id: "acme", seesAllTickets: true },
      ],
      false,
    ],
  ])("of companies to %p is one or not: %p", (companies, isOne) => {
    const plan = planUserUpdate(customer, { companies });
    expect([plan.companies !== null, plan.changesRights, plan.endsSessions]).toEqual([
      ...[isOne, isOne, false],
    ]);
  });
});

describe("a change of state", () => {
  const [active, invited, disabled] = (["active", "invited", "disabled"] as const).map((state) => ({
    ...customer,
    ...{ state, has_password: state !== "invited" },
  })) as [UserBefore, UserBefore, UserBefore];

  test("to disabled ends sessions and links, once", () => {
    for (const user of [active, invited]) {
      expect(planUserUpdate(user, { state: "disabled" })).toMatchObject({
        ...{ state: "disabled", endsSessions: true, endsLinks: true, changesRights: true },
      });
    }
    expect(planUserUpdate(disabled, { state: "disabled" })).toMatchObject(nothing);
    const named = planUserUpdate(disabled, { firstName: "Mia" });
    expect([named.endsSessions, named.endsLinks]).toEqual([false, false]);
  });

  test("to active makes a user without a password invited", () => {
    const back = (user: UserBefore) => planUserUpdate(user, { state: "active" });
    expect(back(disabled)).toMatchObject({ state: "active", endsSessions: false });
    expect(back({ ...disabled, has_password: false })).toMatchObject({ state: "invited" });
    expect(back(invited)).toMatchObject({ ...nothing, state: "invited" });
    const unsaid = planUserUpdate({ ...active, has_password: false }, { state: "active" });
    expect(unsaid).toMatchObject(nothing);
    const again = planUserUpdate({ ...disabled, has_password: false }, { state: "invited" });
    expect(again.state).toBe("invited");
  });

  test("to invited is refused for users with a password", () => {
    for (const user of [active, disabled]) {
      const { code, details } = refusalOf(() => planUserUpdate(user, { state: "invited" }));
      expect([code, details.fields?.[0]?.field]).toEqual(["invalid_input", "state"]);
    }
  });
});

describe("a value someone else changed", () => {
  const told = (patch: UserPatch, base: UserBase) =>
    refusalOf(() => assertUserUnchanged(customer, patch, base)).details.fields;
  const passes = (patch: UserPatch, base: UserBase, user = customer) =>
    expect(() => assertUserUnchanged(user, patch, base)).not.toThrow();

  test.each<[UserPatch, UserBase, string]>([
    [{ firstName: "Mia" }, { firstName: "Bea" }, "Someone else changed this to “Ana”."],
    [{ lastName: "Lind" }, { lastName: "B" }, "Someone else changed this to “Ruiz”."],
    [{ phone: "2" }, { phone: "" }, "Someone else changed this to “1”."],
    [
      ...[{ state: "disabled" }, { state: "invited" }],
      "Someone else changed this to “active”.",
    ] as [UserPatch, UserBase, string],
    [
      ...[{ companies: [] }, { companies: [{ id: "acme" }] }],
      "Someone else changed the companies.",
    ] as [UserPatch, UserBase, string],
  ])("is not overwritten by %p", (patch, base, message) => {
    expect(told(patch, base)).toEqual([{ field: Object.keys(patch)[0] ?? "", message }]);
  });

  test("companies chosen for one role conflict with another role", () => {
    const companies = [{ id: "acme", seesAllTickets: true }];
    const turned: UserBefore = { ...customer, role: "Agent", companies: [] };
    const give = (base: UserBase, patch: UserPatch = { companies }) => {
      return () => assertUserUnchanged(turned, patch, { companies: [], ...base });
    };
    expect(refusalOf(give({ role: "Customer" })).details.fields).toEqual([
      { field: "role", message: "Someone else changed this to “Agent”." },
    ]);
    expect(give({ role: "Agent" })).not.toThrow();
    expect(give({ role: "Customer" }, { companies, role: "Agent" })).not.toThrow();
    expect(give({ role: "Customer" }, { phone: "2" })).not.toThrow();
    expect(give({})).not.toThrow();
  });

  test("a cleared value is named as cleared", () => {
    const emptied = { ...customer, phone: null };
    const refusal = refusalOf(() => {
      assertUserUnchanged(emptied, { phone: "2" }, { phone: "1" });
    });
    expect(refusal.details.fields?.[0]?.message).toBe("Someone else cleared this.");
    const nameless = { ...customer, last_name: "" };
    const names = [{ lastName: "Lind" }, { lastName: "Ruiz" }] as const;
    const emptyName = refusalOf(() => assertUserUnchanged(nameless, ...names));
    expect(emptyName.details.fields?.[0]?.message).toBe("Someone else cleared this.");
    passes({ lastName: "Lind" }, { lastName: "" }, nameless);
  });

  test("is no conflict if it is the same value, was not sent, or is another field", () => {
    passes({ firstName: "Ana" }, { firstName: "Bea" });
    passes({ firstName: "Mia" }, {});
    passes({ firstName: "Mia" }, { firstName: "Ana", lastName: "Before" });
    passes({ firstName: undefined } as never, { firstName: "Before" });
    passes({ phone: "2" }, { phone: "" }, { ...customer, phone: null });
    passes({ companies: [] }, { companies: [{ id: "acme", seesAllTickets: true }] });
    passes({ companies: [{ id: "acme", seesAllTickets: true }] }, { companies: [] });
  });
});
