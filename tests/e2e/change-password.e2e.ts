import { expect, type Page, signInByHand, test, testPassword } from "./fixtures.ts";
import {
  changePassword,
  fillChangePassword,
  loginMessage,
  openChangePassword,
  sessionAlert,
  shellOf,
} from "./steps.ts";

const lengthWords = "New Password should be between 8 to 16 characters";
const changedWords = "Your password has been changed successfully!";

/** Every call of the page that would change a password. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("account.changePassword")) count += 1;
  });
  return () => count;
}

test.beforeEach(async ({ page, signedIn }) => {
  await signedIn("Agent", { firstName: "Kim", email: `kim-${Bun.randomUUIDv7()}@people.test` });
  await page.goto("/profile");
});

test("Title: Change Password.", async ({ page }) => {
  const dialog = await openChangePassword(page);
  await expect(dialog.getByRole("heading", { name: "Change Password", exact: true })).toBeVisible();
});

test("Three password fields: Previous Password, New Password, Confirm Password.", async ({
  page,
}) => {
  const dialog = await openChangePassword(page);
  const labels = dialog.locator("label");
  await expect(labels).toHaveText(["Previous Password", "New Password", "Confirm Password"]);
  for (const label of await labels.allInnerTexts()) {
    await expect(dialog.getByLabel(label)).toHaveAttribute("type", "password");
  }
  await expect(dialog.getByLabel("Previous Password")).toBeFocused();
});

test("The button is labelled Change Password and stays disabled until all three fields are filled. The button is disabled until old, new and confirm are all non-empty.", async ({
  page,
}) => {
  const dialog = await openChangePassword(page);
  const button = dialog.getByRole("button", { name: "Change Password", exact: true });
  const filled = { old: "a", next: "b", confirm: "c" };
  for (const empty of ["old", "next", "confirm"]) {
    await fillChangePassword(dialog, { ...filled, [empty]: "" });
    await expect(button, `without ${empty}`).toBeDisabled();
  }
  await fillChangePassword(dialog, filled);
  await expect(button).toBeEnabled();
  await dialog.getByLabel("New Password").fill("");
  await expect(button).toBeDisabled();
});

test('On success the user is sent to /login with the message "Your password has been changed successfully!".', async ({
  page,
}) => {
  await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-9" });
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ message: changedWords })}`);
  await expect(loginMessage(page)).toHaveText(changedWords);
  await expect(sessionAlert(page)).toHaveCount(0);
});

test("Change password: oldPassword, newPassword.", async ({ page }) => {
  const request = page.waitForRequest(/account\.changePassword/);
  await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-9" });
  expect((await request).postDataJSON()).toEqual({
    0: { oldPassword: testPassword, newPassword: "battery-9" },
  });
  await expect(page).toHaveURL(/\/login/);
});

test("with the new password one signs in, with the old one no more", async ({ page, desk }) => {
  const { user } = await (await page.request.get(`${desk.url}/node/auth/user`)).json();
  await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-9" });
  await expect(loginMessage(page)).toBeVisible();
  await signInByHand(page, user.email, testPassword);
  await expect(page.getByRole("alert")).toBeVisible();
  await signInByHand(page, user.email, "battery-9");
  await expect(shellOf(page).navigation).toBeVisible();
});

test("a change ends the sessions of every other browser, which says so", async ({
  page,
  desk,
  tabOf,
}) => {
  const { user } = await (await page.request.get(`${desk.url}/node/auth/user`)).json();
  const elsewhere = await tabOf(user);
  await elsewhere.goto("/ticket/log");
  await expect(shellOf(elsewhere).navigation).toBeVisible();
  await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-9" });
  await expect(loginMessage(page)).toHaveText(changedWords);
  await expect(sessionAlert(elsewhere)).toBeVisible();
});

test.describe("Validation rules", () => {
  test('The new password must be 8 to 16 characters long. Otherwise the error is "New Password should be between 8 to 16 characters".', async ({
    page,
  }) => {
    const changes = countChanges(page);
    const dialog = await openChangePassword(page);
    for (const next of ["1234567", "12345678901234567"]) {
      await fillChangePassword(dialog, { old: testPassword, next, confirm: next });
      await dialog.getByRole("button", { name: "Change Password" }).click();
      await expect(dialog.getByText(lengthWords, { exact: true }), next).toBeVisible();
      await expect(dialog.getByLabel("New Password")).toHaveAccessibleDescription(lengthWords);
      await expect(dialog.getByLabel("New Password")).toBeFocused();
    }
    expect(changes()).toBe(0);
    await dialog.getByLabel("New Password").fill("12345678");
    await expect(dialog.getByText(lengthWords)).toHaveCount(0);
  });

  for (const next of ["8-chars.", "sixteen-chars-16"]) {
    test(`${next.length} characters are right`, async ({ page }) => {
      await changePassword(page, { old: testPassword, next, confirm: next });
      await expect(loginMessage(page)).toHaveText(changedWords);
    });
  }

  test('New and confirm password must be equal. Otherwise the error is "New and confirm password doesn\'t match", with the title "Password Missmatch".', async ({
    page,
  }) => {
    const changes = countChanges(page);
    await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-8" });
    const notice = page.getByRole("alert").filter({ hasText: "Password Missmatch" });
    await expect(notice).toBeVisible();
    await expect(notice.getByText("Password Missmatch", { exact: true })).toBeVisible();
    await expect(
      notice.getByText("New and confirm password doesn't match", { exact: true }),
    ).toBeVisible();
    expect(changes()).toBe(0);
  });

  test("the length is checked before the equality", async ({ page }) => {
    const dialog = await changePassword(page, { old: testPassword, next: "short", confirm: "no" });
    await expect(dialog.getByText(lengthWords)).toBeVisible();
    await expect(page.getByText("Password Missmatch")).toHaveCount(0);
  });

  test('New password not 8 to 16 characters: "New Password should be between 8 to 16 characters"', async ({
    page,
    desk,
  }) => {
    const answer = await page.evaluate(async () => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const response = await fetch("/node/auth/change-password", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": token },
        body: JSON.stringify({ oldPassword: "correct-horse", newPassword: "short" }),
      });
      return { status: response.status, body: await response.json() };
    });
    expect(answer, desk.url).toMatchObject({ status: 400, body: { message: lengthWords } });
  });

  test('New and confirm differ: "New and confirm password doesn\'t match", title "Password Missmatch"', async ({
    page,
  }) => {
    const dialog = await changePassword(page, {
      old: testPassword,
      next: "battery-9",
      confirm: "battery-8",
    });
    const notice = page.getByRole("alert").filter({ hasText: "Password Missmatch" });
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Previous Password")).toHaveValue(testPassword);
    await expect(dialog.getByText("New and confirm password doesn't match")).toBeVisible();
  });

  test("a wrong previous password is said beside its field, and the session goes on", async ({
    page,
  }) => {
    const dialog = await changePassword(page, {
      old: "not-the-one",
      next: "battery-9",
      confirm: "battery-9",
    });
    await expect(dialog.getByLabel("Previous Password")).toHaveAccessibleDescription(
      "The previous password is not right.",
    );
    await expect(sessionAlert(page)).toHaveCount(0);
    await dialog.getByLabel("Previous Password").fill(testPassword);
    await dialog.getByRole("button", { name: "Change Password" }).click();
    await expect(loginMessage(page)).toHaveText(changedWords);
  });

  test("a password on the list of the most used ones is refused", async ({ page }) => {
    const dialog = await changePassword(page, {
      old: testPassword,
      next: "password123",
      confirm: "password123",
    });
    await expect(dialog.getByLabel("New Password")).toHaveAccessibleDescription(
      "This password is on the list of the most used ones. Choose another.",
    );
  });
});

test("closing the dialog leads the focus back to Account", async ({ page }) => {
  for (const close of ["Escape", "Cancel", "Close"]) {
    const dialog = await openChangePassword(page);
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: close, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(shellOf(page).account, close).toBeFocused();
  }
});
