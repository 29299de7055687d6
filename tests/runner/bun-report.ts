import type { Outcome } from "./outcome.ts";
import type { Finished } from "./program.ts";

/**
 * The tests of a run of `bun test`, from its report and what it printed. What could not run counts
 * as failed: a skipped test, a file that does not load, and one that breaks outside its tests. Only
 * a test that needs what the machine does not have is listed as not run.
 */
export function readBunReport(xml: string | null, files: string[], finished: Finished): Outcome[] {
  // Where no files are named, it may be that nothing had to be run.
  if (xml === null && files.length === 0 && finished.code === 0) return [];
  const outcomes = [...(xml ?? "").matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(
    ([, attributes = "", body = ""]) => readCase(attributes, body),
  );
  const seen = new Set(outcomes.map(({ file }) => file));
  const notRun = files.filter((file) => !seen.has(file));
  for (const file of notRun) outcomes.push(broken(file, "no test of it was run"));
  const outside = errorsBesideTests(finished.output);
  if (outside > notRun.length) outcomes.push(broken("", `${outside} errors between tests`));
  const hasFailure = outcomes.some(({ failure }) => failure !== null);
  if (!hasFailure && (finished.code !== 0 || outcomes.length === 0)) {
    outcomes.push(broken("", `ended with ${finished.code} and ${outcomes.length} tests`));
  }
  return outcomes;
}

function readCase(attributes: string, body: string): Outcome {
  const value = (name: string) =>
    unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? "");
  const parents = value("classname").split(" > ").filter(Boolean).reverse();
  const outcome = {
    file: value("file"),
    test: [...parents, value("name")].join(" > "),
    seconds: Number(value("time")),
  };
  const needs = body.includes("<skipped") && /\(needs [^()]+\)$/.test(value("name"));
  return needs
    ? { ...outcome, failure: null, notRun: true }
    : { ...outcome, failure: readFailure(body) };
}

function readFailure(body: string): string | null {
  if (body.includes("<skipped")) return "was skipped";
  const message = /<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"/.exec(body)?.[1];
  if (message !== undefined) return unescapeXml(message) || "failed";
  return /<(?:failure|error)\b/.test(body) ? "failed" : null;
}

/** What is thrown between two tests, or by a file that does not load, is counted there alone. */
function errorsBesideTests(output: string): number {
  return Number(/^ (\d+) errors?$/m.exec(output)?.[1] ?? 0);
}

function broken(file: string, failure: string): Outcome {
  return { file, test: "", seconds: 0, failure };
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
