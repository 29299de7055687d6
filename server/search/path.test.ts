import { describe, expect, test } from "bun:test";
import { choosePath, type Estimate, type Path, pathsOf } from "./path.ts";
import type { ShapedTerm } from "./shape.ts";

const tickets = 1_000_000;
const everything: Omit<Estimate, "words"> = {
  ...{ tickets, scope: tickets, wanted: 51, companies: 1, marks: 0, terms: [] },
};
const smallDesk = { ...everything, tickets: 1_000, scope: 1_000 };
const manyCompanies = { ...everything, scope: 5_000, companies: 50, marks: 50 };
const bigCompanies = { ...manyCompanies, scope: 400_000, companies: 300, marks: 0 };
const oneCompany = { ...everything, scope: 90, companies: 1, marks: 1 };

describe("the read path of a list with words", () => {
  test.each<[words: string, desk: typeof everything, counts: number[], path: Path]>([
    ["a word that most have", everything, [965_000], "walk"],
    ["two of them", everything, [965_000, 860_000], "walk"],
    ["a word that is neither common nor rare", everything, [12_000], "walk"],
    ["a word of a small desk", smallDesk, [300], "walk"],
    ["a common word in many companies", manyCompanies, [965_000], "walk"],
    ["a common word in one company", oneCompany, [965_000], "walk"],
    ["a rare word", everything, [120], "index"],
    ["a rare word with a common one", everything, [120, 965_000], "index"],
    ["a word of a few thousand tickets", everything, [4_000], "index"],
    ["a word that no ticket has", everything, [0], "index"],
    ["a rare word in many companies", manyCompanies, [120], "index"],
    ["a rare word in most of the desk", bigCompanies, [120], "index"],
    ["a middling word in many companies", manyCompanies, [11_000], "company-index"],
    ["a middling word in one company", oneCompany, [5_000], "company-index"],
  ])("%s", (_, desk, words, path) => {
    expect(choosePath({ ...desk, words })).toBe(path);
  });

  test("is the index for counts, unless nearly every ticket has the words", () => {
    const all = { ...everything, wanted: Number.POSITIVE_INFINITY };
    expect(choosePath({ ...all, words: [50_000] })).toBe("index");
    expect(choosePath({ ...all, words: [965_000] })).toBe("walk");
  });

  test("is the index for longer with other terms, since the page fills more slowly", () => {
    const waiting: ShapedTerm = {
      ...{ kind: "choices", not: false, operator: "waiting", choices: ["us"] },
    };
    const words = [12_000];
    expect(choosePath({ ...everything, words, terms: [waiting] })).toBe("index");
    expect(choosePath({ ...everything, words, terms: [{ ...waiting, not: true }] })).toBe("walk");
  });
});

test("words of the head and of the rest have separate read paths", () => {
  const words = [{ lexeme: "sever", head: 3, body: 100_000 }];
  const probe = { tickets, inCompanies: 0, words, changing: false };
  const listing = { scope: "all", companyIds: [], terms: [], probe, marked: false } as const;
  expect(pathsOf(listing, 51)).toEqual({ head: "index", body: "walk" });
  expect(pathsOf(listing, null)).toEqual({ head: "index", body: "index" });
});
