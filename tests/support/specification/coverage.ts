import { join } from "node:path";
import { type Sentence, sentences } from "./sentences.ts";

interface Covered extends Sentence {
  /** The file, the describes and the title of each test that covers the sentence. */
  tests: string[][];
}

const root = join(import.meta.dir, "../../..");

/** Each sentence of the specification with the tests that cover it. */
export async function readCoverage(): Promise<Covered[]> {
  const browserFiles = [...new Bun.Glob("tests/e2e/*.e2e.ts").scanSync(root)].sort();
  const namedFiles = sentences.flatMap(({ test }) => (test ? [test[0]] : []));
  const titles: string[][] = [];
  for (const file of new Set([...browserFiles, ...namedFiles])) {
    const source = await Bun.file(join(root, file)).text();
    titles.push(...readTitles(source).map((path) => [file, ...path]));
  }
  return sentences.map((sentence) => ({
    ...sentence,
    tests: titles.filter((path) => isCoveredBy(sentence, path)),
  }));
}

function isCoveredBy({ sentence, test }: Sentence, [file, ...titles]: string[]): boolean {
  if (test) return file === test[0] && titles.includes(test[1]);
  return file?.endsWith(".e2e.ts") === true && titles.at(-1)?.includes(sentence) === true;
}

/** Relies on the formatter: what is inside a describe is indented further than the describe. */
export function readTitles(source: string): string[][] {
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
