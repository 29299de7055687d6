import type { Locator, Page } from "@playwright/test";
import { type Dovecot, startDovecot } from "../support/dovecot.ts";
import { connectDovecot } from "../support/mail-at-rest.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, test } from "./browser/fixtures.ts";
import { composerOf } from "./steps/composer.ts";

test.use({ deskSettings: { demo: false, mail: true } });
test.describe.configure({ timeout: 120_000 });

const login = "support";
const proof = "Authentication-Results: mx.acme.test; dmarc=pass header.from=acme.test";

let imap: Dovecot;
test.beforeAll(async () => {
  imap = await startDovecot();
  await imap.setPassword(login, "secret");
});
test.afterAll(() => imap?.stop());
test.beforeEach(({ desk }) => connect(desk));

test("an agent answers a customer's mail by mail, and only what is proven leaves", async ({
  page,
  signedIn,
  desk,
}) => {
  const maya = await signedIn("Agent", { email: "maya@acme.test", firstName: "Maya" });
  await receive({ id: "<one@harbour.test>", body: "The printer is blank." });
  const { id, number } = await ticketOf(desk, "Blank labels");
  await desk.db
    .updateTable("tickets")
    .set({ assignee_id: maya.id, unassigned_since: null })
    .where("id", "=", id)
    .execute();
  await page.goto(`/ticket/${number}`);
  const { conversation } = composerOf(page);
  await expect(conversation.getByText("The printer is blank.")).toBeVisible();

  await receive({ answers: "<one@harbour.test>", body: "It is still blank." });
  const notice = await desk.mail.take(maya.email, 20_000);
  expect(notice.text).toContain("Your answer is sent to the customer.");

  await test.step("an answer to the customer's message is sent to the customer", async () => {
    await imap.deliver(login, answerOf(notice, "A new head is on its way."));
    await expect(conversation.getByText("A new head is on its way.")).toBeVisible({
      timeout: 20_000,
    });
    const mail = await customersMail(desk, "A new head is on its way.");
    expect(mail.text).not.toContain("Your answer is sent to the customer.");
  });

  await test.step("with #note it stays among staff", async () => {
    await imap.deliver(login, answerOf(notice, "#note\nShe is a reseller."));
    const note = conversation.getByRole("article", { name: "Internal note by Maya Agent" });
    await expect(note).toContainText("She is a reseller.", { timeout: 20_000 });
    await expect(note).not.toContainText("#note");
  });

  const held = page.getByRole("region", { name: "Held mail" });

  await test.step("without proof it is held, and can't be sent", async () => {
    await imap.deliver(login, answerOf(notice, "Send me your password.", { isProven: false }));
    await expect(held).toContainText("was not proven to be theirs", { timeout: 20_000 });
    await expect(held.getByRole("button", { name: "Send as reply" })).toHaveCount(0);
    await expect(conversation.getByText("Send me your password.")).toHaveCount(0);
    await held.getByRole("button", { name: "Delete" }).click();
    await expect(held).toHaveCount(0);
  });

  await test.step("without the quoted mail it waits for a look, then leaves at a click", async () => {
    await imap.deliver(login, answerOf(notice, "Turn it off and on.", { quotes: false }));
    await expect(held).toContainText("so look before it is sent", { timeout: 20_000 });
    await held.getByRole("button", { name: "Send as reply" }).click();
    await expect(conversation.getByText("Turn it off and on.")).toBeVisible({ timeout: 20_000 });
    await customersMail(desk, "Turn it off and on.");
  });
});

test("images on other servers are shown at a click, through the server", async ({
  page,
  signedIn,
  desk,
}) => {
  await signedIn("Agent");
  const html =
    '<p>Our new label:</p><p><img src="https://pictures.test/label.png" alt="Label"></p>';
  await receive({ subject: "New label", header: "Content-Type: text/html", body: html });
  const conversation = await showTicket(page, desk, "New label");
  await expect(conversation.getByText("1 remote image was not loaded.")).toBeVisible();
  await expect(conversation.getByRole("img", { name: "Label" })).toHaveCount(0);

  const image = page.waitForRequest(/\/node\/mail\/images\/[0-9a-f-]+\/text\/0$/);
  await conversation.getByRole("button", { name: "Show images" }).click();
  await image;
  await expect(conversation.getByText("was not loaded")).toHaveCount(0);

  await page.reload();
  await expect(conversation.getByText("1 remote image was not loaded.")).toBeVisible();
  await conversation.getByRole("button", { name: "Always show from this sender" }).click();
  const never = conversation.getByRole("button", { name: "Don't show images from this sender" });
  await expect(never).toBeVisible();
  const again = page.waitForRequest(/\/node\/mail\/images\//);
  await page.reload();
  await again;
  await never.click();
  await expect(
    conversation.getByRole("button", { name: "Always show from this sender" }),
  ).toBeVisible();
});

test("another subject on a ticket is made a separate ticket", async ({ page, signedIn, desk }) => {
  await signedIn("Agent");
  await receive({ id: "<cable@harbour.test>", subject: "Cable", body: "Send a cable." });
  const conversation = await showTicket(page, desk, "Cable");
  await receive({ answers: "<cable@harbour.test>", subject: "Chair", body: "And a chair." });
  await expect(conversation.getByText("wrote under another subject: “Chair”")).toBeVisible({
    timeout: 20_000,
  });
  await conversation.getByRole("button", { name: "Make a separate ticket" }).click();
  const box = (words: string) =>
    conversation.getByRole("article").filter({ hasText: words }).getByRole("checkbox");
  await expect(box("And a chair.")).toBeChecked();
  await expect(box("Send a cable.")).not.toBeChecked();
});

test("a customer downloads the original of their own mail, and of no one else's", async ({
  page,
  signedIn,
  desk,
}) => {
  await signedIn("Customer", { email: "cora@harbour.test", firstName: "Cora" });
  const [cora, ben] = ["Cora <cora@harbour.test>", "Ben <ben@harbour.test>"];
  await receive({
    id: "<drum@harbour.test>",
    from: cora,
    subject: "Drum",
    header: `Cc: ${ben}`,
    body: "The drum squeaks.",
  });
  const conversation = await showTicket(page, desk, "Drum");
  await receive({ answers: "<drum@harbour.test>", from: ben, body: "Oil it." });
  await expect(conversation.getByText("Oil it.")).toBeVisible({ timeout: 20_000 });

  const original = page.getByRole("menuitem", { name: "Download original" });
  await conversation.getByRole("button", { name: "Message by Ben: more" }).click();
  await expect(page.getByRole("menuitem", { name: "Copy text" })).toBeVisible();
  await expect(original).toHaveCount(0);
  await page.keyboard.press("Escape");
  await conversation.getByRole("button", { name: "Message by You: more" }).click();
  const downloaded = page.waitForEvent("download");
  await original.click();
  const stream = await (await downloaded).createReadStream();
  expect(Buffer.concat(await stream.toArray()).toString()).toContain("The drum squeaks.");
});

test("an agent finds held mail next to the ticket views, and makes a ticket of it", async ({
  page,
  signedIn,
  desk,
}) => {
  await desk.db
    .updateTable("inbound_mails")
    .set({ content_id: null, erased_at: new Date() })
    .execute();
  await signedIn("Agent");
  await page.goto("/ticket/log");
  const views = page.getByRole("navigation", { name: "Ticket views" });
  await expect(views.getByRole("link", { name: /^All open/ })).toBeVisible();
  const entry = views.getByRole("link", { name: /^Held mail/ });
  await expect(entry).toHaveCount(0);
  await receive({ subject: "A prize", header: "X-Spam-Flag: YES", body: "You have won." });
  await expect(entry).toHaveText("Held mail1", { timeout: 20_000 });
  await entry.click();
  await expect(page).toHaveURL("/ticket/held");
  const list = page.getByRole("list", { name: "Held mail" });
  await list.getByRole("button", { name: /A prize/ }).click();
  await expect(list.getByText("The mail server marked it as spam.")).toBeVisible();
  await list.getByRole("button", { name: "Make a ticket" }).click();
  await expect(page.getByText("No held mail", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(entry).toHaveText("Held mail0");

  await test.step("a narrow screen has it in the menu of views", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "View: Held mail" }).click();
    await page.getByRole("menuitem", { name: /^All open/ }).click();
    await expect(page.getByRole("link", { name: /A prize/ }).first()).toBeVisible({
      timeout: 20_000,
    });
  });
});

/** A mailbox whose mail server verifies senders. */
async function connect(desk: TestDesk): Promise<void> {
  const known = await desk.db.selectFrom("mailboxes").select("id").executeTakeFirst();
  if (known) return;
  const { encryption } = desk.services;
  const id = await connectDovecot(desk.db, { imap, login, encryption });
  await desk.db
    .updateTable("mailboxes")
    .set({ authserv_id: "mx.acme.test", plus_arrives: true })
    .where("id", "=", id)
    .execute();
  await expect
    .poll(async () => {
      const row = await desk.db.selectFrom("mailboxes").select("state").executeTakeFirst();
      return row?.state;
    })
    .toBe("watching");
}

interface Received {
  body: string;
  subject?: string;
  /** Ana if unset. */
  from?: string;
  id?: string;
  /** The id of the mail it answers. */
  answers?: string;
  header?: string;
}

/** A mail arrives at the mailbox. */
async function receive(mail: Received): Promise<void> {
  const { body, subject = "Blank labels", from = "Ana Ruiz <ana@harbour.test>" } = mail;
  const headers = [
    `From: ${from}`,
    "To: support@acme.test",
    `Subject: ${subject}`,
    `Message-ID: ${mail.id ?? `<${crypto.randomUUID()}@harbour.test>`}`,
    ...(mail.answers ? [`In-Reply-To: ${mail.answers}`] : []),
    ...(mail.header ? [mail.header] : []),
  ];
  await imap.deliver(login, `${headers.join("\n")}\n\n${body}\n`);
}

/** As a mail program writes it, above the quoted notice. */
function answerOf(
  notice: ReceivedMail,
  words: string,
  { isProven = true, quotes = true }: { isProven?: boolean; quotes?: boolean } = {},
): string {
  const headers = [
    ...(isProven ? [proof] : []),
    "From: Maya Lind <maya@acme.test>",
    `To: ${notice.replyTo?.[0]?.address}`,
    `Subject: Re: ${notice.subject}`,
    `Message-ID: <${crypto.randomUUID()}@acme.test>`,
    `In-Reply-To: ${notice.messageId}`,
  ];
  const quote = (notice.text ?? "").split("\n").map((line) => `> ${line}`);
  const body = quotes ? [words, "", "On Saturday, Support wrote:", ...quote] : [words];
  return `${headers.join("\n")}\n\n${body.join("\n")}\n`;
}

async function ticketOf(desk: TestDesk, subject: string): Promise<{ id: string; number: number }> {
  const find = () =>
    desk.db
      .selectFrom("tickets")
      .select(["id", "number"])
      .where("subject", "=", subject)
      .executeTakeFirst();
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true);
  const ticket = await find();
  return { id: ticket?.id ?? "", number: Number(ticket?.number) };
}

/** Shows the ticket that a mail became, and returns its conversation. */
async function showTicket(page: Page, desk: TestDesk, subject: string): Promise<Locator> {
  const { number } = await ticketOf(desk, subject);
  await page.goto(`/ticket/${number}`);
  return composerOf(page).conversation;
}

/** The mail to the customer that says this. */
async function customersMail(desk: TestDesk, words: string): Promise<ReceivedMail> {
  for (;;) {
    const mail = await desk.mail.take("ana@harbour.test", 20_000);
    if (mail.text?.includes(words)) return mail;
  }
}
