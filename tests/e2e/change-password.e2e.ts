import { expect, type Page, signInByHand, test, testPassword } from "./browser/fixtures.ts";
import {
  changePassword,
  fillChangePassword,
  holdBack,
  loginMessage,
  openChangePassword,
  sessionAlert,
  shellOf,
} from "./steps/anywhere.ts";

const lengthWords = "New Password should be between 8 to 16 characters";
const changedWords = "Your password has been changed successfully!";

/** Every password-changing call of the page. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("account.changePassword")) count += 1;
  });
  return () => count;
}

let me: { email: string };
test.beforeEach(async ({ page, signedIn }) => {
  me = await signedIn("Agent", {
    firstName: "Kim",
    email: `kim-${Bun.randomUUIDv7()}@people.test`,
  });
  // The page with the least content.
  await page.goto("/nowhere");
});

test("Title: Change Password. Three password fields: Previous Password, New Password, Confirm Password. The button is labelled Change Password and stays disabled until all three fields are filled. The button is disabled until old, new and confirm are all non-empty.", async ({
  page,
}) => {
  const dialog = await openChangePassword(page);
  await expect(dialog.getByRole("heading", { name: "Change Password", exact: true })).toBeVisible();
  const labels = dialog.locator("label");
  await expect(labels).toHaveText(["Previous Password", "New Password", "Confirm Password"]);
  for (const label of await labels.allInnerTexts()) {
    await expect(dialog.getByLabel(label)).toHaveAttribute("type", "password");
  }
  await expect(dialog.getByLabel("Previous Password")).toBeFocused();

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

  await test.step("closing the dialog returns the focus to Account", async () => {
    for (const close of ["Escape", "Cancel", "Close"]) {
      if (close === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("button", { name: close, exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(shellOf(page).account, close).toBeFocused();
      await openChangePassword(page);
    }
  });
});

test('Change password: oldPassword, newPassword. On success the user is sent to /login with the message "Your password has been changed successfully!".', async ({
  page,
  tabOf,
}) => {
  const elsewhere = await tabOf(me);
  await elsewhere.goto("/nowhere");
  await expect(shellOf(elsewhere).navigation).toBeVisible();
  const request = page.waitForRequest(/account\.changePassword/);
  await changePassword(page, { old: testPassword, next: "battery-9", confirm: "battery-9" });
  expect((await request).postDataJSON()).toEqual({
    0: { oldPassword: testPassword, newPassword: "battery-9" },
  });
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ message: changedWords })}`);
  await expect(loginMessage(page)).toHaveText(changedWords);
  await expect(sessionAlert(page)).toHaveCount(0);
  await test.step("sessions in all other browsers end with a message", async () => {
    await expect(sessionAlert(elsewhere)).toBeVisible();
  });
  // The new password works, the old one does not.
  await signInByHand(page, me.email, testPassword);
  await expect(page.getByRole("alert")).toBeVisible();
  await signInByHand(page, me.email, "battery-9");
  await expect(shellOf(page).navigation).toBeVisible();
});

test("a refusal after the dialog was closed is shown nevertheless", async ({ page }) => {
  const answer = await holdBack(page, /account\.changePassword/);
  // Closing it before that cancels the change.
  const asked = page.waitForRequest(/account\.changePassword/);
  const dialog = await changePassword(page, {
    ...{ old: "not-the-one", next: "battery-9", confirm: "battery-9" },
  });
  await asked;
  await expect(dialog.getByRole("button", { name: "Change Password" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  answer();
  await expect(shellOf(page).notices.getByRole("alert")).toContainText(
    "The previous password is wrong.",
  );
});

test.describe("Validation rules", () => {
  test('The new password must be 8 to 16 characters long. Otherwise the error is "New Password should be between 8 to 16 characters". New password not 8 to 16 characters: "New Password should be between 8 to 16 characters"', async ({
    page,
  }) => {
    const changes = countChanges(page);
    const dialog = await openChangePassword(page);
    // The length is checked before equality.
    for (const [next, confirm] of [
      ["1234567", "other"],
      ["12345678901234567", "12345678901234567"],
    ] as const) {
      await fillChangePassword(dialog, { old: testPassword, next, confirm });
      await dialog.getByRole("button", { name: "Change Password" }).click();
      await expect(dialog.getByText(lengthWords, { exact: true }), next).toBeVisible();
      await expect(dialog.getByLabel("New Password")).toHaveAccessibleDescription(lengthWords);
      await expect(dialog.getByLabel("New Password")).toBeFocused();
      await expect(page.getByText("Password Missmatch")).toHaveCount(0);
    }
    expect(changes()).toBe(0);
    await dialog.getByLabel("New Password").fill("12345678");
    await expect(dialog.getByText(lengthWords)).toHaveCount(0);
  });

  test('New and confirm password must be equal. Otherwise the error is "New and confirm password doesn\'t match", with the title "Password Missmatch". New and confirm differ: "New and confirm password doesn\'t match", title "Password Missmatch"', async ({
    page,
  }) => {
    const changes = countChanges(page);
    const dialog = await changePassword(page, {
      old: testPassword,
      next: "battery-9",
      confirm: "battery-8",
    });
    const notice = page.getByRole("alert").filter({ hasText: "Password Missmatch" });
    await expect(notice.getByText("Password Missmatch", { exact: true })).toBeVisible();
    await expect(
      notice.getByText("New and confirm password doesn't match", { exact: true }),
    ).toBeVisible();
    expect(changes()).toBe(0);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel("Previous Password")).toHaveValue(testPassword);
    await expect(dialog.getByText("New and confirm password doesn't match")).toBeVisible();

    await test.step("a wrong previous password, or a too common new one, is shown next to its field, and the session continues", async () => {
      await fillChangePassword(dialog, {
        old: "not-the-one",
        next: "battery-9",
        confirm: "battery-9",
      });
      await dialog.getByRole("button", { name: "Change Password" }).click();
      await expect(dialog.getByLabel("Previous Password")).toHaveAccessibleDescription(
        "The previous password is wrong.",
      );
      await expect(sessionAlert(page)).toHaveCount(0);
      const button = dialog.getByRole("button", { name: "Change Password" });
      await fillChangePassword(dialog, {
        old: testPassword,
        next: "password123",
        confirm: "password123",
      });
      await button.click();
      await expect(dialog.getByLabel("New Password")).toHaveAccessibleDescription(
        "This password is too common. Choose another.",
      );
      // The longest one; the rules for lengths are tested next to them.
      const longest = "sixteen-chars-16";
      await fillChangePassword(dialog, { old: testPassword, next: longest, confirm: longest });
      await button.click();
      await expect(loginMessage(page)).toHaveText(changedWords);
    });
  });
});
