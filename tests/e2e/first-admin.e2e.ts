import { createFirstAdminLink } from "../../server/auth/first-admin.ts";
import { expect, test } from "./browser/fixtures.ts";
import { leadTo, loginMessage, loseAnswer, shellOf } from "./steps/anywhere.ts";

test.use({ deskSettings: { demo: false } });

test("/login explains how to set up an empty desk until someone has; an unanswered setup can be repeated, and a failed automatic sign-in is done by hand", async ({
  page,
  desk,
  watch,
}) => {
  watch.allow(/503|ERR_FAILED/);
  const says = page.getByRole("heading", { name: "This desk isn't set up yet" });
  await page.goto("/login");
  await expect(says).toBeVisible();
  await expect(page.getByText("npx -y bun run user:create --email")).toBeVisible();

  await page.goto((await createFirstAdminLink(desk.db, desk.url, new Date())) ?? "");
  const person = { "First name": "Eva", "Last name": "Ros", Email: "eva@people.test" };
  for (const [label, text] of Object.entries(person)) await page.getByLabel(label).fill(text);
  for (const label of ["New Password", "Confirm Password"]) {
    await page.getByLabel(label).fill("battery-9");
  }
  await page.route(/\/node\/auth\/login$/, (route) => route.fulfill({ status: 503 }));
  const asked = page.waitForResponse(/session\.current/);
  await loseAnswer(page, /account\.createFirstAdmin/);
  const create = page.getByRole("button", { name: "Create Super Admin" });
  await create.click();
  await expect(page.getByRole("alert")).toHaveText("OOps! Something went wrong");
  await create.click();
  await expect(loginMessage(page)).toHaveText("Your desk is ready. Please sign in.");
  await expect(page.getByLabel("Email")).toHaveValue("eva@people.test");
  expect(await (await asked).text()).toContain('"awaitsFirstAdmin":false');
  await expect(says).toHaveCount(0);
  await desk.db.deleteFrom("acts").execute();
  await desk.db.deleteFrom("users").execute();
});

test("the first Super Admin of an empty desk is created by the link from the start, once", async ({
  page,
  desk,
  otherBrowser,
}) => {
  const link = await createFirstAdminLink(desk.db, desk.url, new Date());
  if (!link) throw new Error("There is no link on an empty desk");
  expect(link.startsWith(`${desk.url}/setup#`)).toBe(true);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Set up your desk" })).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("button", { name: "Create Super Admin" })).toBeInViewport({
    ratio: 1,
  });
  await page.getByRole("button", { name: "Create Super Admin" }).click();
  for (const label of ["First name", "Last name", "Email"]) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(`${label} is required.`);
  }
  await expect(page.getByLabel("New Password")).toHaveAccessibleDescription(
    "New Password should be between 8 to 16 characters",
  );
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
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("ada@people.test");
  await create.click();
  await expect(page).toHaveURL("/ticket/log");
  await expect(shellOf(page).entry("Users")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ada Berg" })).toBeVisible();
  const empty = page.locator('[data-slot="empty-state"]');
  const next = empty.getByRole("link", { name: "New ticket" });
  await expect(next).toHaveAttribute("href", "/ticket/new");
  await test.step("the first team is created from the empty state", async () => {
    await leadTo(page, "/settings/teams");
    await expect(empty).toContainText("No teams yet");
    await empty.getByRole("button", { name: "New team" }).click();
    await page.getByLabel("Team name").press("Escape");
    await empty.getByRole("button", { name: "New team" }).click();
    await expect(page.getByLabel("Team name")).toBeFocused();
    await page.keyboard.type("Billing");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Billing" })).toBeVisible();
    await expect(empty).toHaveCount(0);
  });

  const elsewhere = await (await otherBrowser()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("alert")).toHaveText(
    "It has expired or was already used. Until the first user is created, each start of the server prints a new one.",
  );
  expect(await createFirstAdminLink(desk.db, desk.url, new Date())).toBeNull();
});
