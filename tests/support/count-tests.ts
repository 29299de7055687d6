import { readFile } from "node:fs/promises";
import type { Count, Finished } from "./run-stage.ts";

/** What could not run counts as failed: a skipped test, and a file that does not even load. */
export async function countBunTests(report: string, { code }: Finished): Promise<Count> {
  const xml = await readFile(report, "utf8").catch(() => "");
  const total = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  const number = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(total)?.[1] ?? 0);
  const failed = number("failures") + number("errors") + number("skipped");
  return atLeastOneFailed({ passed: number("tests") - failed, failed }, code);
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

export async function countBrowserTests(report: string, { code }: Finished): Promise<Count> {
  const text = await readFile(report, "utf8").catch(() => "null");
  const parsed: PlaywrightReport | null = JSON.parse(text);
  if (!parsed) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = parsed.stats;
  const failed = unexpected + flaky + skipped + parsed.errors.length;
  return atLeastOneFailed({ passed: expected, failed }, code);
}

function atLeastOneFailed(count: Count, code: number): Count {
  const nothingRan = count.passed + count.failed === 0;
  return count.failed === 0 && (code !== 0 || nothingRan) ? { ...count, failed: 1 } : count;
}
