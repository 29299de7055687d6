import type { Page } from "@playwright/test";
import { argument, median, say } from "../support/harness.ts";
import { type ContextOf, type DemoRole, inDemoBrowser } from "./demo-browser.ts";
import { type Step, session } from "./felt-session.ts";
import { timed } from "./watch-frames.ts";

/**
 * `bun tests/bench/felt.ts`: what people feel of it, in the browser over the demo. When the largest part of a page
 * is shown (LCP), how much of it moves (CLS) and how long its thread is blocked (TBT) on a desk's usual connection;
 * then an agent's hour: how long each press waits for its frame (INP, the 98th percentile of all), and for what it
 * asked for, and how much of a processor the page's own thread took, which other work on the machine hardly moves.
 * `--rounds 5` loads of each page, `--only dashboard` those pages alone.
 */
const usualLine = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_280_000,
  uploadThroughput: 1_280_000,
};
const goals = { lcp: 1_500, cls: 0.05, inp: 100, blocked: 300 };
const rounds = Number(argument("--rounds") ?? 5);
const only = argument("--only");

await inDemoBrowser(async (contextOf) => {
  if (rounds > 0) await measureLoads(contextOf);
  if (only === undefined) await measureSession(contextOf);
});
process.exit(0);

async function measureLoads(contextOf: ContextOf): Promise<void> {
  const loads: [string, DemoRole | null][] = [
    ["/login", null],
    ["/ticket/log", "Agent"],
    ["/ticket/1042", "Agent"],
    ["/dashboard/log", "Agent"],
    ["/user/log", "Super Admin"],
    ["/ticket/log", "Customer"],
  ];
  row("page that opens", "width", "LCP ms", "CLS", "blocked ms");
  for (const [path, role] of loads) {
    const who = role ? `${path}, ${role}` : path;
    if (!new RegExp(only ?? "").test(who)) continue;
    for (const width of [1440, 390]) {
      const seen: Load[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await contextOf(role, width);
        seen.push(await measureLoad(await context.newPage(), path));
        await context.close();
      }
      const lcp = median(seen.map((load) => load.lcp));
      const cls = Math.max(...seen.map((load) => load.cls));
      const blocked = median(seen.map((load) => load.blocked));
      const met = lcp <= goals.lcp && cls <= goals.cls && blocked <= goals.blocked;
      row(who, `${width}`, lcp.toFixed(0), cls.toFixed(3), blocked.toFixed(0), met);
    }
  }
  say("");
}

interface Load {
  lcp: number;
  cls: number;
  /** What tasks take above 50 ms, from the first paint on. */
  blocked: number;
}

async function measureLoad(page: Page, path: string): Promise<Load> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", usualLine);
  await page.addInitScript(watchPage);
  await page.goto(path);
  await page.waitForTimeout(4_000);
  const { lcp, cls, blocked } = await seenOf(page);
  return { lcp, cls, blocked };
}

async function measureSession(contextOf: ContextOf): Promise<void> {
  const context = await contextOf("Agent");
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  await page.goto("/ticket/log");
  await page.locator("[aria-busy=false] [data-row-link]").first().waitFor();
  // What a page fetches ahead while at rest has come.
  await page.waitForTimeout(8_000);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Performance.enable");
  const work = async () => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? 0) * 1000;
  };
  row("an agent's hour", "work ms", "INP ms", "there ms", "");
  const presses: number[] = [];
  for (const step of session) presses.push(...(await measureStep(page, work, step)));
  const { cls } = await seenOf(page);
  const inp = presses.sort((a, b) => a - b)[Math.floor(presses.length * 0.98)] ?? 0;
  const all = `all ${presses.length} presses`;
  const met = inp <= goals.inp && cls <= goals.cls;
  row(all, "", inp.toFixed(0), `CLS ${cls.toFixed(3)}`, "", met);
  await context.close();
}

/** How long each press of it took to its frame. */
async function measureStep(
  page: Page,
  work: () => Promise<number>,
  { name, act, there, goal }: Step,
): Promise<number[]> {
  await seenOf(page);
  const awaited = typeof there === "string" ? there : await there(page);
  const before = await work();
  const figures = await timed(page, { sign: awaited, there: awaited, act });
  // The content has loaded, and the browser has reported the clicks.
  await page.waitForTimeout(600);
  const worked = (await work()) - before;
  const { presses } = await seenOf(page);
  const worst = Math.max(0, ...presses);
  const met = worst <= goals.inp && (!goal || (figures.there ?? Number.POSITIVE_INFINITY) <= goal);
  row(name, worked.toFixed(0), worst.toFixed(0), figures.there?.toFixed(0) ?? "never", "", met);
  return presses;
}

interface Seen extends Load {
  presses: number[];
}

/** What has been measured so far; clicks are reported once. */
function seenOf(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { take: () => Seen }).take());
}

/** In the page: records the largest paint, layout shifts, long tasks and each click. */
function watchPage(): void {
  const presses = new Map<number, number>();
  let lcp = 0;
  let cls = 0;
  let group = { sum: 0, first: 0, last: 0 };
  const watch = (type: string, hear: (entry: PerformanceEntry) => void) => {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe(options);
  };
  watch("largest-contentful-paint", ({ startTime }) => {
    lcp = startTime;
  });
  // Shifts within a second of each other count as one, for five seconds at most.
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput, startTime } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (hadRecentInput) return;
    const goesOn = startTime - group.last < 1_000 && startTime - group.first < 5_000;
    group = goesOn
      ? { ...group, sum: group.sum + value, last: startTime }
      : { sum: value, first: startTime, last: startTime };
    cls = Math.max(cls, group.sum);
  });
  let painted = Number.POSITIVE_INFINITY;
  const tasks: PerformanceEntry[] = [];
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") painted = startTime;
  });
  watch("longtask", (entry) => void tasks.push(entry));
  const blockedIn = ({ startTime, duration }: PerformanceEntry) =>
    Math.max(0, startTime + duration - Math.max(startTime, painted) - 50);
  watch("event", (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
    if (!interactionId) return;
    presses.set(interactionId, Math.max(presses.get(interactionId) ?? 0, duration));
  });
  const take = () => {
    const told = [...presses.values()];
    presses.clear();
    const blocked = tasks.reduce((sum, task) => sum + blockedIn(task), 0);
    return { lcp, cls, blocked, presses: told };
  };
  Object.assign(window, { take });
}

function row(
  what: string,
  note: string,
  first: string,
  second: string,
  third: string,
  met?: boolean,
): void {
  const verdict = met === undefined ? "" : met ? "met" : "MISSED";
  const figures = [note.padStart(8), first.padStart(9), second.padStart(13), third.padStart(12)];
  say(`${what.padEnd(40)}${figures.join("")}  ${verdict}`);
}
