import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "./fixtures.ts";
import { resize } from "./screen.ts";
import { leadTo } from "./steps.ts";
import { makeTicket, openTicket } from "./ticket-steps.ts";

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

/** How many rows the buttons in it make. */
const rows = (place: Locator) =>
  place.evaluate((parent) => {
    const buttons = [...parent.querySelectorAll("button")].filter((it) => it.checkVisibility());
    return new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size;
  });

test("no field makes a phone zoom in on it, and all that helps to write stands in one row", async ({
  page,
  desk,
  signedIn,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(await smallFields(page)).toEqual([]);

  await signedIn("Super Admin");
  const made = await makeTicket(desk);
  await openTicket(page, made);
  expect(await smallFields(page), "a ticket").toEqual([]);
  await seeOneRowAtTicket(page);
  await test.step("macros called by a press are gone after one Escape, and so is what they covered free", async () => {
    const composer = page.getByRole("region", { name: /^Write / });
    await composer.getByRole("button", { name: /^Reply/ }).tap();
    await composer.getByRole("button", { name: "Macros" }).tap();
    const macros = page.getByRole("listbox", { name: "Macros" });
    await expect(macros.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(macros).toHaveCount(0);
    await expect(composer.getByRole("textbox")).toHaveValue("/");
    await composer.getByRole("button", { name: /^Note/ }).tap();
    await expect(composer.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  });

  await leadTo(page, "/ticket/new");
  await expect(page.getByRole("button", { name: "Requester" })).toBeVisible();
  expect(await smallFields(page), "a new ticket").toEqual([]);
  const bar = page.getByRole("toolbar", { name: "Formatting" }).locator("..");
  await expectOneRow(page, bar, "a new ticket");

  await test.step("what is marked in a search is as large as what stands in its box", async () => {
    await leadTo(page, "/ticket/log?view=all&q=status%3Aresolved%2Cclosed");
    const size = await page
      .getByRole("combobox", { name: "Search tickets" })
      .evaluate((box) => getComputedStyle(box).fontSize);
    const mark = page.locator('[data-mark="operator"]');
    await expect(mark).toHaveText("status:resolved,closed");
    await expect(mark).toHaveCSS("font-size", size);
  });

  await leadTo(page, "/user/log");
  await expect(page.getByRole("button", { name: "New user" })).toBeVisible();
  await expect(page.getByRole("main").locator("input").first()).toBeVisible();
  expect(await smallFields(page), "the users").toEqual([]);

  await leadTo(page, "/settings/desk");
  await expect(page.getByLabel("Overdue after")).toBeVisible();
  expect(await smallFields(page), "the settings").toEqual([]);
});

async function seeOneRowAtTicket(page: Page): Promise<void> {
  const composer = page.getByRole("region", { name: /^Write / });
  for (const kind of ["Reply", "Note"]) {
    await composer.getByRole("textbox").focus();
    await composer.getByRole("button", { name: new RegExp(`^${kind}`) }).click();
    await expect(composer.getByRole("button", { name: "Preview" })).toBeVisible();
    const bar = composer.getByRole("toolbar", { name: "Formatting" }).locator("..");
    await expectOneRow(page, bar, kind);
  }
}

async function expectOneRow(page: Page, bar: Locator, what: string): Promise<void> {
  for (const width of [390, 360]) {
    await resize(page, { width, height: 844 });
    expect(await rows(bar), `${what} at ${width} px`).toBe(1);
  }
  await resize(page, { width: 390, height: 844 });
}
