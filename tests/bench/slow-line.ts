import type { Page } from "@playwright/test";
import { argument, say } from "../support/harness.ts";
import { type ContextOf, type DemoRole, demoRoles, inDemoBrowser } from "./demo-browser.ts";
import { type Act, actsOf, openings } from "./slow-line-acts.ts";
import { type Figures, figuresOf, timed, watchFrames } from "./watch-frames.ts";

/**
 * `bun tests/bench/slow-line.ts`: on a line of 400 kbit/s with 400 ms latency, how long a click waits
 * for a sign that it was heard, and for what it asked for. `--only pattern` for some of the acts.
 */
const slowLine = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const only = new RegExp(argument("--only") ?? "");

await inDemoBrowser(async (contextOf) => {
  line("", "", "sign ms", "there ms");
  for (const role of demoRoles) {
    for (const act of actsOf(role)) {
      if (only.test(`${role}: ${act.name}`)) await measureAct(contextOf, role, act);
    }
  }
  for (const opening of openings) {
    if (only.test(opening.name)) await measureOpening(contextOf, opening);
  }
});
process.exit(0);

/** Once as soon as the page is shown, and once after its idle loading. */
async function measureAct(contextOf: ContextOf, role: DemoRole, act: Act): Promise<void> {
  for (const state of ["at once", "at rest"] as const) {
    const context = await contextOf(role);
    const page = await context.newPage();
    await page.goto(act.at);
    await page.locator(act.from).first().waitFor();
    if (state === "at rest") await atRest(page);
    await act.before?.(page);
    await slow(page);
    const figures = await timed(page, act);
    tell(`${role}: ${act.name}`, state, figures);
    await context.close();
  }
}

async function measureOpening(
  contextOf: ContextOf,
  { name, at, role, sign, there, cached }: (typeof openings)[number],
): Promise<void> {
  const context = await contextOf(role);
  await context.addInitScript(watchFrames, { sign, there });
  const page = await context.newPage();
  if (cached) {
    await page.goto(at);
    await page.locator(there).first().waitFor();
  }
  await slow(page);
  await page.goto(at, { waitUntil: "commit" });
  const figures = await figuresOf(page);
  tell(name, cached ? "again" : "first time", figures);
  await context.close();
}

async function slow(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slowLine);
}

/** Parts are fetched one after another, some seconds after the page has come to rest. */
async function atRest(page: Page): Promise<void> {
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  page.on("request", note);
  await page.waitForTimeout(7_000);
  while (Date.now() - last < 1_500) await page.waitForTimeout(200);
  page.off("request", note);
}

function tell(name: string, state: string, { sign, there }: Figures): void {
  line(name, state, inWords(sign), inWords(there));
}

function line(name: string, state: string, sign: string, there: string): void {
  say(name.padEnd(48) + state.padEnd(12) + sign.padStart(9) + there.padStart(9));
}

function inWords(ms: number | undefined): string {
  return ms?.toFixed(0) ?? "never";
}
