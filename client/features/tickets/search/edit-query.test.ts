import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { operatorsOf } from "../../../../shared/search/operators.ts";
import { parseQuery } from "../../../../shared/search/query.ts";
import { filtersOf, valuesIn, withValues } from "./filter-words.ts";

describe("a filter from the menu", () => {
  test.each([
    ["", "status", ["open"], "status:open"],
    ["printer", "status", ["open", "new"], "printer status:open,new"],
    ["a status:open b", "status", ["pending"], "a status:pending b"],
    ["a status:open b", "status", [], "a b"],
    ["status:open", "status", [], ""],
    ["-status:open", "status", ["new"], "-status:open status:new"],
    [
      'a "two  words"',
      "company",
      ['"Nordlicht Klinik"'],
      'a "two  words" company:"Nordlicht Klinik"',
    ],
    ["assignee:me asignee:x", "assignee", ["none"], "assignee:none asignee:x"],
  ] as const)("%p with %s %p is %p", (text, operator, values, expected) => {
    expect(withValues(text, operator, values, "staff")).toBe(expected);
  });

  test("reads its values back as written in the query", () => {
    expect(valuesIn('x company:"Nordlicht Klinik",acme,none', "company", "staff")).toEqual([
      '"Nordlicht Klinik"',
      "acme",
      "none",
    ]);
    expect(valuesIn("-status:open", "status", "staff")).toEqual([]);
  });

  test("does not change the rest of the query", () => {
    const term = fc.constantFrom(
      ...["printer", '"paper jam"', "#1042", "-zinc", "tag:a,b", "-is:snoozed", "created:>-7d"],
    );
    fc.assert(
      fc.property(fc.array(term, { maxLength: 6 }), (terms) => {
        const before = terms.join(" ");
        const set = withValues(before, "priority", ["high", "urgent"], "staff");
        const others = (text: string) =>
          parseQuery(text, "staff").terms.filter(
            (term) => term.kind !== "operator" || term.operator !== "priority",
          );
        expect(others(set)).toEqual(others(before));
        expect(valuesIn(set, "priority", "staff")).toEqual(["high", "urgent"]);
        expect(withValues(set, "priority", [], "staff")).toBe(before);
      }),
    );
  });

  test("a customer's query has only the customer's filters", () => {
    const text = operatorsOf("staff")
      .map(([name, { choices = ["x"] }]) => `${name}:${choices[0]}`)
      .join(" ");
    const known = filtersOf(text, "customer").map(({ term }) => term.operator);
    for (const hidden of ["priority", "type", "tag", "team", "waiting", "has"] as const) {
      expect(known).not.toContain(hidden);
    }
  });
});
