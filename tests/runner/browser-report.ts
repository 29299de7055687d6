import type { Outcome } from "./outcome.ts";
import type { Finished } from "./program.ts";

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: Spec[];
}

interface Spec {
  title: string;
  file: string;
  ok: boolean;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
}

interface Report {
  suites: Suite[];
  errors: { message?: string }[];
}

/** The tests of a run in the browser; a skipped one counts as failed. */
export function readBrowserReport(json: string, { code, output }: Finished): Outcome[] {
  const report: Report | null = JSON.parse(json || "null");
  const outcomes = report ? report.suites.flatMap((suite) => readSuite(suite, [])) : [];
  for (const { message } of report?.errors ?? []) outcomes.push(broken(message ?? "failed"));
  const hasFailure = outcomes.some(({ failure }) => failure !== null);
  if (!hasFailure && (code !== 0 || outcomes.length === 0)) {
    outcomes.push(broken(output.slice(-300) || `ended with ${code}`));
  }
  return outcomes;
}

function readSuite({ title, file, suites = [], specs }: Suite, above: string[]): Outcome[] {
  // The outermost is the file.
  const names = title === file ? above : [...above, title];
  return [
    ...specs.map((spec) => readSpec(spec, names)),
    ...suites.flatMap((suite) => readSuite(suite, names)),
  ];
}

function readSpec({ title, file, tests }: Spec, names: string[]): Outcome {
  const results = tests.flatMap((test) => test.results);
  const passed = tests.length > 0 && tests.every(({ status }) => status === "expected");
  const said = results.findLast(({ error }) => error)?.error?.message;
  return {
    file: `tests/e2e/${file}`,
    test: [...names, title].join(" › "),
    seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    failure: passed ? null : (said ?? tests.map(({ status }) => status).join()),
  };
}

function broken(failure: string): Outcome {
  return { file: "", test: "the run in the browser", seconds: 0, failure };
}
