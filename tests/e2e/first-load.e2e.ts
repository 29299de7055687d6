import type { Request } from "@playwright/test";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { seeRows } from "./steps/anywhere.ts";

interface Load {
  /** How much the page moved (CLS, including the pauses that browsers leave out). */
  moved: number;
  /** Transferred kilobytes, with headers. */
  total: number;
  /** Kilobytes of JavaScript, gzip. */
  script: number;
  scripts: string[];
  requests: number;
}

/** Opens a page like a first visit, in a browser that accepts gzip only. */
async function measureLoad(page: Page, open: () => Promise<unknown>): Promise<Load> {
  const finished: Request[] = [];
  page.on("requestfinished", (request) => finished.push(request));
  await page.addInitScript(countMoves);
  await page.setExtraHTTPHeaders({ "accept-encoding": "gzip" });
  await open();
  // Code loaded when the page is idle is not part of the first load.
  const first = [...finished];
  await settled(page);
  const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
  const load: Load = { moved, total: 0, script: 0, scripts: [], requests: first.length };
  for (const request of first) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    load.total += (responseBodySize + responseHeadersSize) / 1024;
    if (!request.url().endsWith(".js")) continue;
    load.script += responseBodySize / 1024;
    load.scripts.push(`${responseBodySize} ${request.url()}`);
  }
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

test("/login takes at most 132 KB of JavaScript and does not move after it is drawn", async ({
  page,
}) => {
  const { script, scripts, moved } = await measureLoad(page, async () => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  });
  expect(script).toBeGreaterThan(20);
  expect(script, scripts.join("\n")).toBeLessThanOrEqual(132);
  expect(moved).toBeLessThanOrEqual(0.05);
});

test("the ticket list takes at most 252 KB of JavaScript, 295 KB and 44 requests, and does not move; its files stay in the browser's cache", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const { script, scripts, total, requests, moved } = await measureLoad(page, async () => {
    await page.goto("/ticket/log");
    await seeRows(page, "Tickets: All open");
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/\d/);
    await expect(page.getByRole("link", { name: /^Unassigned\s*\d+$/ })).toBeVisible();
  });
  expect(script).toBeGreaterThan(60);
  expect(script, scripts.join("\n")).toBeLessThanOrEqual(252);
  expect(total).toBeLessThanOrEqual(295);
  expect(requests).toBeLessThanOrEqual(44);
  expect(moved).toBeLessThanOrEqual(0.05);

  await test.step("only the page itself is requested again", async () => {
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
