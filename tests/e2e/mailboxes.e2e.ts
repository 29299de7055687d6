import { type Dovecot, startDovecot } from "../support/dovecot.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import { startTokenServer, type TokenServer } from "../support/token-server.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { shellOf } from "./steps/anywhere.ts";
import { composerOf } from "./steps/composer.ts";

test.use({ deskSettings: { demo: false, mail: true } });

let imap: Dovecot;
test.beforeAll(async () => {
  imap = await startDovecot();
});
test.afterAll(() => imap?.stop());

test.describe("Mailboxes", () => {
  test("a mailbox is connected by hand, and a mail to it becomes a ticket", async ({
    page,
    signedIn,
    desk,
  }) => {
    test.setTimeout(120_000);
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
        "From: Ana Acme <ana@acme.test>\nTo: support@desk.test\nCc: Ben <ben@acme.test>\nSubject: The printer is on fire\nMessage-ID: <fire@acme.test>\n\nPlease send water.\n",
      );
      await expect(page.getByText("Watching · last mail")).toBeVisible({ timeout: 15_000 });
      await page.goto("/settings/mailboxes/received");
      const received = page.getByRole("link", { name: "Received 1", exact: true });
      await expect(received).toBeVisible({ timeout: 15_000 });
      await page.getByRole("link", { name: "1 ticket", exact: true }).click();
      await page.getByRole("link", { name: /The printer is on fire/ }).click();
      await expect(page).toHaveURL(/\/ticket\/\d+/);
      const ticket = page.getByRole("region", { name: /^Ticket #/ });
      await expect(ticket.getByText("Please send water.")).toBeVisible();
      await expect(
        ticket.getByText("Sender not verified · To: support@desk.test · Cc: Ben"),
      ).toBeVisible();
    });

    const { composer, reply, send, conversation } = composerOf(page);
    const chips = composer.getByRole("list", { name: "Cc" }).getByRole("listitem");

    await test.step("the recipients of a reply are chosen, and Undo restores the choice", async () => {
      await reply.fill("Water is on its way.");
      await expect(chips).toHaveText(["Ben"]);
      await chips.getByRole("button", { name: "Remove Ben" }).click();
      await page.getByRole("menuitem", { name: "Leave out of this reply" }).click();
      await expect(chips).toHaveText(["Ben, not on this reply"]);
      await composer.getByRole("button", { name: "Add Cc or Bcc" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Cc or Bcc" });
      await dialog.getByRole("textbox", { name: "Email address" }).fill("zoe@");
      await dialog.getByRole("button", { name: "Add to Cc" }).click();
      await expect(dialog.getByText("This isn't an email address.")).toBeVisible();
      await dialog.getByRole("textbox", { name: "Email address" }).fill("zoe@acme.test");
      await dialog.getByRole("button", { name: "Add to Cc" }).click();
      await expect(chips).toHaveText(["Ben, not on this reply", "zoe@acme.test"]);
      await send.click();
      await expect(conversation.getByText("copied in zoe@acme.test")).toBeVisible();
      await conversation.getByRole("button", { name: "Undo send" }).click();
      await expect(reply).toHaveValue("Water is on its way.");
      await expect(chips).toHaveText(["Ben, not on this reply", "zoe@acme.test"]);
      await composer.getByRole("button", { name: "Copy in Ben again" }).click();
      await chips.getByRole("button", { name: "Remove Ben" }).click();
      await page.getByRole("menuitem", { name: "Forget address…" }).click();
      const question = page.getByRole("alertdialog", { name: "Forget ben@acme.test?" });
      await question.getByRole("button", { name: "Keep address" }).click();
      await composer.getByRole("button", { name: "Remove zoe@acme.test" }).click();
      await expect(chips).toHaveText(["Ben"]);
    });

    await test.step("a reply leaves from the mailbox, and its answer joins the ticket", async () => {
      await send.click();
      await expect(conversation.getByText("Water is on its way.")).toBeVisible();
      const confirmation = await desk.mail.take("ana@acme.test");
      expect(confirmation.subject).toMatch(/^Re: The printer is on fire \[#\d+\]$/);
      const mail = await desk.mail.take("ana@acme.test", 20_000);
      expect(mail.from?.address).toBe("support@desk.test");
      expect(mail.cc).toEqual([{ name: "Ben", address: "ben@acme.test" }]);
      await desk.mail.take("ben@acme.test");
      await conversation.getByRole("button", { name: "Sent to 2" }).click();
      const sent = conversation.getByRole("article").filter({ hasText: "Water is on its way." });
      const answers = sent.getByRole("listitem");
      await expect(answers).toHaveText([/^Ana Acme: 250 /, /^ben@acme\.test: 250 /]);
      await imap.deliver(
        "support",
        `From: Ana Acme <ana@acme.test>\nTo: ${mail.replyTo?.[0]?.address}\nSubject: ${mail.subject}\nMessage-ID: <out@acme.test>\nIn-Reply-To: ${mail.messageId}\n\nThe fire is out.\n\n> ${mail.text?.split("\n").join("\n> ")}\n`,
      );
      await expect(conversation.getByText("The fire is out.")).toBeVisible({ timeout: 20_000 });
      await expect(conversation.getByText("Write your reply above this line")).toHaveCount(0);
    });

    await test.step("a reply that comes back says so, and is sent again at a click", async () => {
      await reply.fill("Glad to hear it.");
      await send.click();
      const mail = await desk.mail.take("ana@acme.test", 20_000);
      await imap.deliver("support", bounceOf(mail));
      const line = conversation.getByText(
        "Not delivered to ana@acme.test: no such mailbox (5.1.1)",
      );
      await expect(line).toBeVisible({ timeout: 20_000 });
      const note = page.getByRole("note").filter({ hasText: "Email doesn't reach this address" });
      await expect(note).toContainText("no such mailbox (5.1.1)");
      await expect(page.getByText("reports that a mail of this ticket was not")).toBeVisible();
      await note.getByRole("button", { name: "Try again" }).click();
      await expect(note).toHaveCount(0);
      await expect(line).toHaveCount(0);
      const again = await desk.mail.take("ana@acme.test", 20_000);
      expect(again.text).toContain("Glad to hear it.");
    });

    await test.step("a test mail ticks each step, and what it finds out is stored", async () => {
      await page.goto("/settings/mailboxes");
      await page.getByRole("link", { name: /support@desk\.test/ }).click();
      await page.getByRole("button", { name: "Send test mail" }).click();
      const steps = page.getByRole("list", { name: "Test mail" }).getByRole("listitem");
      await expect(steps.nth(0)).toContainText("The mail server accepted the mail");
      await expect(steps.nth(1).getByLabel("Waiting")).toBeVisible();
      const plain = await desk.mail.take("support@desk.test");
      await imap.deliver(
        "support",
        `Authentication-Results: mx.desk.test; spf=pass\n${plain.source}`,
      );
      await expect(steps.nth(1).getByLabel("Passed")).toBeVisible({ timeout: 15_000 });
      await expect(steps.nth(3)).toHaveText("mx.desk.test verifies senders");
      const plus = desk.mail.received.find(({ recipient }) => recipient.startsWith("support+"));
      await imap.deliver("support", plus?.source ?? "");
      await expect(steps.nth(2).getByLabel("Passed")).toBeVisible({ timeout: 15_000 });
      await expect(field(page, "Name in Authentication-Results")).toHaveValue("mx.desk.test");
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
    await expect(page.getByRole("link", { name: "Received 5", exact: true })).toBeVisible();
  });
});

test.describe("Mailboxes without a password", () => {
  let provider: TokenServer;
  let server: Dovecot;
  test.beforeAll(async () => {
    provider = startTokenServer("oauth");
    server = await startDovecot({ introspectUrl: provider.introspectUrl });
    await server.setPassword("oauth", "unused");
  });
  test.afterAll(async () => {
    await server?.stop();
    await provider?.stop();
  });

  test("a Super Admin signs in with a provider, and again once it ended the sign-in", async ({
    page,
    signedIn,
    watch,
  }) => {
    test.setTimeout(90_000);
    watch.allow(/^foreign: http:\/\/127\.0\.0\.1:\d+\/authorize\?/);
    await signedIn("Super Admin");
    await page.goto("/settings/mailboxes/new");
    await field(page, "Address").fill("team@outlook.com");
    await expect(page.getByRole("combobox", { name: "Sign-in" })).toHaveText("Microsoft");
    await field(page, "Address").fill("oauth@desk.test");
    await choose(page, "Sign-in", "Another provider (OAuth2)");
    await expect(page.getByText("/node/mail/oauth")).toBeVisible();
    await field(page, "Server").fill("127.0.0.1");
    await choose(page, "Encryption", "Not encrypted (this machine only)");
    await field(page, "Port").fill(String(server.port));
    await field(page, "Login").fill("oauth");
    await field(page, "Client ID").fill(provider.clientId);
    await page.getByLabel("Client secret").fill(provider.clientSecret);
    await field(page, "Authorization address").fill(provider.authUrl);
    await field(page, "Token address").fill(provider.tokenUrl);
    await field(page, "Scopes").fill("mail");
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await expect(page.getByText("Not signed in yet")).toBeVisible();
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
    await expect(shellOf(page).notices).toContainText("Signed in");
    await expect(page).toHaveURL(/\/settings\/mailboxes\/[0-9a-f-]+$/);
    await expect(page.getByText("Watching · no mail yet")).toBeVisible({ timeout: 15_000 });

    await test.step("a dead sign-in is said, and another one goes on", async () => {
      provider.revoke();
      await page.getByRole("button", { name: "Pause" }).click();
      await server.halt();
      await server.start();
      await page.getByRole("button", { name: "Resume" }).click();
      await expect(page.getByText("Stopped · check the settings")).toBeVisible({ timeout: 30_000 });
      await server.deliver("oauth", "From: ana@acme.test\nSubject: Late\n\nHello.\n");
      await page.getByRole("button", { name: "Sign in with 127.0.0.1 again" }).click();
      await expect(page.getByText("Watching · last mail")).toBeVisible({ timeout: 15_000 });
    });
  });

  test("a provider posts mail with the key that is shown once", async ({ page, signedIn }) => {
    await signedIn("Super Admin");
    await page.goto("/settings/mailboxes/new");
    await field(page, "Address").fill("posted@desk.test");
    await choose(page, "Mail", "A mail provider posts it here (webhook)");
    await expect(field(page, "Server")).toHaveCount(0);
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    await expect(page.getByText("Webhook · no mail yet")).toBeVisible();
    await page.getByRole("button", { name: "Make key" }).click();
    const key = await field(page, "Key").inputValue();
    const url = await page
      .getByRole("region", { name: "Webhook" })
      .getByRole("textbox", { name: "Address", exact: true })
      .inputValue();
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "message/rfc822" };
    const mail = "From: Ana <ana@acme.test>\r\nSubject: Posted\r\n\r\nHello.\r\n";
    const { status } = await fetch(url, { method: "POST", headers, body: mail });
    expect(status).toBe(200);
    await expect(page.getByText("Webhook · last mail")).toBeVisible({ timeout: 15_000 });
    await page.goto("/ticket/log");
    await expect(page.getByRole("link", { name: /Posted/ }).first()).toBeVisible({
      timeout: 15_000,
    });
    await page.goBack();
    await expect(page.getByText("A key was made.")).toBeVisible();
    await page.getByRole("button", { name: "Make new key" }).click();
    const question = page.getByRole("alertdialog", { name: "Make a new key?" });
    await question.getByRole("button", { name: "Make new key" }).click();
    await expect(field(page, "Key")).not.toHaveValue(key);
    const again = await fetch(url, { method: "POST", headers, body: mail });
    expect(again.status).toBe(401);
  });
});

/** As Postfix reports that there is no such mailbox. */
function bounceOf({ recipient, messageId }: ReceivedMail): string {
  return [
    "From: MAILER-DAEMON@mx.test (Mail Delivery System)",
    "To: support@desk.test",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <${crypto.randomUUID()}@mx.test>`,
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=r",
    "",
    "--r",
    "Content-Type: text/plain",
    "",
    `<${recipient}>: User unknown`,
    "--r",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.1.1",
    "--r",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${messageId}`,
    "--r--",
    "",
  ].join("\n");
}

function field(page: Page, name: string) {
  return page.getByRole("textbox", { name, exact: true });
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}
