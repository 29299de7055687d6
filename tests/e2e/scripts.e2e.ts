import { expect, type Page, signInBrowser, test } from "./browser/fixtures.ts";
import { leadTo } from "./steps/anywhere.ts";
import { scripted, seeOnlyText, trappedDesk } from "./steps/scripts.ts";

test.use({ deskSettings: { demo: false } });

const inAddress = encodeURIComponent(scripted("address"));
const dialogs: string[] = [];
test.beforeEach(({ page }) => {
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
});
test.afterEach(() => {
  expect(dialogs).toEqual([]);
});

type Place = [path: string, ...shown: string[]];

/** The first page is loaded from the server; the others by navigation. */
async function visit(page: Page, places: readonly Place[]): Promise<void> {
  for (const [at, [path, ...shown]] of places.entries()) {
    if (at === 0) await page.goto(path);
    else await leadTo(page, path);
    await seeOnlyText(page, path, shown);
  }
}

test("text in an address is shown as text, before anyone has signed in", async ({ page, desk }) => {
  await trappedDesk(desk);
  const places: Place[] = [
    [`/reset-password#${inAddress}`],
    [`/invitation#${inAddress}`],
    [`/${inAddress}`],
    [`/login?message=${inAddress}`, "address"],
  ];
  for (const place of places) await visit(page, [place]);
});

test("text from staff runs nothing for a customer", async ({ page, desk }) => {
  const { customer, number } = await trappedDesk(desk);
  await signInBrowser(page.context(), desk, customer.email);
  await visit(page, [
    [`/ticket/log?q=${inAddress}`, "address"],
    ["/ticket/log", "subject"],
    [`/ticket/${number}`, "subject", "file", "customer"],
    ["/profile", "customer"],
  ]);
});

test("text from a customer or a colleague runs nothing for staff", async ({ page, desk }) => {
  const { admin, customer, number, companyId } = await trappedDesk(desk);
  await signInBrowser(page.context(), desk, admin.email);
  await visit(page, [
    [`/ticket/log?view=all&q=${inAddress}`, "address"],
    ["/ticket/log?view=all", "subject", "view"],
    ["/user/log", "customer", "company"],
    [`/user/${customer.id}`, "customer", "subject"],
    ["/company/log", "company"],
    [`/company/${companyId}`, "company", "notes", "customer"],
    [`/ticket/${number}?view=all`, "subject", "a note", "file", "team", "tag", "company"],
  ]);
  // Macros are in a menu that has to be opened.
  await page
    .getByRole("button", { name: /^Macro/ })
    .first()
    .click();
  await expect(page.getByText(scripted("macro")).first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "owned"))).toBeUndefined();
});

test("nor in the administration pages", async ({ page, desk }) => {
  const { admin } = await trappedDesk(desk);
  await signInBrowser(page.context(), desk, admin.email);
  await visit(page, [
    ["/dashboard/log", "admin", "company", "tag"],
    ["/settings/desk"],
    ["/settings/teams", "team"],
    ["/settings/tags", "tag"],
    ["/settings/mail", "subject"],
    ["/audit", "admin"],
    ["/profile", "admin"],
  ]);
});
