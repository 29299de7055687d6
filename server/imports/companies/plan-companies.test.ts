import { describe, expect, test } from "bun:test";
import { keyOf } from "../existing-records.ts";
import type { CompanyRowValues } from "./plan-companies.ts";
import { type CompanyBefore, type CompanyWorld, planCompanies } from "./plan-companies.ts";

const before = (given: Partial<CompanyBefore> = {}): CompanyBefore => ({
  ...{ id: "harbour", name: "Harbour", notes: "Old", state: "active", isMerging: false },
  ...{ domains: ["a.test", "b.test"], ...given },
});
const worldOf = (...companies: CompanyBefore[]): CompanyWorld => ({
  companies: new Map(companies.map((company) => [keyOf(company.name), company])),
  merged: new Map(),
  claims: new Map(companies.flatMap(({ name, domains }) => domains.map((d) => [d, name]))),
});
const plan = (world: CompanyWorld, ...rows: CompanyRowValues[]) =>
  planCompanies(
    rows.map((values, at) => ({
      ...{ position: at + 1, line: at + 2, subject: values.name, key: keyOf(values.name) },
      ...{ values, reasons: [] },
    })),
    world,
  );

describe("a row of companies", () => {
  test("creates a new company, and leaves an unchanged one", () => {
    const same = { name: "HARBOUR", domains: ["b.test", "a.test"], notes: "Old" };
    expect(plan(worldOf(before()), { name: "Kestrel" }, { ...same, state: "active" })).toEqual([
      { ...about(1, "Kestrel"), outcome: "created", values: { name: "Kestrel" } },
      { ...about(2, "HARBOUR"), outcome: "skipped" },
    ]);
  });

  test("changes only the values it contains", () => {
    const given = before();
    const change = (values: Omit<CompanyRowValues, "name">) => {
      const [step] = plan(worldOf(given), { name: "Harbour", ...values });
      return step?.outcome === "updated" ? step.change : step?.outcome;
    };
    const none = { addDomains: [], removeDomains: [] };
    expect(change({ notes: "New" })).toEqual({ ...none, notes: "New" });
    expect(change({ state: "archived" })).toEqual({ ...none, state: "archived" });
    expect(change({ domains: ["b.test", "c.test"] })).toEqual({
      ...{ addDomains: ["c.test"], removeDomains: ["a.test"] },
    });
    expect(change({ domains: ["a.test"] })).toEqual({ ...none, removeDomains: ["b.test"] });
    expect(change({})).toBe("skipped");
  });

  test("takes no domain of another company, unless an earlier row released it", () => {
    const kestrel = before({ id: "kestrel", name: "Kestrel", domains: ["k.test"] });
    const taking = { name: "Harbour", domains: ["k.test"] };
    const refused = { outcome: "refused", reasons: ["k.test already belongs to Kestrel."] };
    const world = () => worldOf(before(), kestrel);
    expect(plan(world(), taking)).toMatchObject([refused]);
    const letting = { name: "kestrel", domains: [] };
    expect(plan(world(), letting, taking)).toMatchObject([
      { outcome: "updated", change: { removeDomains: ["k.test"] } },
      { outcome: "updated", change: { addDomains: ["k.test"] } },
    ]);
    expect(plan(world(), taking, letting)).toMatchObject([refused, { outcome: "updated" }]);
  });

  test("takes no domain that an earlier row took", () => {
    const world = worldOf(before());
    const [, , third, fourth] = plan(
      world,
      { name: "New", domains: ["n.test"] },
      { name: "Harbour", domains: ["a.test", "c.test"] },
      { name: "Third", domains: ["n.test", "c.test"] },
      { name: "Harbour", domains: ["a.test", "c.test"] },
    );
    expect(third).toMatchObject({
      reasons: ["n.test already belongs to New.", "c.test already belongs to Harbour."],
    });
    expect(fourth?.outcome).toBe("updated");
  });

  test("does not activate a company that is being merged", () => {
    const merging = () => worldOf(before({ isMerging: true, state: "archived" }));
    const onItsWay = "This company is being merged into another one. Stop that merge first.";
    const [step] = plan(merging(), { name: "Harbour", state: "active" });
    expect(step).toMatchObject({ outcome: "refused", reasons: [onItsWay] });
    for (const values of [{ notes: "New" }, { state: "archived" as const, notes: "New" }]) {
      expect(plan(merging(), { name: "Harbour", ...values })[0]?.outcome).toBe("updated");
    }
  });

  test("with errors is refused with all reasons, and takes nothing", () => {
    const world = worldOf(before());
    const values = { name: "New", domains: ["a.test", "n.test"] };
    const [step] = planCompanies(
      [{ ...about(1, "New"), key: "new", values, reasons: ["Line 2 has this name already."] }],
      world,
    );
    expect(step).toEqual({
      ...{ ...about(1, "New"), outcome: "refused" },
      reasons: ["Line 2 has this name already.", "a.test already belongs to Harbour."],
    });
    expect(world.claims.has("n.test")).toBe(false);
  });
});

function about(position: number, subject: string) {
  return { position, line: position + 1, subject };
}
