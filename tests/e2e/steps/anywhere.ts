import { expect, type Locator, type Page } from "@playwright/test";

/** The parts of the shell, by the names that a screen reader says. */
export function shellOf(page: Page) {
  const navigation = page.getByRole("navigation", { name: "Main" });
  return {
    navigation,
    content: page.getByRole("main"),
    entry: (label: string) => navigation.getByRole("link", { name: label, exact: true }),
    account: navigation.getByRole("button", { name: "Account", exact: true }),
    notices: page.getByRole("region", { name: "Notices" }),
  };
}

export function sessionAlert(page: Page): Locator {
  return page.getByRole("alertdialog", { name: "Session Expired. Please login again!" });
}

/** With the name, at the right of the top bar. */
export function personButton(page: Page): Locator {
  return page.getByRole("banner").getByRole("button").last();
}

/** The message above the form of /login. */
export function loginMessage(page: Page): Locator {
  return page.getByRole("status").filter({ hasText: /./ });
}

export async function openAccountMenu(page: Page): Promise<Locator> {
  await shellOf(page).account.click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  return menu;
}

export async function openChangePassword(page: Page): Promise<Locator> {
  const menu = await openAccountMenu(page);
  await menu.getByRole("menuitem", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await expect(dialog).toBeVisible();
  return dialog;
}

export interface Passwords {
  old: string;
  next: string;
  confirm: string;
}

export async function fillChangePassword(dialog: Locator, { old, next, confirm }: Passwords) {
  await dialog.getByLabel("Previous Password").fill(old);
  await dialog.getByLabel("New Password").fill(next);
  await dialog.getByLabel("Confirm Password").fill(confirm);
}

export async function changePassword(page: Page, passwords: Passwords): Promise<Locator> {
  const dialog = await openChangePassword(page);
  await fillChangePassword(dialog, passwords);
  await dialog.getByRole("button", { name: "Change Password" }).click();
  return dialog;
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openAccountMenu(page);
  await menu.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login\?message=/);
}

/** The first rows of a list have come. */
export async function seeRows(page: Page, label: string | RegExp): Promise<Locator> {
  // Where rows can be chosen it is a grid.
  const table = page
    .getByRole("table", { name: label })
    .or(page.getByRole("grid", { name: label }));
  await expect(table).toHaveAttribute("aria-busy", "false");
  await expect(table.locator("[data-row]").first()).toBeVisible();
  return table;
}

/** Like a step through the history: to another address, without a page load. */
export async function leadTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

export function selectedMenu(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("selected-menu"));
}

/** From the menu of less frequent actions. */
export async function chooseMore(region: Locator, item: string): Promise<void> {
  await region.getByRole("button", { name: "More", exact: true }).click();
  await region.page().getByRole("menuitem", { name: item }).click();
}

/** Calls of this name wait until they are let go. */
export async function holdBack(page: Page, calls: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The final scroll position: a wheel scrolls for some frames. */
export function restingTop(scrolled: Locator): Promise<number> {
  return scrolled.evaluate(
    (element) =>
      new Promise<number>((done) => {
        let [top, still] = [element.scrollTop, 0];
        const look = () => {
          still = element.scrollTop === top ? still + 1 : 0;
          top = element.scrollTop;
          if (still < 10) requestAnimationFrame(look);
          else done(top);
        };
        look();
      }),
  );
}

/** Answers such calls with a server error, after `once` if given, until the route is removed. */
export async function failCalls(page: Page, call: RegExp, once?: Promise<void>): Promise<void> {
  const message = "Something went wrong. Please try again.";
  const error = { message, code: -32603, data: { code: "unexpected", httpStatus: 500 } };
  await page.route(call, async (route) => {
    await once;
    await route.fulfill({ status: 500, json: [{ error }] });
  });
}

/** The form of this button closes without a question if nothing was typed, and asks otherwise. */
export async function expectLeaveQuestion(page: Page, form: string, field: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const dialog = page.getByRole("dialog", { name: form });
  const open = page.getByRole("button", { name: form });
  await open.click();
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByLabel(field).fill("Wanda");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel(field)).toHaveValue("Wanda");
  await expect(dialog.getByLabel(field)).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave and discard" }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
}

/** Escape asks before a dialog takes along what was chosen in it, and leads back to where one was. */
export async function keptOnEscape(page: Page, focused: Locator): Promise<void> {
  await expect(focused).toBeFocused();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(focused).toBeFocused();
}

/** The server carries out the call once, but its answer is lost. */
export async function loseAnswer(page: Page, call: RegExp): Promise<void> {
  await page.route(
    call,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

/** While the end of the session is not known yet; if the server was faster, the alert is already shown. */
export async function clickBelowAlert(target: Locator): Promise<void> {
  await target.dispatchEvent("click");
}

/** As it is found below an alert, too. */
export function entryTo(page: Page, path: string): Locator {
  return page.locator(`nav[aria-label=Main] a[href="${path}"]`);
}
