import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { roles } from "../../../shared/access.ts";
import { userStates } from "../../../shared/users.ts";
import type { UserBefore } from "../../users/plan-update.ts";
import type { ReadRow } from "../read-cells.ts";
import { planUsers, type UserStep, type UserWorld } from "./plan-users.ts";
import type { UserRowValues } from "./read-user-row.ts";

const emails = ["a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@y.test"];
const companyNames = ["Acme", "Bolt", "Comet"];

// Often a Super Admin, whom a row would demote.
const role = fc.oneof(fc.constantFrom(...roles), fc.constant("Super Admin" as const));
const state = fc.oneof(fc.constantFrom(...userStates), fc.constant("active" as const));
const often = { numRuns: 1_000 };

const user = (email: string) =>
  fc.record({ role, state }).map(
    ({ role, state }): UserBefore => ({
      ...{ id: `id-${email}`, email, first_name: "F", last_name: "L", role, state },
      ...{ company_scope: role === "Agent" ? "all" : null, phone: null, time_zone: null },
      ...{ has_password: state !== "invited", companies: [] },
    }),
  );

const values = fc.record(
  {
    firstName: fc.constantFrom("F", "G"),
    role: fc.constantFrom(...roles),
    state: fc.constantFrom(...userStates),
    companyScope: fc.constantFrom("all" as const, "assigned" as const),
    companies: fc.uniqueArray(fc.constantFrom(...companyNames, "New one"), { maxLength: 3 }),
    phone: fc.constantFrom("1", "2"),
  },
  { requiredKeys: [] },
);

const rows = fc.uniqueArray(fc.tuple(fc.constantFrom(...emails), values), {
  selector: ([email]) => email,
});
const users = fc.tuple(...emails.slice(1, 4).map(user));
/** The importer. */
const admin = user("a@x.test").map(
  (one): UserBefore => ({ ...one, role: "Super Admin", company_scope: null, state: "active" }),
);

function worldOf(known: readonly UserBefore[], actorId = "no one"): UserWorld {
  let made = 0;
  return {
    users: new Map(known.map((one) => [one.email ?? "", one])),
    actorId,
    companies: {
      known: new Map(companyNames.map((name) => [name.toLowerCase(), { id: `id-${name}`, name }])),
      ...{
        merged: new Map(),
        cameAt: new Date(),
        made: [],
        unknown: new Map(),
        newId: () => `made-${++made}`,
      },
    },
    domains: new Map([["y.test", "id-Acme"]]),
  };
}

function rowsOf(
  given: readonly [string, Omit<UserRowValues, "email">][],
): ReadRow<UserRowValues>[] {
  return given.map(([email, row], at) => ({
    ...{ position: at + 1, line: at + 2, subject: email, key: email, reasons: [] },
    values: { ...row, email },
  }));
}

/** The users after the plan has been written. */
function after(known: readonly UserBefore[], steps: readonly UserStep[]): UserBefore[] {
  const changed = new Map(
    steps.flatMap((step) =>
      step.outcome === "updated"
        ? [
            [
              step.before.id,
              {
                ...step.before,
                ...step.plan.set,
                companies: step.plan.companies ?? step.before.companies,
              },
            ],
          ]
        : [],
    ),
  );
  const created = steps.flatMap((step): UserBefore[] => {
    if (step.outcome !== "created") return [];
    const { email, firstName, lastName, role, state, companyScope, companies, phone } = step.user;
    return [
      {
        ...{ id: `id-${email}`, email, first_name: firstName, last_name: lastName, role, state },
        ...{ company_scope: companyScope, phone, time_zone: null, has_password: false, companies },
      },
    ];
  });
  return [...known.map((one) => changed.get(one.id) ?? one), ...created] as UserBefore[];
}

const creating = { createCompanies: true, sendInvitations: false };

describe("for any file of users", () => {
  test("every row has one outcome, in the order of the file", () => {
    fc.assert(
      fc.property(users, rows, fc.boolean(), (known, given, createCompanies) => {
        const read = rowsOf(given);
        const steps = planUsers(read, worldOf(known), { ...creating, createCompanies });
        expect(steps.map(({ line }) => line)).toEqual(read.map(({ line }) => line));
        for (const step of steps) {
          if (step.outcome === "refused") expect(step.reasons.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("a second import changes nothing", () => {
    fc.assert(
      fc.property(users, rows, (known, given) => {
        const world = worldOf(known);
        const first = planUsers(rowsOf(given), world, creating);
        const then = worldOf(after(known, first));
        for (const company of world.companies.made) {
          then.companies.known.set(company.name.toLowerCase(), company);
        }
        const second = planUsers(rowsOf(given), then, creating);
        expect(second.map(({ outcome }) => outcome)).toEqual(
          first.map(({ outcome }) => (outcome === "refused" ? "refused" : "skipped")),
        );
        expect(then.companies.made).toEqual([]);
      }),
    );
  });

  test("the importer stays an active Super Admin, so the desk keeps one", () => {
    fc.assert(
      fc.property(admin, users, rows, (oneself, others, given) => {
        const known = [oneself, ...others];
        const steps = planUsers(rowsOf(given), worldOf(known, oneself.id), creating);
        const then = after(known, steps).find(({ id }) => id === oneself.id);
        expect(then).toMatchObject({ role: "Super Admin", state: "active" });
      }),
      often,
    );
  });

  test("every other Super Admin can be removed", () => {
    fc.assert(
      fc.property(admin, users, (oneself, given) => {
        const others = given.map((one) => ({ ...one, role: "Super Admin" as const }));
        const known = [oneself, ...others];
        const read = rowsOf(known.map(({ email }) => [email ?? "", { role: "Customer" }]));
        const steps = planUsers(read, worldOf(known, oneself.id), creating);
        expect(steps).toMatchObject([
          { outcome: "refused", reasons: ["You can't delete, disable or demote yourself."] },
          ...others.map(() => ({ outcome: "updated" })),
        ]);
      }),
    );
  });

  test("a changed role ends sessions and clears companies that the row does not name", () => {
    fc.assert(
      fc.property(users, rows, (known, given) => {
        for (const step of planUsers(rowsOf(given), worldOf(known), creating)) {
          if (step.outcome !== "updated" || step.plan.role === step.before.role) continue;
          expect(step.plan.endsSessions).toBe(true);
          const named = given.find(([email]) => email === step.subject)?.[1].companies;
          const companies = step.plan.companies ?? step.before.companies;
          expect(companies.length).toBe(named?.length ?? 0);
        }
      }),
    );
  });

  test("a company is created once, and none for a refused row", () => {
    fc.assert(
      fc.property(users, rows, (known, given) => {
        const world = worldOf(known);
        const steps = planUsers(rowsOf(given), world, creating);
        const wanted = given.some(
          ([, { companies }], at) =>
            companies?.includes("New one") && steps[at]?.outcome !== "refused",
        );
        expect(world.companies.made.map(({ name }) => name)).toEqual(wanted ? ["New one"] : []);
      }),
    );
  });

  test("missing companies are unique, however they are spelt, with the first spelling", () => {
    const given = rowsOf([
      ["a@x.test", { firstName: "A", companies: ["North", "South", "NORTH"] }],
      ["b@x.test", { firstName: "B", companies: ["SOUTH"] }],
    ]);
    const [makes, names] = [worldOf([]), worldOf([])];
    planUsers(given, makes, creating);
    expect(makes.companies.made.map(({ name }) => name)).toEqual(["North", "South"]);
    planUsers(given, names, { ...creating, createCompanies: false });
    expect([...names.companies.unknown.values()]).toEqual(["North", "South"]);
  });
});
