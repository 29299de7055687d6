import { expect, test } from "bun:test";
import { readCoverage, readTitles } from "./support/specification/coverage.ts";

const coverage = await readCoverage();

test("the table has sentences of every section of the specification", () => {
  const sections = new Set(coverage.map(({ section }) => section.charAt(0)));
  expect([...sections].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(coverage.length).toBeGreaterThan(60);
});

test("every sentence of the specification is covered by a test", () => {
  const uncovered = coverage.filter(({ tests }) => tests.length === 0);
  expect(uncovered.map(({ section, sentence }) => `${section}: ${sentence}`)).toEqual([]);
});

test("titles are read through every kind of quote and describe", () => {
  const source = `
test("one", () => {});
test.describe("outer", () => {
  test('it\\'s "two"', async () => {
    test.use({});
  });
  describe("inner", () => {
    test(
      \`three\`,
      () => {},
    );
  });
  test("four", () => {});
});
test("five", () => {});
`;
  expect(readTitles(source)).toEqual([
    ["one"],
    ["outer", `it's "two"`],
    ["outer", "inner", "three"],
    ["outer", "four"],
    ["five"],
  ]);
});
