import { asvs } from "./requirements.ts";

/** `bun run docs:asvs`: every requirement of ASVS level 2, its state, the reason and the tests. */
for (const { ids, state, why, tests = [] } of asvs) {
  const shown = tests.map((file) => `    ${file}\n`).join("");
  process.stdout.write(`${ids}: ${state}: ${why}\n${shown}`);
}
