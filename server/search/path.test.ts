import { describe, expect, test } from "bun:test";
import type { OperatorTaking } from "../../shared/search/operators.ts";
import { choosePath, type Estimate, type Path, pathsOf, type Searched } from "./path.ts";
import type { ShapedTerm } from "./shape.ts";

const tickets = 1_000_000;
const everything: Omit<Estimate, "words"> = {
  ...{ tickets, scope: tickets, wanted: 51, companies: null, marks: 0, newestFirst: true },
  ...{ terms: [], values: {} },
};
const inAnyOrder = { ...everything, newestFirst: false };
const smallDesk = { ...everything, tickets: 1_000, scope: 1_000 };
const manyCompanies = { ...inAnyOrder, scope: 5_000, companies: 50, marks: 50 };
const bigCompanies = { ...manyCompanies, scope: 400_000, companies: 300, marks: 0 };
const oneCompany = { ...inAnyOrder, scope: 90, companies: 1, marks: 1 };

describe("the way a list with words is read", () => {
  test.each([
    ["a word that most have", everything, [965_000], "walk"],
    ["two of them", everything, [965_000, 860_000], "walk"],
    ["a rare word", everything, [120], "found"],
    ["a rare one with a common one", everything, [120, 965_000], "found"],
    ["a word that is neither", everything, [5_000], "among"],
    ["one that is a little more common", everything, [12_000], "recent"],
    ["and with it what nearly all have", everything, [12_000, 965_000], "walk"],
    ["the same in an order that is not that of time", inAnyOrder, [12_000], "walk"],
    ["of a small desk", smallDesk, [300], "walk"],
    ["that and another, together in nobody knows how many", everything, [5_000, 9e5], "found"],
    ["no word of any ticket", everything, [0], "found"],
    ["a common word, in many companies", manyCompanies, [965_000], "merged"],
    ["a middling word there", manyCompanies, [11_000], "marked"],
    ["a rare one there", manyCompanies, [120], "found"],
    ["a common word, in most of the desk", bigCompanies, [965_000], "across"],
    ["a common word, in one company", oneCompany, [965_000], "walk"],
    ["a rare one there", oneCompany, [5_000], "marked"],
  ] as const)("%s: %o", (_, desk, words, path) => {
    expect(choosePath({ ...desk, words: [...words] })).toBe(path);
  });

  test.each<[what: string, words: number[], seen: [words: number, stand: number], Path]>([
    ["all that have its words have it", [9_000, 250_000, 270_000], [14, 14], "recent"],
    ["a third of many", [100_000, 190_000, 965_000], [60, 14], "walk"],
    ["none of those that were asked", [100_000, 160_000, 170_000], [40, 0], "found"],
    ["hardly any ticket has its words", [60_000, 250_000, 520_000], [1, 0], "found"],
  ])("a phrase, of which %s", (_, words, [withWords, stand], path) => {
    const kind = "phrase" as const;
    const sample = { looked: 1_500, words: withWords, asked: Math.min(withWords, 40), stand };
    const terms = [{ kind, not: false, value: "value0" as const }];
    expect(choosePath({ ...everything, words, terms, sample })).toBe(path);
  });

  test("all that are counted are not read in an order", () => {
    const ways = [everything, manyCompanies, bigCompanies, oneCompany].flatMap((desk) =>
      [1, 1_000, 50_000, 965_000].map((word) =>
        choosePath({ ...desk, words: [word], wanted: Number.POSITIVE_INFINITY }),
      ),
    );
    for (const way of ways) expect(["walk", "found", "marked"]).toContain(way);
  });

  test("what else is asked makes a page longer to walk", () => {
    const kind = "choices" as const;
    const waiting = { kind, not: false, operator: "waiting" as const, choices: ["us"] };
    const words = [12_000];
    expect(choosePath({ ...inAnyOrder, words })).toBe("walk");
    expect(choosePath({ ...inAnyOrder, words, terms: [waiting] })).toBe("found");
  });

  test.each<[what: string, asked: Partial<Searched>, newestFirst: boolean, body: Path]>([
    ["nothing else", {}, true, "recent"],
    ["what its row says", { terms: [choices("status", "closed")] }, true, "recent"],
    ["those that are not open", { terms: [choices("status", "open", true)] }, true, "recent"],
    ["a phrase", { terms: [phrase(false)], sample: allHaveIt }, true, "recent"],
    ["without one", { terms: [phrase(true)] }, true, "walk"],
    ["what has an order of its own", { terms: [choices("is", "open")] }, true, "walk"],
    ["the same by its state", { terms: [choices("status", "open")] }, true, "found"],
    ["what another table says", { terms: [choices("has", "tag")] }, true, "walk"],
    ["another order", {}, false, "walk"],
    ["some companies", { scope: "companies" }, true, "walk"],
  ])("the newest alone are looked up with %s", (_, asked, newestFirst, body) => {
    const words = [{ lexeme: "sever", head: 0, body: 15_000 }];
    const probe = { tickets, inCompanies: tickets, words, changing: false };
    const nothing = { terms: [], values: {}, sample: null, marked: false };
    const searched = { scope: "all", companyIds: ["one"], ...nothing, probe, ...asked } as Searched;
    const chosen = pathsOf(searched, 51, newestFirst);
    expect(chosen.body).toBe(body);
  });
});

const allHaveIt = {
  looked: 1_500,
  head: { words: 0, asked: 0, stand: 0 },
  body: { words: 20, asked: 20, stand: 20 },
};

function phrase(not: boolean): ShapedTerm {
  return { kind: "phrase", not, value: "value0" };
}

function choices(operator: OperatorTaking<"choice">, choice: string, not = false): ShapedTerm {
  return { kind: "choices", not, operator, choices: [choice] };
}
