import { readCoverage } from "./coverage.ts";

/** `bun run docs:coverage`: each sentence of the specification and the tests that cover it. */
for (const { section, sentence, tests } of await readCoverage()) {
  const where = tests.map(([file = "", ...titles]) => `    ${file} › ${titles.join(" › ")}`);
  process.stdout.write(`${section}: ${sentence}\n${where.join("\n")}\n`);
}
