import type { Browser, Page } from "@playwright/test";
import { argument, median, say } from "../support/harness.ts";
import { inDemoBrowser } from "./demo-browser.ts";

/**
 * `bun tests/bench/load-work.ts`: what a load costs the processor, of a page that was never there before
 * (`--path /dashboard/log`, as an Agent): how long the page's own thread works, and at what. It is the thread's
 * time, not the clock's, so that other work on the machine hardly moves it.
 */
const path = argument("--path") ?? "/ticket/log";
const rounds = Number(argument("--rounds") ?? 7);
/** Work after this time counts as idle work. */
const lookedAtMs = 2_500;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the thread itself, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** The first match is what the time of an event is spent on, without nested events. */
const kinds: [kind: string, names: RegExp][] = [
  ["memory", /^V8\.GC/],
  ["code read", /^V8\.(Parse|PreParse|Compile|CollectSource|Finalize)|^FlushInstructionCache/],
  ["scripts", /^(FunctionCall|EvaluateScript|v8\.|V8\.|BlinkScheduler_PerformMicrotask)/],
  ["styles", /[Ss]tyle|RuleSet|UpdateLayoutTree/],
  ["layout", /[Ll]ayout|Shape/],
  ["paint", /[Pp]aint|Compositing|Commit|CullRect|Animat/],
  ["the rest", /./],
];

await inDemoBrowser(async (contextOf) => {
  const works: Map<string, number>[] = [];
  // The first one also warms the server.
  for (let round = 0; round <= rounds; round += 1) {
    const context = await contextOf("Agent");
    const work = await workOfLoad(await context.newPage());
    if (round > 0) works.push(work);
    await context.close();
  }
  const inAll = works.map((work) => [...work.values()].reduce((sum, ms) => sum + ms, 0));
  say(`${path}, median of ${rounds} loads, ms of the page's own thread`);
  for (const [kind] of kinds) tell(kind, median(works.map((work) => work.get(kind) ?? 0)));
  tell("in all", median(inAll));
});
process.exit(0);

function tell(kind: string, ms: number): void {
  say(`${kind.padEnd(12)}${ms.toFixed(0).padStart(6)}`);
}

async function workOfLoad(page: Page): Promise<Map<string, number>> {
  const events = await traced(page.context().browser(), async () => {
    await page.goto(path);
    await page.locator("main [aria-busy=false], main h1, main h2").first().waitFor();
    await page.waitForTimeout(lookedAtMs);
  });
  const work = new Map<string, number>();
  const give = ({ name }: TraceEvent, ms: number) => {
    const [kind = ""] = kinds.find(([, names]) => names.test(name)) ?? [];
    work.set(kind, (work.get(kind) ?? 0) + ms);
  };
  const open: TraceEvent[] = [];
  for (const event of ofPage(events)) {
    const { ts, tdur = 0 } = event;
    while (endOf(open.at(-1)) <= ts) open.pop();
    const caller = open.at(-1);
    if (caller) give(caller, -tdur / 1000);
    give(event, tdur / 1000);
    open.push(event);
  }
  return work;
}

function endOf(event: TraceEvent | undefined): number {
  return event ? event.ts + (event.dur ?? 0) : Number.POSITIVE_INFINITY;
}

/** Those of the page's own thread, each after the one that called it. */
function ofPage(events: TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const named = events.filter(({ args }) => args.name === "CrRendererMain").map(threadOf);
  const whole = events.filter((event) => event.ph === "X" && named.includes(threadOf(event)));
  const threads = [...Map.groupBy(whole, threadOf).values()];
  // A blank page has one too.
  const [busiest = []] = threads.sort((a, b) => b.length - a.length);
  return busiest.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}

async function traced(browser: Browser | null, load: () => Promise<void>): Promise<TraceEvent[]> {
  const devTools = await browser?.newBrowserCDPSession();
  if (!devTools) throw new Error("This browser cannot be traced");
  const events: TraceEvent[] = [];
  devTools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as never[])));
  const includedCategories = [
    ...["toplevel", "blink", "v8", "devtools.timeline"],
    ...["disabled-by-default-devtools.timeline", "disabled-by-default-v8.compile"],
  ];
  await devTools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories },
  });
  await load();
  const whole = new Promise((resolve) => devTools.once("Tracing.tracingComplete", resolve));
  await devTools.send("Tracing.end");
  await whole;
  return events;
}
