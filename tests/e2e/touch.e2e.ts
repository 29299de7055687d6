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
