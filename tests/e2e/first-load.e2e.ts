import type { Request } from "@playwright/test";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { holdBack, seeRows } from "./steps/anywhere.ts";
import { makeTicket } from "./steps/ticket.ts";

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

test("/login takes at most 128 KB of JavaScript and does not move after it is drawn", async ({
  page,
}) => {
  const { script, scripts, moved } = await measureLoad(page, async () => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  });
  expect(script).toBeGreaterThan(20);
  expect(script, scripts.join("\n")).toBeLessThanOrEqual(128);
  expect(moved).toBeLessThanOrEqual(0.05);
});

test("the ticket list takes at most 245 KB of JavaScript, 281 KB and 18 requests, and does not move; its files stay in the browser's cache", async ({
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
  expect(script, scripts.join("\n")).toBeLessThanOrEqual(245);
  expect(total).toBeLessThanOrEqual(281);
  expect(requests).toBeLessThanOrEqual(18);
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

test("a ticket opened by its address needs at most 23 requests and 297 KB until its conversation is on screen; at rest 60 files are loaded", async ({
  page,
  desk,
  signedIn,
}) => {
  const { ticket, company } = await makeTicket(desk, { messages: 3 });
  await signedIn("Agent", { companies: [{ id: company.id, seesAllTickets: true }] });
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.addInitScript(noteConversation);
  await page.setExtraHTTPHeaders({ "accept-encoding": "br, gzip" });
  await page.goto(`/ticket/${ticket.number}`);
  await expect(page.getByRole("article").first()).toBeVisible();
  const loaded = await page.evaluate(
    () => (window as unknown as { loaded: string[] | undefined }).loaded ?? [],
  );
  // The page itself is not a resource of the page.
  const first = requests.filter(
    (request) => request.isNavigationRequest() || loaded.includes(request.url()),
  );
  let total = 0;
  for (const request of first) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    total += (responseBodySize + responseHeadersSize) / 1024;
  }
  const names = first.map((request) => new URL(request.url()).pathname).join("\n");
  expect(first.length, names).toBeGreaterThan(10);
  expect(first.length, names).toBeLessThanOrEqual(23);
  expect(total, names).toBeLessThanOrEqual(297);

  await page.waitForRequest(/\/assets\/settings-page-/, { timeout: 20_000 });
  await settled(page);
  const files = new Set(
    requests.map((request) => request.url()).filter((url) => url.includes("/assets/")),
  );
  expect(files.size, [...files].join("\n")).toBeLessThanOrEqual(60);
});

/** In the page: what was requested before the first message was drawn. */
function noteConversation(): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[aria-label="Conversation"] article')) return;
    seen.disconnect();
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    Object.assign(window, { loaded });
  });
  seen.observe(document, { childList: true, subtree: true });
}

test("the conversation is read before its composer has loaded, does not move when it comes, and early keys are typed into it", async ({
  page,
  desk,
  signedIn,
}) => {
  const { ticket } = await makeTicket(desk, { messages: 12 });
  await signedIn("Super Admin");
  await page.addInitScript(countMoves);
  const letCome = await holdBack(page, /\/assets\/ticket-tools-.*\.js$/);
  await page.goto(`/ticket/${ticket.number}`);
  const last = page.getByRole("article").last();
  await expect(last).toContainText("Message 12");
  const place = await last.boundingBox();
  await page.keyboard.press("r");
  await page.keyboard.type("On our way");
  letCome();
  const field = page.getByRole("textbox", { name: "Reply" });
  await expect(field).toHaveValue("On our way");
  await expect(page.getByRole("complementary", { name: "Properties" })).toContainText("Assignee");
  await field.fill("");
  await field.blur();
  await expect.poll(() => last.boundingBox()).toEqual(place);
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(
    0.05,
  );
});

for (const role of ["Super Admin", "Customer"] as const) {
  test(`the composer of a ${role} takes the space that was held for it, also on a phone and in a closed ticket`, async ({
    page,
    desk,
    signedIn,
  }) => {
    const open = await makeTicket(desk, { messages: 12 });
    const closed = await makeTicket(desk, { messages: 12, status: "closed" });
    const companies = [open, closed].map(({ company }) => ({ ...company, seesAllTickets: true }));
    await signedIn(role, role === "Customer" ? { companies } : {});
    const conversation = page.getByLabel("Conversation", { exact: true });
    const composer = page.getByRole("region", { name: /^(Write a reply|Composer)$/ });
    for (const { ticket } of [open, closed]) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const letCome = await holdBack(page, /\/assets\/ticket-tools-.*\.js$/);
        await page.goto(`/ticket/${ticket.number}`);
        await expect(conversation).toContainText("Message 12");
        const before = await conversation.boundingBox();
        letCome();
        await expect(composer.getByRole("textbox").or(composer.getByRole("link"))).toBeVisible();
        expect(await conversation.boundingBox(), `${ticket.status}, ${width} px`).toEqual(before);
        await page.unroute(/\/assets\/ticket-tools-.*\.js$/);
      }
    }
  });
}
