import { test } from "bun:test";
import { secondReleaseVariable } from "./process/test-run.ts";

/**
 * How far a walk over random data goes. Each release of Postgres is walked on, but what rules and
 * figures say is found on the first, over the whole way; on the second a part of it is run.
 */
export function walkOf<Way>(whole: Way, part: Way): Way {
  return process.env[secondReleaseVariable] === undefined ? whole : part;
}

/** For tests of pure code in a file about SQL: run on one release only. */
export function testOnce(name: string, run: () => Promise<void>): void {
  if (walkOf(true, false)) test(name, run, 120_000);
}
