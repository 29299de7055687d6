import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AsvsState, asvs } from "./support/asvs/requirements.ts";

const root = join(import.meta.dir, "..");
const docs = await Bun.file(join(root, "docs/security.md")).text();

/** For each section of the standard, how many of its requirements are level 1 or 2: its first ones. */
const sections =
  "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 " +
  "4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 " +
  "7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 " +
  "10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 " +
  "14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2";

describe("ASVS 5.0, level 2", () => {
  test("every requirement is listed once", () => {
    const wanted = sections.split(" ").flatMap((section) => {
      const [name, count] = section.split(":");
      return Array.from({ length: Number(count) }, (_, at) => `${name}.${at + 1}`);
    });
    expect(wanted).toHaveLength(253);
    expect(asvs.flatMap(({ ids }) => ids.split(" ")).sort()).toEqual(wanted.sort());
  });

  test("every requirement has a reason, and a met one has a test", () => {
    expect(asvs.filter(({ why }) => why.length <= 3)).toEqual([]);
    expect(asvs.filter(({ state, tests = [] }) => state === "met" && !tests.length)).toEqual([]);
  });

  test("the named tests exist", () => {
    const files = asvs.flatMap(({ tests = [] }) => tests);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(files.filter((file) => !/\.(test|e2e)\.ts$/.test(file))).toEqual([]);
  });

  test("docs/security.md lists what is not fully met, with the same reasons", () => {
    const lines = asvs
      .filter(({ state }) => state !== "met" && state !== "not applicable")
      .map(({ ids, state, why }) => `| ${ids.replaceAll(" ", ", ")} | ${state} | ${why} |`);
    const table = docs.slice(docs.indexOf("## ASVS")).match(/^\| \d.*$/gm) ?? [];
    expect(table.map((line) => line.replace(/ +/g, " "))).toEqual(lines);
  });

  test("docs/security.md counts the requirements by state", () => {
    const count = (wanted: AsvsState) =>
      asvs.filter(({ state }) => state === wanted).flatMap(({ ids }) => ids.split(" ")).length;
    expect(docs.replace(/\s+/g, " ")).toContain(
      `${count("met")} are met, ${count("partly")} partly, ${count("not met")} are not; ${count("operator")} depend on the operator, and ${count("not applicable")} do not apply`,
    );
  });
});
