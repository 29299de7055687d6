import type { Locator } from "@playwright/test";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, signInByHand, test } from "./browser/fixtures.ts";
import { holdBack, loginMessage, shellOf } from "./steps/anywhere.ts";

test.use({ deskSettings: { demo: false } });

const notedWords =
  "If there's an account for this address, an administrator has been notified and will send you a link.";

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByText("Email isn't set up here.")).toBeVisible();
  // A customer reads this page: it names no command.
  await expect(page.getByText("bun run")).toHaveCount(0);
  await page.getByRole("button", { name: "Request link" }).click();
  await expect(page.getByRole("status")).toHaveText(notedWords);
  await page.getByRole("button", { name: "Back to sign-in page" }).click();
}

/** The latest stored mail to a user, opened. */
async function openMail(page: Page, desk: TestDesk, email: string): Promise<void> {
  await desk.mailsAreSent();
  await page.goto("/settings/mail");
  await openMailTo(page, email);
}

async function openMailTo(page: Page, email: string): Promise<void> {
  const row = page.getByRole("button", { name: new RegExp(`Not sent.*${email}`) }).first();
  await row.click();
  await expect(row).toHaveAttribute("aria-expanded", "true");
}

test("a forgotten password is replaced by a link that a Super Admin hands over", async ({
  page,
  person,
  signedIn,
  desk,
  otherBrowser,
}) => {
  const { email } = await person("Customer", { firstName: "Ana" });
  const theirs = await (await otherBrowser()).newPage();
  await test.step("the page knows that no mail is sent before any request", async () => {
    const answer = await holdBack(theirs, /session\.current/);
    await theirs.goto("/login");
    await askForLink(theirs, "unknown@nowhere.test");
    answer();
  });
  await askForLink(theirs, email);

  const admin = await signedIn("Super Admin");
  await openMail(page, desk, email);
  const make = page.getByRole("button", { name: "Create new link" });
  await make.click();
  const question = page.getByRole("alertdialog", { name: "Create a new link for Ana Customer?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(make).toBeFocused();
  await make.click();
  await question.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset link" });
  const link = await dialog.getByLabel("Link").inputValue();
  expect(link.startsWith(`${desk.url}/reset-password#`)).toBe(true);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(make).toBeFocused();
  await expect(page.getByText(link)).toHaveCount(0);
  const made = desk.db
    .selectFrom("audit_log")
    .select(["actor_id", "act"])
    .where("act", "=", "user.link-made");
  expect(await made.execute()).toEqual([{ actor_id: admin.id, act: "user.link-made" }]);

  await theirs.goto(link);
  await theirs.getByLabel("New Password").fill("battery-9");
  await theirs.getByLabel("Confirm Password").fill("battery-9");
  await theirs.getByRole("button", { name: "Set password" }).click();
  await expect(loginMessage(theirs)).toHaveText("Your password has been changed successfully!");
  await expect(theirs.getByLabel("Email")).toHaveValue(email);
  await expect(theirs.getByLabel("Password", { exact: true })).toBeFocused();
  await signInByHand(theirs, email, "battery-9");
  await expect(shellOf(theirs).navigation).toBeVisible();
});

test("an invited user gets a link immediately, even over plain http; for a Super Admin, the server command is named", async ({
  page,
  person,
  signedIn,
  desk,
}) => {
  const { email } = await person("Agent", { firstName: "Nora", state: "invited" });
  const other = await person("Super Admin");
  for (const asker of [email, other.email]) {
    await desk.visitor().request("POST", "/node/auth/password-reset", { body: { email: asker } });
  }
  await signedIn("Super Admin");
  // Like a browser on plain http, which has no clipboard for pages.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await openMail(page, desk, other.email);
  await expect(page.getByText(`npx -y bun run user:link --email ${other.email}`)).toBeVisible();
  const make = page.getByRole("button", { name: "Create new link" });
  await expect(make).toHaveCount(0);

  await openMailTo(page, email);
  await make.click();
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  await test.step("where it is copied with the older method", () => copyTheOlderWay(page, dialog));
  await test.step("or selected, where the browser lacks that too", async () => {
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await expect(dialog.getByRole("status")).toHaveText(
      "This browser blocks copying. The link is selected for you.",
    );
    const field = dialog.getByLabel("Link");
    await expect(field).toBeFocused();
    const marked = await field.evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    );
    expect(marked).toBe(await field.inputValue());
  });
});

test("a new Super Admin gets no link to copy: their page names the server command", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await page.goto("/user/log");
  await page.getByRole("button", { name: "New user" }).click();
  const dialog = page.getByRole("dialog", { name: "New user" });
  await dialog.getByLabel("First name").fill("Zoe");
  await dialog.getByLabel("Last name").fill("Berg");
  await dialog.getByLabel("Email").fill("zoe@new.test");
  await dialog.getByLabel("Role").click();
  await page.getByRole("option", { name: "Super Admin" }).click();
  await dialog.getByRole("button", { name: "Create user" }).click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}/);
  await expect(page.getByText("npx -y bun run user:link --email zoe@new.test")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Invitation link" })).toHaveCount(0);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Resend invitation" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Copy invitation link" })).toHaveCount(0);
});

test("a Super Admin sets up email in the settings, tests it, and it is sent without a restart", async ({
  page,
  signedIn,
  person,
  desk,
}) => {
  const admin = await signedIn("Super Admin");
  await page.goto("/settings/mail");
  const stored = page.getByText("Email isn't set up: messages are stored here, not sent.");
  await expect(stored).toBeVisible();
  await page.getByRole("button", { name: "Set up email" }).click();
  const dialog = page.getByRole("dialog", { name: "Email settings" });
  const save = dialog.getByRole("button", { name: "Save email settings" });
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Server").fill("127.0.0.1");
  await dialog.getByLabel("Encryption").click();
  await page.getByRole("option", { name: "Not encrypted (this machine only)" }).click();
  await dialog.getByLabel("Port").fill(String(desk.mail.port));
  await dialog.getByLabel("Sender").fill("Northwind <care@northwind.test>");

  await test.step("typed settings are tested before they are saved", async () => {
    await dialog.getByRole("button", { name: "Send test email" }).click();
    await expect(
      dialog.getByText(`The mail server accepted the email to ${admin.email}`),
    ).toBeVisible();
    const mail = await desk.mail.take(admin.email);
    expect(mail.from).toEqual({ name: "Northwind", address: "care@northwind.test" });
  });

  await test.step("a refused value is named at its field, and the others stay", async () => {
    const base = dialog.getByLabel("Base URL");
    await base.fill("desk.northwind.test");
    await save.click();
    await expect(base).toHaveAccessibleDescription(/Enter an address such as https/);
    await expect(base).toBeFocused();
    await base.fill("");
  });
  await save.click();
  await expect(shellOf(page).notices).toContainText("Email settings saved");
  await expect(dialog).toHaveCount(0);
  await expect(stored).toHaveCount(0);
  await expect(page.getByText("Northwind <care@northwind.test>")).toBeVisible();

  const { email } = await person("Customer");
  await desk.visitor().request("POST", "/node/auth/password-reset", { body: { email } });
  const reset = await desk.mail.take(email, 15_000);
  expect(reset.from?.address).toBe("care@northwind.test");

  await test.step("without a server, emails are stored again", async () => {
    await page.getByRole("button", { name: "Email settings" }).click();
    await dialog.getByLabel("Server").fill("");
    await save.click();
    await expect(stored).toBeVisible();
  });
});

async function copyTheOlderWay(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const copied = page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        document.addEventListener("copy", ({ target }) =>
          resolve(target instanceof HTMLTextAreaElement && target.value),
        );
      }),
  );
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Copied.");
  expect(await copied).toBe(await dialog.getByLabel("Link").inputValue());
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeFocused();
}
