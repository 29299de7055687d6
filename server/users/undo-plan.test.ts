import { expect, test } from "bun:test";
import fc from "fast-check";
import { roles } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { UserPatch } from "../../shared/schemas/users.ts";
import { companyScopes } from "../../shared/users.ts";
import { planUserUpdate, type UserBefore } from "./plan-update.ts";
import { planUserUndo, type UserUndo, undoOf } from "./undo-plan.ts";

const companies = fc.uniqueArray(
  fc.record({ id: fc.constantFrom("a", "b", "c"), seesAllTickets: fc.boolean() }),
  { selector: ({ id }) => id },
);

const someone: fc.Arbitrary<UserBefore> = fc
  .record({
    role: fc.constantFrom(...roles),
    scope: fc.constantFrom(...companyScopes),
    has_password: fc.boolean(),
    disabled: fc.boolean(),
    companies,
  })
  .map(({ role, scope, has_password, disabled, companies }) => ({
    ...{ id: "1", first_name: "Ana", last_name: "B", email: "a@b.test", phone: null },
    ...{ time_zone: null, role, has_password, companies },
    state: disabled ? "disabled" : has_password ? "active" : "invited",
    company_scope: role === "Agent" ? scope : null,
  }));

/** Like bulk changes: one field, where the role includes scope and companies. */
const patches: fc.Arbitrary<UserPatch> = fc.oneof(
  fc.record({ state: fc.constantFrom("disabled" as const, "active" as const) }),
  fc.record({ companies }),
  fc.record({ role: fc.constantFrom(...roles), companies }),
  fc.record({
    ...{ role: fc.constant("Agent" as const), companyScope: fc.constantFrom(...companyScopes) },
    companies,
  }),
);

function after(user: UserBefore, patch: UserPatch): UserBefore {
  const plan = planUserUpdate(user, patch);
  return { ...user, ...plan.set, companies: plan.companies ?? user.companies };
}

const said = ({ role, state, company_scope, companies }: UserBefore) => ({
  ...{ role, state, company_scope },
  companies: companies.map(({ id, seesAllTickets }) => `${id} ${seesAllTickets}`).sort(),
});

test("an immediate undo restores exactly the earlier access", () => {
  fc.assert(
    fc.property(someone, patches, (user, patch) => {
      const plan = planUserUpdate(user, patch);
      const changed = after(user, patch);
      const back = after(changed, planUserUndo(changed, undoOf(user, plan)));
      expect(said(back)).toEqual(said(user));
    }),
  );
});

test("undo restores only what the change decided, and nothing decided later", () => {
  const user: UserBefore = {
    ...{ id: "1", first_name: "Ana", last_name: "B", email: "a@b.test", phone: null },
    ...{ time_zone: null, has_password: true, state: "active", role: "Agent" },
    ...{ company_scope: "assigned", companies: [{ id: "a", seesAllTickets: false }] },
  };
  const undoOfPatch = (patch: UserPatch) => undoOf(user, planUserUpdate(user, patch));
  const [off, other] = [
    undoOfPatch({ state: "disabled" }),
    undoOfPatch({ role: "Customer", companies: [] }),
  ];
  const elsewhere = { ...user, companies: [{ id: "b", seesAllTickets: false }] };
  expect(planUserUndo({ ...elsewhere, state: "disabled" }, off)).toEqual({ state: "active" });
  const demoted: UserBefore = { ...user, role: "Customer", company_scope: null, companies: [] };
  const { role, companies } = user;
  const back = { role, companies, companyScope: "assigned" } as const;
  expect(planUserUndo({ ...demoted, state: "disabled" }, other)).toEqual(back);

  const of = (...ids: string[]) => ids.map((id) => ({ id, seesAllTickets: false }));
  const [added, widened] = [
    undoOfPatch({ companies: of("a", "b") }),
    undoOfPatch({ companyScope: "all" }),
  ];
  expect(planUserUndo({ ...user, companies: of("b", "c") }, added)).toEqual({
    companies: of("c"),
  });
  for (const [now, undo, what] of [
    [user, off, "state"],
    [user, other, "role or companies"],
    [{ ...demoted, companies: of("c") }, other, "role or companies"],
    [{ ...demoted, role: "Super Admin" }, other, "role or companies"],
    [user, widened, "role or companies"],
    [user, added, "companies"],
    [{ ...demoted, companies: of("a", "b") }, added, "companies"],
  ] as [UserBefore, UserUndo, string][]) {
    expect(() => planUserUndo(now, undo)).toThrow(
      `Their ${what} changed since, so this was not undone.`,
    );
  }
});

test("after any later change undo is refused or reverts only its own change", () => {
  fc.assert(
    fc.property(someone, patches, patches, (user, patch, between) => {
      const undo = undoOf(user, planUserUpdate(user, patch));
      const now = after(after(user, patch), between);
      let back: UserBefore;
      try {
        back = after(now, planUserUndo(now, undo));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        return;
      }
      const moved = (id: string) => {
        const [one, other] = [undo.before, undo.after].map((rights) =>
          rights.companies.find((company) => company.id === id),
        );
        return one?.seesAllTickets !== other?.seesAllTickets;
      };
      if (undo.before.state === undo.after.state) expect(back.state).toBe(now.state);
      else expect(back.state).toBe(undo.before.state);
      for (const id of ["a", "b", "c"]) {
        const of = (companies: UserBefore["companies"]) =>
          companies.find((company) => company.id === id)?.seesAllTickets;
        if (moved(id)) expect(of(back.companies)).toBe(of(undo.before.companies));
        else if (undo.before.role === undo.after.role) {
          expect(of(back.companies)).toBe(of(now.companies));
        }
      }
    }),
  );
});
