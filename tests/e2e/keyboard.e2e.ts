import type { Locator } from "@playwright/test";
import { expect, type Page, test, testPassword } from "./browser/fixtures.ts";
import {
  fillChangePassword,
  leadTo,
  openChangePassword,
  personButton,
  seeRows,
  shellOf,
} from "./steps/anywhere.ts";

/** Presses Tab until the focus is there, like a keyboard user. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} cannot be reached with ${key}`);
}

test("sign in, go to Users, change the password and log out, by keyboard alone", async ({
  page,
  person,
}) => {
  const { email } = await person("Super Admin");
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(testPassword);
  await page.keyboard.press("Enter");
  await seeRows(page, /^Tickets/);

  const { entry, account } = shellOf(page);
  await tabTo(page, entry("Users"));
  await page.keyboard.press("Enter");
  await seeRows(page, "Users");
  await expect(page).toHaveURL("/user/log");

  await tabTo(page, account);
  await page.keyboard.press("Enter");
  const changePassword = page.getByRole("menuitem", { name: "Change Password" });
  await expect(changePassword).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.keyboard.press("Space");
  await expect(changePassword).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await expect(dialog.getByLabel("Previous Password")).toBeFocused();
  // Styles that a dialog sets on the body must not restyle every element of the page.
  const inherited = await page.getByRole("main", { includeHidden: true }).evaluate((main) => {
    const style = getComputedStyle(main);
    return [style.pointerEvents, style.getPropertyValue("--removed-body-scroll-bar-size")];
  });
  expect(inherited).toEqual(["auto", ""]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(account).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(changePassword).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Previous Password")).toBeFocused();
  for (const [label, text] of [
    ["Previous Password", testPassword],
    ["New Password", "battery-9"],
    ["Confirm Password", "battery-9"],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label));
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login\?message=/);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();

  await page.keyboard.type("battery-9");
  await page.keyboard.press("Enter");
  await seeRows(page, "Tickets: All open");
  await tabTo(page, account, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(changePassword).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login\?message=You\+have\+been/);
});

test("the first Tab skips the navigation; a dialog traps the focus, and F8 leads to the notices and back", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/profile");
  await expect(page.getByText("This device")).toBeVisible();
  await test.step("the first Tab skips the navigation", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("First name")).toBeFocused();
  });
  const dialog = await openChangePassword(page);
  await test.step("a dialog traps the focus", async () => {
    await fillChangePassword(dialog, {
      old: testPassword,
      next: "battery-9",
      confirm: "battery-8",
    });
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
  });
  await test.step("F8 leads to the notices and back", async () => {
    await dialog.getByLabel("Confirm Password").focus();
    await page.keyboard.press("Enter");
    const notice = page.getByRole("alert").filter({ hasText: "Password Missmatch" });
    await expect(notice).toBeVisible();
    await page.keyboard.press("F8");
    await expect(notice.getByRole("button", { name: "Dismiss" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(notice).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Confirm Password")).toBeFocused();
  });
});

test("the focus is always visible, and menus return it to where it was", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await page.goto("/user/log");
  const table = await seeRows(page, "Users");
  await test.step("menus close with Escape and return the focus", async () => {
    const openers = [
      shellOf(page).account,
      personButton(page),
      page.getByRole("main").getByRole("button", { name: "Role" }).first(),
      page.getByRole("main").getByRole("button", { name: "Company" }).first(),
    ];
    for (const opener of openers) {
      await opener.focus();
      await page.keyboard.press("Enter");
      const float = page.getByRole("menu").or(page.getByRole("dialog"));
      await expect(float).toBeVisible();
      // By its own style, which the policy allows.
      expect((await float.boundingBox())?.x).toBeGreaterThan(50);
      await expect(float.locator(":focus").or(float.and(page.locator(":focus")))).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(float).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });
  await test.step("shortcuts work by position on other alphabets, and with Caps Lock", async () => {
    await pressAs(page, { key: "о", code: "KeyJ" });
    await expect(table.locator("[data-cursor]")).toHaveCount(1);
    await pressAs(page, { key: "X", code: "KeyX" });
    await expect(table.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await pressAs(page, { key: "л", code: "KeyK", ctrlKey: true });
    await expect(page.getByRole("combobox", { name: "Commands" })).toBeFocused();
    await page.keyboard.press("Escape");
  });
  for (const [path, title] of [
    ["/user/log", "Users"],
    ["/ticket/log", "All open"],
    ["/dashboard/log", "Dashboard"],
    ["/profile", "Profile"],
    ["/settings/mail", "Email"],
  ] as const) {
    await test.step(`wherever the focus is, it can be seen: ${path}`, async () => {
      await leadTo(page, path);
      await expect(page).toHaveTitle(new RegExp(`^${title}`));
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
      await seeEachStop(page, path);
    });
  }
  // If the figures above load later, it is among the first tab stops.
  await test.step("the focused bar of a chart has its own outline", async () => {
    await leadTo(page, "/dashboard/log");
    const chart = page.getByRole("region", { name: "Created and resolved" });
    await expect(chart.locator("svg a").first()).toBeVisible();
    await tabTo(page, chart.locator("svg a").first());
    expect(await page.evaluate(describeFocus)).toMatchObject({ visible: true });
  });
});

/** Tab stops, from the top of the page. */
async function seeEachStop(page: Page, path: string): Promise<void> {
  await page.getByRole("link", { name: "Skip to content" }).focus();
  const seen = new Set<string>();
  while (seen.size <= 25) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(describeFocus);
    if (stop === null || seen.has(stop.name)) break;
    seen.add(stop.name);
    expect(stop.visible, `${path}: ${stop.name}`).toBe(true);
  }
  expect(seen.size, path).toBeGreaterThan(8);
}

/** A key as reported by a keyboard with another alphabet. */
function pressAs(page: Page, press: { key: string; code: string; ctrlKey?: boolean }) {
  return page.evaluate((given) => {
    const event = { ...given, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", event));
  }, press);
}

/** Runs in the page: the focused element, and whether it or its container shows a ring. */
function describeFocus(): { name: string; visible: boolean } | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const rings = [element, element.closest("label"), element.closest("[data-row]")].flatMap(
    (holder) => {
      if (!holder) return [];
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(holder);
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      return [outlined || (boxShadow !== "none" && holder.matches(":focus-visible"))];
    },
  );
  if (element instanceof SVGElement) {
    const [around] = element.querySelectorAll("rect");
    rings.push(around !== undefined && getComputedStyle(around).stroke !== "none");
  }
  const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
  const place = [...document.querySelectorAll("*")].indexOf(element);
  return {
    name: `${place} ${element.tagName} ${name.slice(0, 40)}`,
    visible: rings.includes(true),
  };
}

test("actions in bars and menus are found by name in the palette", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  const find = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Commands" }).fill(words);
    await page.keyboard.press("Enter");
  };
  await page.goto("/ticket/log");
  await seeRows(page, "Tickets: All open");
  await find("sort priority");
  await expect(page).toHaveURL("/ticket/log?sort=priority");
  await find("lowest");
  await expect(page).toHaveURL("/ticket/log?sort=priority&dir=asc");
  await find("filter");
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
  await page.keyboard.press("Escape");
  await find("save view");
  await expect(page.getByRole("dialog", { name: "Save view" })).toBeVisible();
  await page.keyboard.press("Escape");
  const file = page.waitForEvent("download");
  await find("export");
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  await find("notifications");
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const what of ["logout", "change password"]) {
    await find(what);
    await expect(page.getByRole("menuitem", { name: "Change Password" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }

  await page.goto("/company/log");
  await page.getByRole("link", { name: "Kestrel Outdoor" }).click();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible();
  await find("show users");
  await expect(page).toHaveURL(/\/user\/log\?company=/);
  await page.locator("[data-row-link]").first().click();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  const options = page.getByRole("dialog", { name: "Commands" }).getByRole("option");
  await expect(options.filter({ hasText: "Delete user…" })).toBeAttached();
  await expect(options.filter({ hasNot: page.locator("svg") })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await find("disable");
  await expect(shellOf(page).notices).toContainText("was disabled");
  await page.keyboard.press("Control+z");
  await expect(shellOf(page).notices).toContainText("Undone for 1 user");
});
