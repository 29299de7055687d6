import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { leadTo, restingTop, seeRows, shellOf } from "./steps/anywhere.ts";
import { offlineBar as bar, offline } from "./steps/line.ts";
import { leadToTicket, makeTicket } from "./steps/ticket.ts";

const sheetCode = /\/assets\/overlays-.*\.js$/;
const dashboardCode = /\/assets\/dashboard-page-.*\.js$/;

const coming = (page: Page) => page.locator("[data-slot=coming]");
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Holds back code whose name matches; releasing it resolves once it has loaded and was drawn. */
async function holdCode(page: Page, name: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(name, { timeout: 0 });
  await page.route(name, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await codeIsThere(page, (await asked).url());
  };
}

async function codeIsThere(page: Page, address: string): Promise<void> {
  await page.evaluate(async (address) => {
    await import(address);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, address);
}

test("loading content only appears while it is still wanted, and does not disturb the page", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const letSheetCome = await holdCode(page, sheetCode);
  const letDashboardCome = await holdCode(page, dashboardCode);
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);

  await test.step("a page left before it loaded does not leave its title behind", async () => {
    await shellOf(page).entry("Dashboard").click();
    await expect(page).toHaveTitle(/^Dashboard/);
    await page.goBack();
    await seeRows(page, /^Tickets/);
    await expect(page).toHaveTitle(/^All open/);
    await expect(page.getByRole("banner")).toContainText("All open");
  });

  await test.step("and the conversation behind it keeps its scroll position", async () => {
    const made = await makeTicket(desk, { messages: 30 });
    // Next to a loaded list, since new text is not indexed yet.
    const address = `/ticket/${made.ticket.number}?view=all-open`;
    const { conversation } = await leadToTicket(page, { ...made, address });
    await expect(conversation.getByText("Message 30 about")).toBeInViewport();
    await conversation.hover();
    await page.mouse.wheel(0, -1500);
    await expect(conversation.getByText("Message 30 about")).not.toBeInViewport();
    const top = await restingTop(conversation);
    await shellOf(page).entry("Dashboard").click();
    await expect(page).toHaveTitle(/^Dashboard/);
    await page.goBack();
    await expect(conversation).toBeVisible();
    await expect(page).toHaveTitle(/^#/);
    await letDashboardCome();
    expect(await conversation.evaluate((element) => element.scrollTop)).toBeCloseTo(top, -1);
    await leadTo(page, "/ticket/log");
    await seeRows(page, /^Tickets/);
  });

  await test.step("a loading dialog is cancelled by Escape, a click elsewhere and another page", async () => {
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("heading", { level: 1 }).click(),
      async () => {
        await page.goBack();
        await expect(page).toHaveURL(/\/ticket\/log/);
      },
    ];
    await shellOf(page).entry("Users").click();
    await seeRows(page, "Users");
    for (const callOff of ways) {
      await page.keyboard.press("?");
      await expect(coming(page)).toBeAttached();
      await callOff();
      await expect(coming(page)).toHaveCount(0);
    }
    await letSheetCome();
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
  });
});

test("a dialog refused while offline does not open by itself later", async ({
  page,
  context,
  signedIn,
  watch,
}) => {
  watch.allow(offline);
  await signedIn("Agent");
  const codes = [sheetCode];
  const addresses = new Map<RegExp, string>();
  for (const code of codes) {
    await page.route(code, (route) => {
      addresses.set(code, route.request().url());
      return route.abort();
    });
  }
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();

  await test.step("a dialog that failed to load is reported, and opens when it is requested again", async () => {
    await holdNotices(page);
    const told = shellOf(page).notices.getByText("You're offline. This couldn't be loaded.");
    await page.keyboard.press("?");
    await expect(told).toHaveCount(1);
    await expect(coming(page)).toHaveCount(0);
    for (const code of codes) await page.unroute(code);
    await context.setOffline(false);
    await expect(bar(page)).toHaveCount(0);
    expect(addresses.size).toBe(codes.length);
    for (const address of addresses.values()) await codeIsThere(page, address);
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible();
  });
});
