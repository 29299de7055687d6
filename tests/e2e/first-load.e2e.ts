import { expect, type Page, test } from "./fixtures.ts";
import { seeRows } from "./steps.ts";

interface Load {
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
  const load: Load = { bytes: { total: 0, script: 0 }, requests: [], sizes: [] };
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
  // The types do not know this one.
  const gzip = { encodings: ["gzip"] };
  await Reflect.apply(devTools.send, devTools, ["Network.setAcceptedEncodings", gzip]);
  await open();
  await page.waitForLoadState("networkidle");
  return load;
}

const kilobyte = 1024;

test("/login takes at most 120 KB of JavaScript", async ({ page }) => {
  const { bytes, requests } = await measureLoad(page, async () => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  });
  expect(requests.some((path) => path.endsWith(".js"))).toBe(true);
  expect(bytes.script).toBeGreaterThan(20 * kilobyte);
  expect(bytes.script).toBeLessThanOrEqual(120 * kilobyte);
});

test("the ticket list takes at most 170 KB of JavaScript, and the page 200 KB in 12 requests", async ({
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
  const { bytes, requests } = load;
  expect(bytes.script).toBeGreaterThan(60 * kilobyte);
  expect(bytes.script).toBeLessThanOrEqual(170 * kilobyte);
  expect(bytes.total, JSON.stringify(load.sizes)).toBeLessThanOrEqual(200 * kilobyte);
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(12);
});

test("what came once is kept, and the page alone is asked for again", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  const fromServer: string[] = [];
  page.on("requestfinished", async (request) => {
    const { responseBodySize } = await request.sizes();
    if (responseBodySize > 0) fromServer.push(new URL(request.url()).pathname);
  });
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  await page.waitForLoadState("networkidle");
  expect(fromServer.filter((path) => path.startsWith("/assets/"))).toEqual([]);
});
