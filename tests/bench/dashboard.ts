import { breakdownsBy } from "../../shared/dashboard/figures.ts";
import { median } from "../support/harness.ts";
import { line } from "./running.ts";

/** How long a block of the dashboard takes, over 90 days and one after another. */
export interface MeasuredBlock {
  reader: string;
  name: string;
  p50: number;
  p95: number;
}

const turns = 60;
const viewer = { timeZone: "Europe/Berlin" };
const period = { ...viewer, range: "90d" };

/** What the page asks for as it opens. */
const page: [name: string, call: string, input: object][] = [
  ["figures and those before", "totals", period],
  ["days and backlog", "days", period],
  ["arrivals", "arrivals", period],
  ["agents", "agents", period],
  ["ratings", "ratings", period],
  ["rating comments", "ratingComments", period],
  ["to do now", "todo", viewer],
  ...breakdownsBy.map((by): [string, string, object] => [
    `open by ${by}`,
    "breakdown",
    { ...period, by },
  ]),
];
const others: typeof page = [
  ["created by company", "breakdown", { ...period, by: "company", of: "created" }],
  ["created by tag", "breakdown", { ...period, by: "tag", of: "created" }],
  ["figures of unassigned tickets", "totals", { ...period, agent: "none" }],
];

export async function benchBlocks(
  port: number,
  readers: readonly { reader: string; headers: Record<string, string> }[],
  isAsked: (row: { reader: string; name: string }) => boolean,
): Promise<MeasuredBlock[]> {
  const measured: MeasuredBlock[] = [];
  for (const { reader, headers } of readers) {
    const ask = async ([, call, input]: (typeof page)[number]) => {
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      const address = `http://127.0.0.1:${port}/node/trpc/dashboard.${call}?${query}`;
      const answer = await fetch(address, { headers });
      if (!answer.ok) throw new Error(`${call} was answered ${answer.status}`);
      await answer.text();
    };
    const rows = [...page, ...others].map((row) => ({ name: row[0], run: () => ask(row) }));
    const whole = { name: "the whole page", run: () => Promise.all(page.map(ask)) };
    for (const { name, run } of [...rows, whole]) {
      const one = { reader, name: `dashboard, ${name}` };
      if (isAsked(one)) measured.push({ ...one, ...(await timed(run)) });
    }
  }
  return measured;
}

export function showBlocks(measured: readonly MeasuredBlock[]): void {
  line("90 days, one after another", "p50 ms", "p95 ms");
  for (const { reader, name, p50, p95 } of measured) {
    line(`${reader}: ${name}`, p50.toFixed(1), p95.toFixed(1));
  }
}

async function timed(run: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  await run();
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: median(times), p95: sorted[Math.floor(turns * 0.95)] ?? 0 };
}
