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

// Often enough somebody governs, and a row would take that away.
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
const users = fc.tuple(...emails.slice(0, 4).map(user));

function worldOf(known: readonly UserBefore[], actorId = "nobody"): UserWorld {
  let made = 0;
  return {
    users: new Map(known.map((one) => [one.email ?? "", one])),
    governors: new Set(
      known
        .filter((one) => one.role === "Super Admin" && one.state === "active")
        .map(({ id }) => id),
    ),
    actorId,
    companies: {
      known: new Map(companyNames.map((name) => [name.toLowerCase(), { id: `id-${name}`, name }])),
      ...{ made: [], unknown: new Map(), newId: () => `made-${++made}` },
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

/** The desk as it is once the plan is written. */
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

describe("whatever a file of users says", () => {
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

  test("a second time changes nothing more", () => {
    fc.assert(
      fc.property(users, rows, (known, given) => {
        const world = worldOf(known);
        const first = planUsers(rowsOf(given), world, creating);
        const then = worldOf(after(known, first));
        for (const company of world.companies.made) {
          then.companies.known.set(company.name.toLowerCase(), company);
        }
        const second = planUsers(rowsOf(given), then, creating);
        // What was refused may do now: the last Super Admin may have a successor by a later row.
        const anew = second.filter((_, at) => first[at]?.outcome === "refused");
        for (const step of second) {
          if (!anew.includes(step)) expect(step.outcome).toBe("skipped");
        }
        if (anew.every(({ outcome }) => outcome === "refused")) {
          expect(then.companies.made).toEqual([]);
        }
      }),
    );
  });

  test("a desk that had a Super Admin keeps one, and nobody takes themselves away", () => {
    fc.assert(
      fc.property(users, rows, fc.constantFrom(...emails), (known, given, oneself) => {
        const governs = ({ role, state }: UserBefore) =>
          role === "Super Admin" && state === "active";
        const actorId = `id-${oneself}`;
        const steps = planUsers(rowsOf(given), worldOf(known, actorId), creating);
        const then = after(known, steps);
        if (known.some(governs)) expect(then.some(governs)).toBe(true);
        const was = known.find(({ id }) => id === actorId);
        const is = then.find(({ id }) => id === actorId);
        if (was && governs(was)) expect(is && governs(is)).toBe(true);
      }),
      often,
    );
  });

  test("a role that changes ends the sessions, and empties companies that the row does not name", () => {
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

  test("a company is made once, and none for a row that is refused", () => {
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
});
