import { expect } from "./fixtures.ts";
import { test } from "./ticket-fixtures.ts";

test("what is begun once a picker is gone keeps the focus", async ({ page, atTicket }) => {
  const { made } = await atTicket();
  await page.getByRole("button", { name: "Add a follower" }).click();
  const option = page.getByRole("option").first();
  await expect(option).toBeVisible();
  // A machine that is busy: what is to happen next happens later.
  await page.evaluate(() => {
    const { setTimeout: real } = window;
    Object.assign(window, {
      setTimeout: (act: () => void, ms = 0) => real(act, ms || 500),
    });
  });
  await option.click();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  const subject = page.getByRole("heading", { level: 1, name: made.ticket.subject });
  await subject.getByRole("button").click();
  await page.waitForTimeout(700);
  await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
});

test("a hint takes no key from the dialog it stands above", async ({ page, atTicket }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await atTicket();
  await page.getByRole("button", { name: "Details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[data-hint]").first().hover();
  await expect(page.locator("[data-slot=hint]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
