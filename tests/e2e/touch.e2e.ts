import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "./fixtures.ts";
import { makeTicket } from "./ticket-steps.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Fields whose letters are so small that a phone zooms in on them. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const untyped = "[type=checkbox], [type=radio], [type=file], [type=color]";
    return [...document.querySelectorAll(`input:not(${untyped}), textarea, select`)]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 160));
  });
}

test("no field makes a phone zoom in on it", async ({ page, desk, signedIn }) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(await smallFields(page)).toEqual([]);

  await signedIn("Super Admin");
  const { address } = await makeTicket(desk);
  const places = [address, "/ticket/new", "/user/log", "/settings/desk"];
  for (const place of places) {
    await page.goto(place);
    await expect(page.getByRole("main").locator("input, textarea").first()).toBeVisible();
    expect(await smallFields(page), place).toEqual([]);
  }
});

test("all that helps to write stands in one row", async ({ page, desk, signedIn }) => {
  await signedIn("Agent");
  const { address } = await makeTicket(desk);
  /** How many rows the buttons from the first to the last of them make. */
  const rows = (place: Locator) =>
    place.evaluate((parent) => {
      const buttons = [...parent.querySelectorAll("button")].filter((it) => it.checkVisibility());
      return new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size;
    });
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(address);
    for (const kind of ["Reply", "Note"]) {
      const composer = page.getByRole("region", { name: /^Write / });
      await composer.getByRole("textbox").focus();
      await composer.getByRole("button", { name: new RegExp(`^${kind}`) }).click();
      await expect(composer.getByRole("button", { name: "Preview" })).toBeVisible();
      const bar = composer.getByRole("toolbar", { name: "Formatting" }).locator("..");
      expect(await rows(bar), `${kind} at ${width} px`).toBe(1);
    }
    await page.goto("/ticket/new");
    const bar = page.getByRole("toolbar", { name: "Formatting" }).locator("..");
    await expect(bar).toBeVisible();
    expect(await rows(bar), `a new ticket at ${width} px`).toBe(1);
  }
});
