import { test } from "bun:test";

/**
 * A test of what not every machine has. Where it is missing, the run names the test and what it
 * needs, and counts it neither as passed nor as failed.
 */
export function testNeeding(
  missing: string[],
  title: string,
  run: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (missing.length === 0) test(title, run, timeoutMs);
  else test.skip(`${title} (needs ${missing.join(", ")})`, run);
}
