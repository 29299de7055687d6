import type { Locator } from "@playwright/test";
import { expect, signInByHand, test, testPassword } from "./fixtures.ts";
import { shellOf } from "./steps.ts";

test.describe("the form", () => {
  test("is ready to type in and known to password managers; Tab leads from the address to the password, and only then elsewhere", async ({
    page,
  }) => {
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

  test("says beside itself what is missing", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Enter your email address.")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel("Email").fill("ana@example.test");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter your password.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  });

  test("says the same for a wrong password and for an unknown address", async ({
    page,
    person,
  }) => {
    const { email } = await person("Agent");
    await page.goto("/login");
    for (const address of [email, "nobody@example.test"]) {
      await signInByHand(page, address, "not-the-one");
      await expect(page.getByRole("alert")).toHaveText(
        "The email address or the password is not right.",
      );
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
      await expect(page).toHaveURL("/login");
      await page.reload();
    }
  });

  test("says how long to wait after too many failures", async ({ page, person }) => {
    const { email } = await person("Agent");
    await page.goto("/login");
    for (let attempt = 1; attempt <= 5; attempt++) {
      const answer = page.waitForResponse(/\/node\/auth\/login$/);
      await signInByHand(page, email, `wrong-${attempt}`);
      expect((await answer).status()).toBe(401);
      await expect(page.getByRole("alert")).toBeVisible();
    }
    await signInByHand(page, email, "wrong again");
    await expect(page.getByRole("alert")).toHaveText(
      "Too many attempts. Wait a moment and try again.",
    );
    await expect(page.getByRole("button", { name: /^Try again in \d+ s$/ })).toBeDisabled();
  });
});

test("The length rule is checked on change only. Password length: 8 to 16 characters, checked on change only.", async ({
  page,
  person,
}) => {
  for (const password of ["1234567", "a-password-of-more-than-sixteen-characters"]) {
    const { email } = await person("Agent", { password });
    await page.goto("/login");
    await signInByHand(page, email, password);
    await expect(shellOf(page).navigation).toBeVisible();
    await page.context().clearCookies();
  }
});

test("whoever wanted to see a page sees it after signing in", async ({ page, person }) => {
  const { email } = await person("Super Admin");
  await page.goto("/user/log?sort=role&dir=desc");
  await expect(page).toHaveURL("/login");
  await signInByHand(page, email);
  await expect(page).toHaveURL("/user/log?sort=role&dir=desc");
});

test("the way back never leads to another site", async ({ page, person }) => {
  const { email } = await person("Agent");
  await page.goto("/login");
  await page.evaluate(() => {
    const kept = { wanted: "//elsewhere.test/ticket/log", personId: null };
    sessionStorage.setItem("frontdesk.way-back", JSON.stringify(kept));
  });
  await signInByHand(page, email);
  await expect(page).toHaveURL("/ticket/log");
});

test.describe("on a demo desk", () => {
  const accounts = [
    { role: "Super Admin", name: "Maya Lindqvist" },
    { role: "Agent", name: "Samuel Okafor" },
    { role: "Customer", name: null },
  ];
  for (const { role, name } of accounts) {
    test(`one click signs in as ${role}`, async ({ page, desk }) => {
      await page.goto("/login");
      await page.getByRole("button", { name: role, exact: true }).click();
      await expect(page).toHaveURL("/ticket/log");
      if (name) await expect(page.getByRole("button", { name })).toBeVisible();
      const answer = await page.request.get(`${desk.url}/node/auth/user`);
      expect((await answer.json()).user.role).toBe(role);
    });
  }
});

test.describe("on a desk that is none", () => {
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
