import { type Dovecot, startDovecot } from "../support/dovecot.ts";
import { connectDovecot } from "../support/mail-at-rest.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, test } from "./browser/fixtures.ts";
import { composerOf } from "./steps/composer.ts";

test.use({ deskSettings: { demo: false, mail: true } });

const login = "support";
const proof = "Authentication-Results: mx.acme.test; dmarc=pass header.from=acme.test";

let imap: Dovecot;
test.beforeAll(async () => {
  imap = await startDovecot();
  await imap.setPassword(login, "secret");
});
test.afterAll(() => imap?.stop());

test("an agent answers a customer's mail by mail, and only what is proven leaves", async ({
  page,
  signedIn,
  desk,
}) => {
  test.setTimeout(120_000);
  await connect(desk);
  const maya = await signedIn("Agent", { email: "maya@acme.test", firstName: "Maya" });
  await imap.deliver(login, fromAna("<one@harbour.test>", "The printer is blank."));
  const { id, number } = await ticketOf(desk, "Blank labels");
  await desk.db
    .updateTable("tickets")
    .set({ assignee_id: maya.id, unassigned_since: null })
    .where("id", "=", id)
    .execute();
  await page.goto(`/ticket/${number}`);
  const { conversation } = composerOf(page);
  await expect(conversation.getByText("The printer is blank.")).toBeVisible();

  await imap.deliver(
    login,
    fromAna("<two@harbour.test>", "It is still blank.", "In-Reply-To: <one@harbour.test>"),
  );
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
  test.setTimeout(90_000);
  await connect(desk);
  await signedIn("Agent");
  const html =
    '<p>Our new label:</p><p><img src="https://pictures.test/label.png" alt="Label"></p>';
  await imap.deliver(
    login,
    fromAna("<shop@harbour.test>", html, "Content-Type: text/html", "New label"),
  );
  const { number } = await ticketOf(desk, "New label");
  await page.goto(`/ticket/${number}`);
  const { conversation } = composerOf(page);
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
  test.setTimeout(90_000);
  await connect(desk);
  await signedIn("Agent");
  await imap.deliver(login, fromAna("<cable@harbour.test>", "Send a cable.", "", "Cable"));
  const { number } = await ticketOf(desk, "Cable");
  await page.goto(`/ticket/${number}`);
  await imap.deliver(
    login,
    fromAna("<chair@harbour.test>", "And a chair.", "In-Reply-To: <cable@harbour.test>", "Chair"),
  );
  const { conversation } = composerOf(page);
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
  test.setTimeout(90_000);
  await connect(desk);
  await signedIn("Customer", { email: "cora@harbour.test", firstName: "Cora" });
  const copied = "Cc: Ben <ben@harbour.test>";
  const mail = fromAna("<drum@harbour.test>", "The drum squeaks.", copied, "Drum");
  await imap.deliver(login, mail.replace("ana@harbour.test", "cora@harbour.test"));
  const { number } = await ticketOf(desk, "Drum");
  const answer = fromAna("<oil@harbour.test>", "Oil it.", "In-Reply-To: <drum@harbour.test>");
  await imap.deliver(login, answer.replace("Ana Ruiz <ana@", "Ben <ben@"));
  await page.goto(`/ticket/${number}`);
  const { conversation } = composerOf(page);
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
  test.setTimeout(90_000);
  await connect(desk);
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
  await imap.deliver(
    login,
    fromAna("<prize@harbour.test>", "You have won.", "X-Spam-Flag: YES", "A prize"),
  );
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

function fromAna(id: string, body: string, more = "", subject = "Blank labels"): string {
  const headers = [
    "From: Ana Ruiz <ana@harbour.test>",
    "To: support@acme.test",
    `Subject: ${subject}`,
    `Message-ID: ${id}`,
    ...(more ? [more] : []),
  ];
  return `${headers.join("\n")}\n\n${body}\n`;
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

/** The mail to the customer that says this. */
async function customersMail(desk: TestDesk, words: string): Promise<ReceivedMail> {
  for (;;) {
    const mail = await desk.mail.take("ana@harbour.test", 20_000);
    if (mail.text?.includes(words)) return mail;
  }
}
