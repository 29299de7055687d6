import { expect, type Page, test } from "./browser/fixtures.ts";
import { failCalls } from "./steps/anywhere.ts";

async function createToken(page: Page, button: string, name: string): Promise<string> {
  await page.getByRole("button", { name: button }).click();
  const form = page.getByRole("dialog", { name: button });
  await expect(form.getByRole("button", { name: "Create token" })).toBeDisabled();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel(/Create and change tickets/).click();
  await form.getByRole("button", { name: "Create token" }).click();
  const made = page.getByRole("dialog", { name: "Token created" });
  await expect(made).toContainText("Copy this token now. You won't see it again.");
  const secret = await made.getByLabel("Token", { exact: true }).inputValue();
  await made.getByRole("button", { name: "Done" }).click();
  await expect(made).toBeHidden();
  return secret;
}

test("a person creates a token in their profile, uses it and revokes it", async ({
  page,
  signedIn,
  desk,
}) => {
  await signedIn("Agent");
  await page.goto("/profile");
  await expect(page.getByText("You have no tokens.")).toBeVisible();
  const secret = await createToken(page, "Create token", "Nightly report");
  expect(secret).toMatch(/^fd_pat_/);
  const list = page.getByRole("list", { name: "API tokens" });
  await expect(list).toContainText("tickets:read tickets:write");
  const me = async () =>
    (await fetch(`${desk.url}/node/api/v1/me`, { headers: { Authorization: `Bearer ${secret}` } }))
      .status;
  expect(await me()).toBe(200);
  await list.getByRole("button", { name: /^Revoke token Nightly report/ }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke “Nightly report”?" });
  await question.getByRole("button", { name: "Keep token" }).click();
  await expect(list).toBeVisible();
  await list.getByRole("button", { name: /^Revoke token Nightly report/ }).click();
  await question.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("You have no tokens.")).toBeVisible();
  expect(await me()).toBe(401);
});

test("an app token is created in the settings with its role and listed with its owner", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await page.goto("/settings/api");
  await expect(page.getByRole("heading", { name: "Tokens", exact: true })).toBeVisible();
  const name = `Importer ${Date.now()}`;
  const secret = await createToken(page, "Create app token", name);
  expect(secret).toMatch(/^fd_app_/);
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("App · Agent");
  await expect(row).toContainText("never used");
  await expect(page.getByText(secret)).toHaveCount(0);
});

test("a customer sees no tokens in their profile", async ({ page, signedIn }) => {
  await signedIn("Customer");
  await page.goto("/profile");
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByText("API tokens")).toHaveCount(0);
});

test("if the tokens cannot be loaded, the page says so and tries again", async ({
  page,
  signedIn,
  watch,
}) => {
  watch.allow(/status of 500/);
  await signedIn("Super Admin");
  await failCalls(page, /apiTokens\.all/);
  await page.goto("/settings/api");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute(/apiTokens\.all/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
});
