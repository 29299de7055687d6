import type { Locator } from "@playwright/test";
import { expect, signInByHand, test, testPassword } from "./browser/fixtures.ts";
import { shellOf } from "./steps/anywhere.ts";

test.describe("the form", () => {
  test("is ready for input and known to password managers, and shows errors", async ({
    page,
    person,
  }) => {
    const agent = await person("Agent");
    await page.goto("/login");
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Password", { exact: true });
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute("autocomplete", "username");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await expect(password).toHaveAttribute("type", "password");
    await password.fill("secret");
    await page.getByRole("button", { name: "Show characters" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(password).toHaveValue("secret");
    await page.getByRole("button", { name: "Hide characters" }).click();
    await expect(password).toHaveAttribute("type", "password");

    await test.step("Tab leads from the address to the password first", async () => {
      await password.fill("");
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
      await email.focus();
      await page.keyboard.press("Tab");
      await expect(password).toBeFocused();
      const left = async (of: Locator) => (await of.boundingBox())?.x ?? 0;
      const forgot = page.getByRole("button", { name: "Forgot password?" });
      expect(await left(forgot)).toBeGreaterThan(
        await left(page.getByText("Password", { exact: true })),
      );
      for (const next of ["Show characters", "Forgot password?", "Sign in"]) {
        await page.keyboard.press("Tab");
        await expect(page.getByRole("button", { name: next, exact: true })).toBeFocused();
      }
    });

    await test.step("missing fields are reported next to them", async () => {
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter your email address.")).toBeVisible();
      await expect(page.getByLabel("Email")).toBeFocused();
      await page.getByLabel("Email").fill("ana@example.test");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter your password.")).toBeVisible();
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    });

    await test.step("an address is kept on the way to a new password and back", async () => {
      const forgot = page.getByRole("button", { name: "Forgot password?" });
      const back = page.getByRole("button", { name: "Back to sign-in page" });
      await forgot.click();
      await expect(page.getByLabel("Email")).toHaveValue("ana@example.test");
      await back.click();
      await expect(page.getByLabel("Email")).toHaveValue("ana@example.test");
      await forgot.click();
      await page.getByLabel("Email").fill("ben@example.test");
      await back.click();
      await expect(page.getByLabel("Email")).toHaveValue("ben@example.test");
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    });

    await test.step("a wrong password and an unknown address have the same message, and too many attempts must wait", async () => {
      const button = page.getByRole("button", { name: /^Sign in|^Try again/ });
      for (const address of ["unknown@example.test", ...new Array(5).fill(agent.email)]) {
        const answer = page.waitForResponse(/\/node\/auth\/login$/);
        await signInByHand(page, address, "not-the-one");
        expect((await answer).status()).toBe(401);
        await expect(page.getByRole("alert")).toHaveText("Wrong email or password.");
        await expect(password).toBeFocused();
        await expect(button).toBeEnabled();
      }
      await expect(page).toHaveURL("/login");
      await signInByHand(page, agent.email, "wrong again");
      await expect(page.getByRole("alert")).toHaveText(
        "Too many attempts. Wait a moment and try again.",
      );
      await expect(page.getByRole("button", { name: /^Try again in \d+ s$/ })).toBeDisabled();
    });
  });

  test("Login: email, password. After login the user sees a shell with a side navigation and a content area. The full name is shown as first name plus last name.", async ({
    page,
    person,
    desk,
  }) => {
    const { email } = await person("Agent", { firstName: "Ágnes" });
    await page.goto("/login");
    const request = page.waitForRequest(`${desk.url}/node/auth/login`);
    await signInByHand(page, email);
    expect((await request).method()).toBe("POST");
    expect((await request).postDataJSON()).toEqual({ email, password: testPassword });
    await expect(page).toHaveURL("/ticket/log");
    const { navigation, content } = shellOf(page);
    const [side, main] = [await navigation.boundingBox(), await content.boundingBox()];
    expect(side).toMatchObject({ x: 0, y: 0, height: 900 });
    expect(main?.x).toBe(60);
    expect(main?.width).toBe(1440 - 60);
    const name = page.getByRole("banner").getByRole("button", { name: "Ágnes Agent" });
    await expect(name).toBeVisible();
  });
});

test("The length rule is checked on change only. Password length: 8 to 16 characters, checked on change only.", async ({
  page,
  person,
}) => {
  for (const password of ["1234567", "a-password-of-more-than-sixteen-characters"]) {
    const { email } = await person("Super Admin", { password });
    // The requested page opens after signing in.
    await page.goto("/audit?on=file");
    await expect(page).toHaveURL("/login");
    await signInByHand(page, email, password);
    await expect(page).toHaveURL("/audit?on=file");
    await expect(shellOf(page).navigation).toBeVisible();
    await page.context().clearCookies();
  }
});

test("on a demo desk one click signs in, as each of the roles", async ({ page }) => {
  for (const [role, name] of [
    ["Super Admin", "Maya Lindqvist"],
    ["Agent", "Samuel Okafor"],
    ["Customer", "Ana Ferreira"],
  ] as const) {
    await page.goto("/login");
    await page.getByRole("button", { name: role, exact: true }).click();
    await expect(page).toHaveURL("/ticket/log");
    const { user } = await (await page.request.get("/node/auth/user")).json();
    expect(user.role).toBe(role);
    await expect(page.getByRole("button", { name })).toBeVisible();
    await page.context().clearCookies();
  }
});

test.describe("on a real desk", () => {
  test.use({ deskSettings: { demo: false } });

  test("no account is offered", async ({ page }) => {
    const asked = page.waitForResponse(/session\.current/);
    await page.goto("/login");
    expect(await (await asked).text()).toContain('"demoAccounts":[]');
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByText("This is a demo desk")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Super Admin" })).toHaveCount(0);
  });
});
