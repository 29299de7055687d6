import { expect, test } from "bun:test";
import { join } from "node:path";

interface Row {
  section: string;
  sentence: string;
  file: string;
  /** From the outermost describe to the test itself. */
  titles: string[];
}

const root = join(import.meta.dir, "..");
const rows = readRows(await Bun.file(join(root, "docs/specification-coverage.md")).text());
const titlesOf = new Map<string, string[][]>();
for (const { file } of rows) {
  if (!titlesOf.has(file)) titlesOf.set(file, readTitles(await readSource(file)));
}

test("every section of the specification stands in the table", () => {
  const sections = new Set(rows.map(({ section }) => section));
  expect([...sections].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(rows.length).toBeGreaterThan(60);
});

test("every test that the table names exists", () => {
  const missing = rows.filter(
    ({ file, titles }) => !titlesOf.get(file)?.some((path) => Bun.deepEquals(path, titles)),
  );
  expect(missing).toEqual([]);
});

test("every browser test that the table names quotes its sentence", () => {
  const unquoted = rows.filter(
    ({ file, titles, sentence }) => file.endsWith(".e2e.ts") && !titles.at(-1)?.includes(sentence),
  );
  expect(unquoted).toEqual([]);
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

function readRows(markdown: string): Row[] {
  return markdown
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, section = "", sentence = "", place = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      const [file = "", ...titles] = place.split(" › ");
      return { section: section.charAt(0), sentence, file, titles };
    });
}

async function readSource(file: string): Promise<string> {
  const source = Bun.file(join(root, file));
  return (await source.exists()) ? source.text() : "";
}

/** The sources are formatted, so that what stands inside a describe is further in than it. */
function readTitles(source: string): string[][] {
  const title = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/.source;
  const pattern = new RegExp(`^( *)((?:test\\.)?describe|test)\\(\\s*(${title})`, "gm");
  const open: { indent: number; title: string }[] = [];
  const found: string[][] = [];
  for (const [, indent = "", kind = "", quoted = ""] of source.matchAll(pattern)) {
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    const title = quoted.slice(1, -1).replaceAll(/\\(.)/g, "$1");
    if (kind === "test") found.push([...open.map((outer) => outer.title), title]);
    else open.push({ indent: indent.length, title });
  }
  return found;
}
