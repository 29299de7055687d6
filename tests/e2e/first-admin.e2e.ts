import { createFirstAdminLink } from "../../server/account/first-admin.ts";
import { expect, signInByHand, test } from "./fixtures.ts";
import { loginMessage, shellOf } from "./steps.ts";

test.use({ deskSettings: { demo: false } });

test("the first Super Admin of an empty desk is made by the link of the start, once", async ({
  page,
  desk,
  otherBrowser,
}) => {
  const link = await createFirstAdminLink(desk.db, desk.url, new Date());
  if (!link) throw new Error("There is no link although nobody is here");
  expect(link.startsWith(`${desk.url}/setup#`)).toBe(true);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Set up your desk" })).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Berg");
  await page.getByLabel("Email").fill("ada@");
  await page.getByLabel("New Password").fill("battery-9");
  await page.getByLabel("Confirm Password").fill("battery-9");
  const create = page.getByRole("button", { name: "Create Super Admin" });
  await create.click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "This is not an email address.",
  );
  await page.getByLabel("Email").fill("ada@people.test");
  await create.click();
  await expect(loginMessage(page)).toHaveText("Your desk is ready. Please sign in.");
  await expect(page.getByLabel("Email")).toHaveValue("ada@people.test");
  await signInByHand(page, "ada@people.test", "battery-9");
  await expect(shellOf(page).entry("Users")).toBeVisible();

  const elsewhere = await (await otherBrowser()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("alert")).toHaveText(
    "This link has been used or has run out. Ask for a new one.",
  );
  expect(await createFirstAdminLink(desk.db, desk.url, new Date())).toBeNull();
});
