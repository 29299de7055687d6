import { expect, type Page, test } from "./fixtures.ts";
import { seeRows, shellOf } from "./steps.ts";

const sheetCode = /\/assets\/KeySheet-.*\.js$/;
const paletteCode = /\/assets\/Palette-.*\.js$/;
const menuCode = /\/assets\/OrderMenu-.*\.js$/;

const coming = (page: Page) => page.locator("[data-slot=coming]");
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keys" });
const sort = (page: Page) => page.getByRole("button", { name: /^Sort/ });

/** Code whose name is like this is on its way until it is let go; then it has come, and was drawn. */
async function holdCode(page: Page, name: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(name);
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

async function openList(page: Page): Promise<void> {
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
}

test("a dialog on its way is called off by Escape, by a press elsewhere and by another page", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const letCome = await holdCode(page, sheetCode);
  await openList(page);
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
  await letCome();
  await expect(sheet(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
});

test("what is written while the palette is on its way stands in it", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  const letCome = await holdCode(page, paletteCode);
  await openList(page);
  await page.keyboard.press("Control+k");
  await expect(coming(page)).toBeAttached();
  await page.keyboard.type("das");
  await letCome();
  const box = page.getByRole("dialog").getByRole("combobox");
  await expect(box).toHaveValue("das");
  await page.keyboard.type("hb");
  await expect(box).toHaveValue("dashb");
  // As long as the focus is not in it yet.
  await box.evaluate((input) => input.blur());
  await page.keyboard.press("o");
  await expect(box).toHaveValue("dashbo");
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(box).toHaveValue("");
});

test("a menu opens only for who is still at its button, and Escape calls it off", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  const letCome = await holdCode(page, menuCode);
  await openList(page);
  await sort(page).press("Enter");
  await expect(sort(page)).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  await expect(sort(page)).not.toHaveAttribute("aria-busy");
  await expect(sort(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sort(page)).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Tab");
  await letCome();
  await expect(sort(page)).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await sort(page).press("Enter");
  await expect(page.getByRole("menuitemradio").first()).toBeFocused();
});

test("what was refused without a line does not open by itself when there is one", async ({
  page,
  context,
  signedIn,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signedIn("Agent");
  const codes = [sheetCode, menuCode];
  const addresses = new Map<RegExp, string>();
  for (const code of codes) {
    await page.route(code, (route) => {
      addresses.set(code, route.request().url());
      return route.abort();
    });
  }
  await openList(page);
  await context.setOffline(true);
  const bar = page.getByText(/^Offline since/);
  await expect(bar).toBeVisible();
  const told = shellOf(page).notices.getByText("Not loaded: there is no connection.");
  await page.keyboard.press("?");
  await expect(told).toHaveCount(1);
  await expect(coming(page)).toHaveCount(0);
  await sort(page).press("Enter");
  await expect(told).toHaveCount(2);
  for (const code of codes) await page.unroute(code);
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  for (const address of addresses.values()) await codeIsThere(page, address);
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await sort(page).press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
});

test("commands that cannot come say so, and what is typed for them is no key of the page", async ({
  page,
  context,
  signedIn,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signedIn("Agent");
  await page.route(paletteCode, (route) => route.abort());
  await openList(page);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await page.keyboard.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Commands" });
  await expect(commands).toContainText("Not loaded: there is no connection.");
  await page.keyboard.type("cj");
  await expect(commands).toBeFocused();
  await expect(page.locator("[data-cursor]")).toHaveCount(0);
  await expect(page).toHaveURL(/ticket.log/);
  await page.keyboard.press("Escape");
  await expect(commands).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page.locator("[data-cursor]")).toHaveCount(1);
});
