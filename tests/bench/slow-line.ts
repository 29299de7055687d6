import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/accounts.ts";
import { signInBrowser } from "../e2e/fixtures.ts";
import { findBrowser } from "../runner/browser.ts";
import { argument, say } from "../support/harness.ts";
import { endSpawned, makeDataFolder, startServer } from "../support/spawned-server.ts";
import { type Act, actsOf, openings } from "./slow-line-acts.ts";

/**
 * `bun tests/bench/slow-line.ts`: on a line of 400 kbit/s with 400 ms latency, how long a click waits
 * for a sign that it was heard, and for what it asked for. `--only pattern` for some of the acts.
 */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const only = new RegExp(argument("--only") ?? "");

const accounts = { "Super Admin": "admin", Agent: "agent", Customer: "customer" } as const;
type Role = keyof typeof accounts;

const executablePath = (await findBrowser(say)) ?? undefined;
const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
const server = await startServer({ DATA_DIR: await makeDataFolder() });
const browser = await chromium.launch({ executablePath, args });
try {
  tell("", "", "sign ms", "there ms");
  for (const role of Object.keys(accounts) as Role[]) {
    for (const act of actsOf(role)) {
      if (only.test(`${role}: ${act.name}`)) await measureAct(role, act);
    }
  }
  for (const opening of openings) {
    if (only.test(opening.name)) await measureOpening(opening);
  }
} finally {
  await browser.close();
  await endSpawned();
}
process.exit(0);

/** Once as soon as the page stands, and once when it has fetched what it fetches while at rest. */
async function measureAct(role: Role, act: Act): Promise<void> {
  for (const state of ["at once", "at rest"] as const) {
    const context = await contextOf(role);
    const page = await context.newPage();
    await page.goto(new URL(act.at, server.url).href);
    await page.locator(act.from).first().waitFor();
    if (state === "at rest") await atRest(page);
    await act.before?.(page);
    await slow(page);
    const figures = await timed(page, act);
    tell(`${role}: ${act.name}`, state, ...figures);
    await context.close();
  }
}

async function measureOpening({ name, at, role, sign, there, cached }: (typeof openings)[number]) {
  const context = await contextOf(role);
  await context.addInitScript(watchFrames, { sign, there });
  const page = await context.newPage();
  if (cached) {
    await page.goto(new URL(at, server.url).href);
    await page.locator(there).first().waitFor();
  }
  await slow(page);
  await page.goto(new URL(at, server.url).href, { waitUntil: "commit" });
  const figures = await figuresOf(page);
  tell(name, cached ? "again" : "first time", ...figures);
  await context.close();
}

async function contextOf(role: Role | null): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (role) {
    const desk = { url: server.url } as Parameters<typeof signInBrowser>[1];
    await signInBrowser(context, desk, `${accounts[role]}@demo.test`, demoPassword);
  }
  return context;
}

async function slow(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", line);
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

async function timed(page: Page, { sign, there, act }: Act): Promise<[string, string]> {
  await page.evaluate(watchFrames, { sign, there, after: "pointerdown keydown" });
  await act(page);
  return figuresOf(page);
}

async function figuresOf(page: Page): Promise<[string, string]> {
  await page
    .waitForFunction(() => (window as unknown as Watched).figures?.there !== undefined, null, {
      timeout: 30_000,
    })
    .catch(() => {});
  const { sign, there } = await page.evaluate(() => (window as unknown as Watched).figures);
  return [sign, there].map((ms) => ms?.toFixed(0) ?? "never") as [string, string];
}

interface Watched {
  figures: { sign?: number; there?: number };
}

/** In the page: looks at each frame for what is waited for, from the first press, or from the start. */
function watchFrames({ sign, there, after }: { sign: string; there: string; after?: string }) {
  const figures: Watched["figures"] = {};
  Object.assign(window, { figures });
  const isSeen = (selector: string) =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
  const begin = (start: number) => {
    const look = () => {
      const took = performance.now() - start;
      if (figures.sign === undefined && isSeen(sign)) figures.sign = took;
      if (figures.there === undefined && isSeen(there)) figures.there = took;
      if (figures.there === undefined || figures.sign === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  if (!after) return begin(0);
  let begun = false;
  for (const kind of after.split(" ")) {
    const hear = ({ timeStamp }: Event) => {
      if (!begun) begin(timeStamp);
      begun = true;
    };
    addEventListener(kind, hear, { capture: true, once: true });
  }
}

function tell(name: string, state: string, sign: string, there: string): void {
  say(name.padEnd(48) + state.padEnd(12) + sign.padStart(9) + there.padStart(9));
}
