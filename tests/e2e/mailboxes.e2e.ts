import { type Dovecot, startDovecot } from "../support/dovecot.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { shellOf } from "./steps/anywhere.ts";

test.use({ deskSettings: { demo: false } });

let imap: Dovecot;
test.beforeAll(async () => {
  imap = await startDovecot();
});
test.afterAll(() => imap?.stop());

test.describe("Mailboxes", () => {
  test("a mailbox is connected by hand, and a mail to it becomes a ticket", async ({
    page,
    signedIn,
  }) => {
    await imap.setPassword("support", "right-password");
    await signedIn("Super Admin");
    await page.goto("/settings/mailboxes");
    await expect(page.getByText("No mailboxes yet")).toBeVisible();
    await page.getByRole("link", { name: "Connect mailbox" }).click();

    await test.step("known providers are filled in, and what they need is said", async () => {
      await field(page, "Address").fill("team@gmail.com");
      await expect(field(page, "Server")).toHaveValue("imap.gmail.com");
      await expect(page.getByRole("note")).toContainText("Google accepts an app password only");
    });
    await field(page, "Address").fill("support@desk.test");
    await expect(field(page, "Name")).toHaveValue("Support");
    await expect(field(page, "Login")).toHaveValue("support@desk.test");
    await field(page, "Server").fill("127.0.0.1");
    await choose(page, "Encryption", "Not encrypted (this machine only)");
    await field(page, "Port").fill(String(imap.port));
    await field(page, "Login").fill("support");

    await test.step("the test ticks each step, and says what is wrong", async () => {
      await page.getByLabel("Password", { exact: true }).fill("wrong-password");
      await page.getByRole("button", { name: "Test connection" }).click();
      const steps = page.getByRole("list", { name: "Test" }).getByRole("listitem");
      await expect(steps.nth(1)).toContainText("The mail server refused the login or the password");
      await expect(steps.nth(1).getByLabel("Failed")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill("right-password");
      await page.getByRole("button", { name: "Test connection" }).click();
      await expect(steps.nth(3).getByLabel("Passed")).toBeVisible();
      await expect(steps.nth(2)).toContainText("INBOX holds 0 mails");
    });

    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await expect(shellOf(page).notices).toContainText("Mailbox connected");
    await expect(page.getByText("Watching · no mail yet")).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText("Connected for the first time.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

    await test.step("a mail is a ticket, and is counted", async () => {
      await imap.deliver(
        "support",
        "From: Ana Acme <ana@acme.test>\nTo: support@desk.test\nSubject: The printer is on fire\nMessage-ID: <fire@acme.test>\n\nPlease send water.\n",
      );
      await expect(page.getByText("Watching · last mail")).toBeVisible({ timeout: 15_000 });
      await page.goto("/settings/mailboxes/received");
      const received = page.getByRole("link", { name: "Received 1", exact: true });
      await expect(received).toBeVisible({ timeout: 15_000 });
      await page.getByRole("link", { name: "1 ticket", exact: true }).click();
      await page.getByRole("link", { name: /The printer is on fire/ }).click();
      await expect(page).toHaveURL(/\/ticket\/\d+/);
      await expect(
        page.getByRole("region", { name: /^Ticket #/ }).getByText("Please send water."),
      ).toBeVisible();
    });
  });

  test("a mailbox is paused, resumed and removed", async ({ page, signedIn }) => {
    await signedIn("Super Admin");
    await page.goto("/settings/mailboxes");
    await page.getByRole("link", { name: /support@desk\.test/ }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText(/^Watching/)).toBeVisible({ timeout: 15_000 });

    await field(page, "Server").fill("localhost");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Enter the password again for another server.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(field(page, "Server")).toHaveValue("127.0.0.1");

    await page.getByRole("button", { name: "Remove mailbox" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove Support?" });
    await question.getByRole("button", { name: "Remove mailbox" }).click();
    await expect(page).toHaveURL("/settings/mailboxes");
    await expect(page.getByText("No mailboxes yet")).toBeVisible();
    await page.goto("/settings/mailboxes/received");
    await expect(page.getByRole("link", { name: "Received 1", exact: true })).toBeVisible();
  });
});

function field(page: Page, name: string) {
  return page.getByRole("textbox", { name, exact: true });
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name }).click();
  await page.getByRole("option", { name: option }).click();
}
