import { endSessionsOf, expect, testPassword } from "./fixtures.ts";
import {
  changePassword,
  failCalls,
  fillChangePassword,
  openChangePassword,
  seeRows,
  sessionAlert,
  shellOf,
} from "./steps.ts";
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

test.describe("after an act the focus is on what changed, on what is wrong, or where it was", () => {
  test("a previous password that is wrong", async ({ page, signedIn }) => {
    await signedIn("Agent");
    await page.goto("/profile");
    const dialog = await changePassword(page, {
      old: "wrong",
      next: "another12",
      confirm: "another12",
    });
    await expect(dialog.getByLabel("Previous Password")).toHaveAttribute("aria-invalid");
    await expect(dialog.getByLabel("Previous Password")).toBeFocused();
  });

  test("a session that ended while a dialog was open", async ({ page, signedIn, desk }) => {
    const me = await signedIn("Agent");
    await page.goto("/profile");
    const dialog = await openChangePassword(page);
    const next = "another12";
    await fillChangePassword(dialog, { old: testPassword, next, confirm: next });
    await endSessionsOf(desk, me);
    await page.keyboard.press("Enter");
    await expect(
      sessionAlert(page).getByRole("button", { name: "Go to sign-in page" }),
    ).toBeFocused();
  });

  test("a profile that was saved", async ({ page, signedIn }) => {
    await signedIn("Agent");
    await page.goto("/profile");
    await page.getByLabel("First name").fill("Renamed");
    const save = page.getByRole("button", { name: "Save profile" });
    await save.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Profile saved")).toBeVisible();
    await expect(save).toBeDisabled();
    await expect(save).toBeFocused();
  });

  test("a list that was tried again", async ({ page, signedIn, watch }) => {
    watch.allow(/status of 500/);
    await signedIn("Super Admin");
    await page.goto("/ticket/log");
    await seeRows(page, /^Tickets/);
    await failCalls(page, /users\.list/);
    await shellOf(page).entry("Users").click();
    const again = page.getByRole("main").getByRole("button", { name: "Try again" });
    await again.focus();
    await page.unroute(/users\.list/);
    await page.keyboard.press("Enter");
    await seeRows(page, "Users");
    await expect(page.locator("[data-row] a").first()).toBeFocused();
  });
});
