import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";

const docs = await Bun.file("docs/security.md").text();
const table = docs.slice(docs.indexOf("## ASVS 5.0"));
const rows = [
  ...table.matchAll(/^\| ([\d., ]+?) +\| (\S[^|]*?) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm),
].map(([, ids = "", state = "", why = "", tests = ""]) => ({
  ...{ ids: ids.split(", "), state, why },
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
}));

/** Of each section of the standard, the requirements of levels 1 and 2 are its first so many. */
const sections =
  "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 " +
  "4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 " +
  "7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 " +
  "10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 " +
  "14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2";

describe("the table of ASVS in docs/security.md", () => {
  test("has every requirement of level 2 once", () => {
    const wanted = sections.split(" ").flatMap((section) => {
      const [name, count] = section.split(":");
      return Array.from({ length: Number(count) }, (_, at) => `${name}.${at + 1}`);
    });
    expect(wanted).toHaveLength(253);
    expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(wanted.sort());
  });

  test("names tests that are there, and one for each that is met", () => {
    for (const { ids, state, why, tests } of rows) {
      expect([ids, ["met", "partly", "not met", "outside", "–"].includes(state)]).toEqual([
        ids,
        true,
      ]);
      expect([ids, why.length > 3]).toEqual([ids, true]);
      for (const file of tests) {
        expect([file, existsSync(file)]).toEqual([file, true]);
        expect(file).toMatch(/\.(test|e2e)\.ts$/);
      }
      if (state === "met") expect([ids, tests.length]).not.toEqual([ids, 0]);
    }
  });

  test("counts itself rightly", () => {
    const count = (state: string) =>
      rows.filter((row) => row.state === state).flatMap(({ ids }) => ids).length;
    const told = `${count("met")} are met, ${count("partly")} in part, ${count("not met")} are not; ${count("outside")} are up to whoever runs the desk, and ${count("–")} do not apply`;
    expect(table.replace(/\s+/g, " ")).toContain(told);
  });
});
