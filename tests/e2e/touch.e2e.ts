import type { Locator } from "@playwright/test";
import { insertTicket } from "../support/builders.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { resize } from "./screens/screen.ts";
import { chooseMore, leadTo, personButton } from "./steps/anywhere.ts";
import { makeTicket, openTicket } from "./steps/ticket.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Fields with text so small that a phone zooms in on them. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const untyped = "[type=checkbox], [type=radio], [type=file], [type=color]";
    return [...document.querySelectorAll(`input:not(${untyped}), textarea, select`)]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 160));
  });
}

/** The number of rows that its buttons take. */
const rows = (place: Locator) =>
  place.evaluate((parent) => {
    const buttons = [...parent.querySelectorAll("button")].filter((it) => it.checkVisibility());
    return new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size;
  });

test("no field zooms in on a phone, and all writing tools fit in one row", async ({
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
  await test.step("macros opened by a tap close with one Escape, and the page is free again", async () => {
    const composer = page.getByRole("region", { name: /^Write / });
    await composer.getByRole("button", { name: /^Reply/ }).tap();
    await composer.getByRole("button", { name: "Macros" }).tap();
    const macros = page.getByRole("listbox", { name: "Macros" });
    await expect(macros.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(macros).toHaveCount(0);
    await expect(composer.getByRole("textbox")).toHaveValue("");
    await composer.getByRole("button", { name: /^Note/ }).tap();
    await expect(composer.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  });

  await leadTo(page, "/ticket/new");
  await expect(page.getByRole("button", { name: "Requester" })).toBeVisible();
  expect(await smallFields(page), "a new ticket").toEqual([]);
  const bar = page.getByRole("toolbar", { name: "Formatting" }).locator("..");
  await expectOneRow(page, bar, "a new ticket");

  await test.step("highlighted search text has the size of the box's text", async () => {
    await leadTo(page, "/ticket/log?view=all&q=status%3Aresolved%2Cclosed");
    const box = page.getByRole("combobox", { name: "Search tickets" });
    const size = await box.evaluate((field) => getComputedStyle(field).fontSize);
    // Without the focus it shows its filters as chips.
    await box.focus();
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

/** The distance from its centre at which a touch still hits it, across and down. */
const reach = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isMet = (dx: number, dy: number) => {
      const met = document.elementFromPoint(x + dx, y + dy);
      return met !== null && element.contains(met);
    };
    const along = (dx: number, dy: number) => {
      let far = 0;
      while (far < 40 && isMet(dx * (far + 1), dy * (far + 1))) far += 1;
      return far;
    };
    return [along(-1, 0) + along(1, 0) + 1, along(0, -1) + along(0, 1) + 1];
  });

async function expectRoomForFinger(targets: Record<string, Locator>): Promise<void> {
  for (const [name, target] of Object.entries(targets)) {
    const [across = 0, down = 0] = await reach(target);
    // The edges can lie between two pixels.
    expect.soft(Math.min(across, down), name).toBeGreaterThanOrEqual(43);
  }
}

test("every control has a touch target of 44 pixels, however small it looks", async ({
  page,
  desk,
  signedIn,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  const forgot = page.getByRole("button", { name: "Forgot password?" });
  await expect(forgot).toBeEnabled();
  await expectRoomForFinger({ "Forgot password?": forgot });

  await signedIn("Super Admin");
  const made = await makeTicket(desk, { messages: 2 });
  const { region } = await openTicket(page, made);
  await expectRoomForFinger({
    "the area": page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").first(),
    "the person": personButton(page),
    "Resolve ticket": region.getByRole("button", { name: "Resolve ticket" }),
    "what to do with a message": region
      .getByRole("button", { name: /^Message by .*: more$/ })
      .last(),
  });
  const composer = page.getByRole("region", { name: /^Write / });
  await composer.getByRole("textbox").tap();
  await expectRoomForFinger({
    Reply: composer.getByRole("button", { name: "Reply", exact: true }),
    Note: composer.getByRole("button", { name: "Note", exact: true }),
  });

  await test.step("a subject is not squeezed between buttons during a split", async () => {
    await chooseMore(region, "Split…");
    const bar = region.getByRole("region", { name: "Split this ticket" });
    await expectRoomForFinger({ "a message": region.getByRole("checkbox").last() });
    const subject = bar.getByLabel("Subject of the new ticket");
    const width = await subject.evaluate((field) => field.clientWidth);
    expect(width).toBeGreaterThan(300);
    await bar.getByRole("button", { name: "Cancel" }).tap();
  });

  await leadTo(page, "/ticket/log?q=crane");
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    /^\d+ of \d+ tickets$/,
  );
  const view = page.getByRole("button", { name: "View: All open" }).getByText("All open");
  expect(await view.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
  await expectRoomForFinger({
    "Clear search": page.getByRole("button", { name: "Clear search" }).first(),
  });
  await test.step("on a tablet the search is high enough for touch and keeps its margins", async () => {
    await resize(page, { width: 1024, height: 768 });
    const [bar, box] = await Promise.all([
      page.getByRole("banner").boundingBox(),
      page.getByRole("combobox", { name: "Search tickets" }).locator("..").boundingBox(),
    ]);
    if (!bar || !box) throw new Error("There is no search in the bar");
    expect(box.y - bar.y).toBeGreaterThanOrEqual(4);
    expect(bar.y + bar.height - box.y - box.height).toBeGreaterThanOrEqual(4);
  });
});

test("on a phone the distinguishing part of each choice is whole, on two lines", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const subject = "A crane with a subject that is as long as a whole line of a phone";
  const made = await makeTicket(desk);
  const { requester, company } = made;
  const ids = { requester_id: requester.id, company_id: company.id };
  await insertTicket(desk.db, { ...ids, subject, status: "open" });
  const { region } = await openTicket(page, made);
  await chooseMore(region, "Merge with…");
  const dialog = page.getByRole("dialog", { name: /^Merge/ });
  const offered = dialog.getByRole("option").filter({ hasText: subject });
  await expect(offered).toBeVisible();
  const asker = offered.getByText(requester.name, { exact: true });
  expect(await asker.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
  const tops = [asker, offered.getByText(subject)].map(async (words) => await words.boundingBox());
  const [below, above] = await Promise.all(tops);
  expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0);
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
