import { expect, signInByHand, test } from "./browser/fixtures.ts";
import { loginMessage, logOut, seeRows, shellOf } from "./steps/anywhere.ts";

const name = "desk.test";

test.describe("a desk with a host name", () => {
  test.use({ deskSettings: { demo: false, name, knowsName: true } });

  test("works under that name, over plain http too", async ({ page, person, desk }) => {
    const { email } = await person("Super Admin");
    await page.goto("/user/log");
    await expect(page).toHaveURL(/^http:\/\/desk\.test:\d+\/login$/);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await signInByHand(page, email);
    await seeRows(page, "Users");
    await shellOf(page).entry("Company").click();
    await expect(page.getByRole("heading", { name: "No companies yet" })).toBeVisible();
    await page.goto("/profile");
    await page.getByText("Dark", { exact: true }).click();
    await expect(shellOf(page).notices.getByRole("status")).toContainText("Theme saved");
    await expect(page.getByText("This device")).toBeVisible();
    await logOut(page);
    await expect(loginMessage(page)).toHaveText("You have been successfully logged out!");
    expect(await desk.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  });
});

test.describe("a desk without a configured address", () => {
  test.use({ deskSettings: { demo: false, name, knowsName: false } });

  test("refuses to sign in, says so and names BASE_URL", async ({ page, person }) => {
    const { email } = await person("Agent");
    await page.goto("/login");
    await signInByHand(page, email);
    await expect(page.getByRole("alert")).toHaveText(
      "This request came from another site. If this is your desk's address, set BASE_URL.",
    );
    await expect(page).toHaveURL("/login");
  });
});

test.describe("a demo", () => {
  test.use({ deskSettings: { demo: true, name, knowsName: false } });

  test("answers this machine only, and explains how to set up a real desk", async ({
    page,
    watch,
  }) => {
    watch.allow(/status of 403/);
    const answer = await page.goto("/login");
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole("heading")).toHaveText("This is a demo desk");
    await expect(page.getByText("npx -y bun run demo:empty")).toBeVisible();
  });
});
