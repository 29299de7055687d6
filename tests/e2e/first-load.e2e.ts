import type { Request } from "@playwright/test";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { seeRows } from "./steps/anywhere.ts";

interface Load {
  /** How much of it moved, as browsers count it (CLS, here without the pauses that it leaves out). */
  moved: number;
  /** As they came over the line, with their headers. */
  bytes: { total: number; script: number };
  requests: string[];
  sizes: string[];
}

/** Opens a page as a browser does that was never here, and takes gzip and nothing better. */
async function measureLoad(page: Page, open: () => Promise<unknown>): Promise<Load> {
  const devTools = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const paths = new Map<string, string>();
  const load: Load = { moved: 0, bytes: { total: 0, script: 0 }, requests: [], sizes: [] };
  devTools.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return;
    types.set(requestId, type ?? "");
    load.requests.push(new URL(request.url).pathname);
    paths.set(requestId, `${type} ${request.url}`);
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === undefined) return;
    load.bytes.total += encodedDataLength;
    load.sizes.push(`${encodedDataLength} ${paths.get(requestId)}`);
    if (type === "Script" || type === "Preload") load.bytes.script += encodedDataLength;
  });
  await devTools.send("Network.enable");
  await page.addInitScript(countMoves);
  await page.setExtraHTTPHeaders({ "accept-encoding": "gzip" });
  await open();
  await settled(page);
  load.moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
  return load;
}

/** In the page. */
function countMoves(): void {
  const page = Object.assign(window, { moved: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.moved += (entry as never as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

const kilobyte = 1024;

test("/login takes at most 130 KB of JavaScript, and stays where it is drawn", async ({ page }) => {
  const { bytes, requests, moved } = await measureLoad(page, async () => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  });
  expect(requests.some((path) => path.endsWith(".js"))).toBe(true);
  expect(bytes.script).toBeGreaterThan(20 * kilobyte);
  expect(bytes.script).toBeLessThanOrEqual(130 * kilobyte);
  expect(moved).toBeLessThanOrEqual(0.05);
});

test("the ticket list takes at most 200 KB of JavaScript, and the page 230 KB in 12 requests; what came once is kept", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const load = await measureLoad(page, async () => {
    await page.goto("/ticket/log");
    await seeRows(page, "Tickets: All open");
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/\d/);
    await expect(page.getByRole("link", { name: /^Unassigned\s*\d+$/ })).toBeVisible();
  });
  const { bytes, requests, moved } = load;
  expect(bytes.script).toBeGreaterThan(60 * kilobyte);
  expect(bytes.script, load.sizes.join("\n")).toBeLessThanOrEqual(200 * kilobyte);
  expect(bytes.total, JSON.stringify(load.sizes)).toBeLessThanOrEqual(230 * kilobyte);
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(12);
  expect(moved).toBeLessThanOrEqual(0.05);

  await test.step("the page alone is asked for again", async () => {
    const finished: Request[] = [];
    page.on("requestfinished", (request) => finished.push(request));
    await page.goto("/ticket/log?view=all");
    await seeRows(page, "Tickets: All");
    await settled(page);
    const assets = finished.filter((request) =>
      new URL(request.url()).pathname.startsWith("/assets/"),
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets)
      expect((await asset.sizes()).responseBodySize, asset.url()).toBeLessThanOrEqual(0);
  });
});
