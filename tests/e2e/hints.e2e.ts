import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { seeRows } from "./steps/anywhere.ts";

const bubble = (page: Page) => page.locator('[data-slot="hint"]');

/** A cell whose text is cut, or not. */
async function textOf(page: Page, { cut }: { cut: boolean }): Promise<Locator> {
  const texts = page.locator("td [data-hint-cut]");
  const index = await texts.evaluateAll(
    (all, cut) =>
      all.findIndex(
        ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth === cut,
      ),
    cut,
  );
  return texts.nth(index);
}

function nextPress(page: Page): Promise<[number, number]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const hear = ({ clientX: x, clientY: y }: PointerEvent) => resolve([x, y]);
        document.addEventListener("pointerdown", hear, { once: true });
      }),
  );
}

test("truncated text is shown completely on hover; a button's hint shows by keyboard too", async ({
  page,
  signedIn,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await signedIn("Super Admin");
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  // If a snooze ends just then, rows move and the pointer is over another text.
  await expect(async () => {
    const cut = await textOf(page, { cut: true });
    const words = (await cut.getAttribute("data-hint")) ?? "";
    await cut.hover();
    await expect(bubble(page)).toHaveText(words, { timeout: 3_000 });
  }).toPass();
  await (await textOf(page, { cut: false })).hover();
  await expect(bubble(page)).toHaveCount(0);

  const link = page.getByRole("link", { name: "New ticket" });
  await page.getByRole("button", { name: "Save view" }).focus();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect(bubble(page)).toContainText("New ticket");
  await page.keyboard.press("Escape");
  await expect(bubble(page)).toHaveCount(0);

  await test.step("not when the focus only returns from a menu", async () => {
    await page.keyboard.press("Tab");
    const saves = page.getByRole("button", { name: "Save view" });
    await saves.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Save view" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(saves).toBeFocused();
    await expect(bubble(page)).toHaveCount(0);
  });

  await test.step("an icon without its label shows it", async () => {
    await page.getByRole("main").locator("[data-row]").first().click();
    const cards = page.getByRole("main").locator("[data-row] article");
    await cards
      .getByRole("img", { name: /^Priority / })
      .first()
      .hover();
    await expect(bubble(page)).toHaveText(/^Priority (Low|Normal|High|Urgent)$/);
  });
});

test("a page scrolling under a resting pointer does not hide a hint, even if its code loaded late", async ({
  page,
  signedIn,
}) => {
  let come = () => {};
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route("**/follow-hints*", async (route) => {
    await asked;
    await route.continue();
  });
  await signedIn("Super Admin");
  await page.goto("/user/log");
  await seeRows(page, "Users");
  const row = page.locator("[data-row-link]").first();
  const pressed = nextPress(page);
  await row.click();
  const close = page.getByRole("link", { name: "Close", exact: true });
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await close.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  come();
  await expect(bubble(page)).toContainText("Close");
  // The browser reports when something else is under the pointer, after a hint has had time to disappear.
  await page.evaluate(
    async ([x, y]) => {
      const under = document.elementFromPoint(x, y);
      const there = { clientX: x, clientY: y, pointerType: "mouse", bubbles: true };
      under?.dispatchEvent(new PointerEvent("pointerover", there));
      await new Promise((resolve) => setTimeout(resolve, 400));
    },
    await pressed,
  );
  await expect(bubble(page)).toContainText("Close");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("a long press shows a hint and does nothing else", async ({ page, signedIn }) => {
    await signedIn("Super Admin");
    await page.goto("/ticket/log?q=quagga-9");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    const link = page.getByRole("main").getByRole("link", { name: "New ticket" }).first();
    const box = await link.boundingBox();
    const point = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 };
    const finger = await page.context().newCDPSession(page);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await expect(bubble(page)).toContainText("New ticket");
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(bubble(page)).toBeVisible();
    await expect(page).toHaveURL(/\/ticket\/log/);
    await page.touchscreen.tap(point.x, point.y);
    await expect(page).toHaveURL("/ticket/new?q=quagga-9");
  });
});
