import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import { insertMessage, insertMessages, insertTicket } from "../support/builders.ts";
import { storedTicket } from "../support/stored.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";
import { resize } from "./screens/screen.ts";
import { above, expectSoundAsItIs, type Part } from "./screens/sound.ts";
import { chooseMore, holdBack, restingTop } from "./steps/anywhere.ts";
import { composerOf } from "./steps/composer.ts";
import {
  changeAs,
  colleague,
  makeTicket,
  openTicket,
  sendTicketEvent,
  ticketOf,
} from "./steps/ticket.ts";

type Made = Awaited<ReturnType<typeof makeTicket>>;

async function makeMacro(desk: TestDesk, email: string, macro: Partial<SaveMacroInput>) {
  const visitor = await colleague(desk, email);
  const usual = { name: "Macro", body: "", shared: false, changes: {} };
  const whole = { requestId: Bun.randomUUIDv7(), ...usual, ...macro };
  const { status, text } = await visitor.mutate("macros.save", whole);
  expect(status, text).toBe(200);
}

/** A reply of the requester from elsewhere, with its live event. */
async function requesterWrites(desk: TestDesk, { ticket, requester }: Made, body: string) {
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: requester.id, body });
  await sendTicketEvent(desk, ticket, [requester.id]);
}

async function openMessageMenu(page: Page, { ticket }: Made, words: string, item: string) {
  const message = ticketOf(page, ticket)
    .conversation.getByRole("article")
    .filter({ hasText: words });
  await message.hover();
  await message.getByRole("button", { name: /: more$/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The server's answer for more macros than it lists. */
async function listTooMany(page: Page): Promise<void> {
  await page.route(/macros\.list/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"areAll":true', '"areAll":false');
    await route.fulfill({ response, body });
  });
}

const asks: Partial<SaveMacroInput> = {
  name: "Ask for a picture",
  body: "Hello {{requester.firstName}}, could you send a picture of {{ticket.number}}?",
  changes: { status: "on-hold", priority: "high", assignee: "me", addTags: ["picture"] },
};

test("macros: by keyboard and by mouse, in a reply and a note, with their changes, and managed without leaving the ticket", async ({
  page,
  desk,
  signedIn,
  person,
}) => {
  const agent = await signedIn("Agent", { firstName: "Maya" });
  await makeMacro(desk, agent.email, asks);
  await makeMacro(desk, agent.email, {
    ...{ name: "Escalate", changes: { priority: "urgent", addTags: ["escalated"] } },
  });
  const made = await makeTicket(desk);
  const ofTwoWords = { first_name: "Ana Sofia" };
  await desk.db.updateTable("users").set(ofTwoWords).where("id", "=", made.requester.id).execute();
  const { property, conversation, notice } = await openTicket(page, made);
  const { reply, note, asReply, asNote, send, addNote, composer } = composerOf(page);
  const willSet = composer.getByRole("list", { name: "Changes when sent" });

  await test.step("the text is filled in, its changes are sent with the reply, and undone with it", async () => {
    await page.keyboard.press("r");
    await expect(reply).toBeFocused();
    // Accents do not matter.
    await page.keyboard.type("First of all: /âsk");
    const option = page.getByRole("option", { name: /^Ask for a picture/ });
    await expect(option).toContainText("sets On hold, priority High, assigns you, adds picture");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const words = `Hello Ana Sofia, could you send a picture of #${made.ticket.number}?`;
    await expect(reply).toHaveValue(`First of all: ${words}`);
    await expect(send).toHaveText("Send and set On hold");
    await expect(willSet.getByRole("listitem")).toHaveText([
      "High",
      "Maya Agent",
      "add tag picture",
    ]);
    await willSet.getByRole("button", { name: "Remove Maya Agent" }).click();
    await page.keyboard.press("Control+Enter");
    await reply.press("Control+Enter");
    await expect(conversation).toContainText("could you send a picture");
    await expect(property("Status")).toHaveText("On hold");
    await expect(property("Priority")).toHaveText("High");
    await expect(willSet).toHaveCount(0);
    await expect
      .poll(async () => {
        const { status, priority, assignee_id } = await storedTicket(desk.db, made.ticket.id);
        return [status, priority, assignee_id];
      })
      .toEqual(["on-hold", "high", null]);
    await conversation.getByRole("button", { name: "Undo send" }).click();
    await expect(property("Priority")).toHaveText("Normal");
    await expect(property("Status")).toHaveText("Open");
    await expect(reply).toHaveValue(`First of all: ${words}`);
    await expect(send).toHaveText("Send and set On hold");
    await expect(willSet.getByRole("listitem")).toHaveText(["High", "add tag picture"]);
  });

  await test.step("a macro without text changes the ticket immediately, with Undo", async () => {
    await asNote.click();
    await note.fill("They wait.");
    await composer.getByRole("button", { name: "Macros" }).click();
    await expect(note).toHaveValue("They wait. /");
    await page.keyboard.type("esc");
    await page.keyboard.press("Escape");
    await expect(note).toHaveValue("They wait.");
    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Escalate/ }).click();
    await expect(note).toHaveValue("They wait. ");
    await expect(property("Priority")).toHaveText("Urgent");
    const told = notice(`Used “Escalate” on #${made.ticket.number}`);
    await told.getByRole("button", { name: "Undo" }).click();
    await expect(property("Priority")).toHaveText("Normal");
  });

  await test.step("its changes are sent with a note, too", async () => {
    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Ask for a picture/ }).click();
    await expect(willSet.getByRole("listitem").first()).toHaveText("On hold");
    await addNote.click();
    await expect(property("Status")).toHaveText("On hold");
    await expect(property("Priority")).toHaveText("High");
  });

  await test.step("every conflicting change is shown before one choice for all", async () => {
    await note.fill("We both do.");
    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Ask for a picture/ }).click();
    const petra = await colleague(desk, (await person("Agent", { firstName: "Petra" })).email);
    await changeAs(petra, desk, made.ticket, { status: "pending", priority: "low" });
    await expect(property("Priority")).toHaveText("Low");
    await addNote.click();
    const question = composer.getByRole("alert");
    await expect(question).toContainText("Petra Agent changed these fields while you were writing");
    await expect(question.getByRole("listitem")).toHaveText([
      ...["Status: Pending, you chose On hold", "Priority: Low, you chose High"],
    ]);
    await question.getByRole("button", { name: "Send and keep theirs" }).click();
    await expect(conversation.getByText("We both do.")).toBeVisible();
    await expect
      .poll(async () => {
        const { status, priority, assignee_id } = await storedTicket(desk.db, made.ticket.id);
        return [status, priority, assignee_id];
      })
      .toEqual(["pending", "low", agent.id]);
  });

  await test.step("a change removed then is neither asked about nor made", async () => {
    await note.fill("Only one of us.");
    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Ask for a picture/ }).click();
    const petra = await colleague(desk, (await person("Agent", { firstName: "Petra" })).email);
    await changeAs(petra, desk, made.ticket, { status: "open", priority: "urgent" });
    await expect(property("Priority")).toHaveText("Urgent");
    await addNote.click();
    const question = composer.getByRole("alert");
    await expect(question.getByRole("listitem")).toHaveCount(2);
    await willSet.getByRole("button", { name: "Remove High" }).click();
    await expect(question).toContainText("Petra Agent set it to Open while you were writing");
    await question.getByRole("button", { name: "Send and set On hold" }).click();
    await expect(conversation.getByText("Only one of us.")).toBeVisible();
    await expect
      .poll(async () => {
        const { status, priority } = await storedTicket(desk.db, made.ticket.id);
        return [status, priority];
      })
      .toEqual(["on-hold", "urgent"]);
  });

  await test.step("a person in a new macro is found by name", async () => {
    await listTooMany(page);
    await asReply.click();
    await reply.fill("");
    await page.keyboard.type("/manage");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Macros" });
    await dialog.getByRole("button", { name: "New macro" }).first().click();
    const form = page.getByRole("dialog", { name: "New macro" });
    await form.getByRole("textbox", { name: "Name" }).fill("To Samuel");
    await form.getByRole("button", { name: /^Assignee/ }).click();
    await page.getByRole("combobox", { name: "Find a colleague" }).fill("Samuel");
    await page.getByRole("option", { name: "Samuel Okafor" }).click();
    await form.getByRole("button", { name: "Create macro" }).click();
    await expect(dialog.getByText("assigns Samuel Okafor")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(reply).toBeFocused();
  });

  await test.step("a reply becomes a macro, and an Agent opens all of them by name", async () => {
    await reply.fill("Which printer is it?\n\n/save");
    await reply.press("End");
    await page.getByRole("option", { name: "Save as macro…" }).click();
    const form = page.getByRole("dialog", { name: "New macro" });
    await expect(form.getByRole("textbox", { name: "Text" })).toHaveValue("Which printer is it?");
    await form.getByRole("textbox", { name: "Name" }).fill("Which printer");
    await form.getByRole("button", { name: "Create macro" }).click();
    await expect(page.getByRole("dialog", { name: "Macros" })).toContainText("Which printer");
    await page.keyboard.press("Escape");
    await expect(reply).toBeFocused();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Commands" }).fill("macros");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Macros" })).toContainText("Which printer");
    await page.keyboard.press("Escape");
  });

  await test.step("a cut list says so in its search", async () => {
    const lack = page.getByText(/^Colleagues share more macros than the 1,000 that are listed/);
    await reply.fill("/To Sam");
    await expect(page.getByRole("option", { name: /^To Samuel/ })).toBeVisible();
    await expect(lack).toBeVisible();
    await reply.fill("/Nothing");
    await expect(lack).toBeVisible();
  });
});

test("two tickets are merged and messages split off; the old address redirects, and both are undone", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const target = await makeTicket(desk, { subject: "The gate is stuck", messages: 3 });
  const ofTheSame = { requester_id: target.requester.id, company_id: target.company.id };
  const source = await insertTicket(desk.db, {
    ...{ ...ofTheSame, subject: "The gate, once more", status: "open" as const },
  });
  await insertMessage(desk.db, {
    ...{ ticket_id: source.id, author_id: target.requester.id, body: "It squeaks, too." },
  });
  const closed = await insertTicket(desk.db, {
    ...{ ...ofTheSame, subject: "The gate, last year", status: "closed" as const },
  });
  const { reply } = composerOf(page);
  const { conversation, notice, region } = ticketOf(page, target.ticket);

  await test.step("merged with another ticket, and the draft moves along", async () => {
    await page.goto(`/ticket/${source.number}?view=my-open`);
    await reply.fill("Words that must not be lost");
    await chooseMore(ticketOf(page, source).region, "Merge with…");
    const dialog = page.getByRole("dialog");
    // Before typing: only tickets that can be merged with it.
    await expect(dialog.getByRole("option")).toHaveText([new RegExp(`#${target.ticket.number}`)]);
    const find = dialog.getByRole("combobox");
    await find.fill(String(closed.number));
    await page.getByRole("option", { name: new RegExp(`#${closed.number}`) }).click();
    await expect(dialog).toContainText(
      `#${closed.number} is closed. What is closed stays as it is.`,
    );
    await dialog.getByRole("button", { name: "Choose another ticket" }).click();
    await expect(find).toBeFocused();
    await find.fill(String(target.ticket.number));
    await page.getByRole("option", { name: new RegExp(`#${target.ticket.number}`) }).click();
    await dialog.getByRole("radio", { name: new RegExp(`#${target.ticket.number}`) }).check();
    await dialog.getByRole("button", { name: /^Merge/ }).click();
    await expect(page).toHaveURL(new RegExp(`/ticket/${target.ticket.number}`));
    await expect(conversation).toContainText("It squeaks, too.");
    await expect(reply).toHaveValue("Words that must not be lost");
    // The person who merged it knows already.
    await expect(notice(`Merged #${source.number} into #${target.ticket.number}`)).toBeVisible();
    await expect(notice("is part of")).toHaveCount(0);
  });

  await test.step("the old address redirects and says so, where the merge can be undone", async () => {
    await page.goto(`/ticket/${source.number}?view=my-open`);
    await expect(page).toHaveURL(new RegExp(`/ticket/${target.ticket.number}`));
    const said = `#${source.number} was merged into #${target.ticket.number}.`;
    await expect(notice(said)).toHaveCount(1);
    await expect(conversation).toContainText(`merged #${source.number} The gate, once more into`);
    await conversation.getByRole("button", { name: "Unmerge" }).dblclick();
    await expect(notice(`Unmerged #${source.number}`)).toBeVisible();
    await expect(conversation.getByText("It squeaks, too.")).toHaveCount(0);
    await expect(conversation.getByRole("button", { name: "Unmerge" })).toHaveCount(0);
    await expect(notice("Couldn't unmerge the tickets")).toHaveCount(0);
  });

  const bar = region.getByRole("region", { name: "Split this ticket" });
  await test.step("messages are split off into a new ticket", async () => {
    await openMessageMenu(page, target, "Message 2", "Split from here…");
    await expect(bar.getByRole("status")).toHaveText(/2 messages\s*New ticket/);
    const subject = bar.getByRole("textbox", { name: "Subject of the new ticket" });
    await expect(subject).toHaveValue(target.ticket.subject);
    await expect(subject).toBeFocused();
    await conversation.getByRole("checkbox").last().click();
    await expect(bar.getByRole("status")).toHaveText(/1 message\s*New ticket/);
    await subject.fill("A part of it");
    await subject.press("Enter");
    await expect(conversation.getByText("Message 2")).toHaveCount(0);
    await expect(notice(/^Moved 1 message to #\d+/)).toBeVisible();
    await expect(conversation.getByRole("link", { name: /A part of it$/ })).toBeVisible();
  });

  await test.step("and return with Undo; Escape leaves before anything is split", async () => {
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Control+z");
    await expect(conversation.getByText("Message 2")).toBeVisible();
    await expect(conversation).toContainText(/You moved a message to .* \(undone\)/);
    await chooseMore(region, "Split…");
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
  });

  await test.step("a message moved away in the meantime is deselected, and the rest is split", async () => {
    await openMessageMenu(page, target, "Message 2", "Split from here…");
    await expect(bar.getByRole("status")).toHaveText(/2 messages/);
    await desk.db
      .updateTable("messages")
      .set({ ticket_id: source.id })
      .where("ticket_id", "=", target.ticket.id)
      .where("body", "like", "Message 2%")
      .execute();
    const split = bar.getByRole("button", { name: "Split ticket" });
    await split.click();
    await expect(notice(`Couldn't split #${target.ticket.number}`)).toBeVisible();
    await expect(bar.getByRole("status")).toHaveText(/^1 message\s*New ticket/);
    await expect(split).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(bar).toHaveCount(0);
  });

  await test.step("the merged conversation is where it was", async () => {
    const link = conversation.getByRole("link", { name: `#${source.number} The gate` });
    await link.first().click();
    await expect(ticketOf(page, source).conversation).toContainText("It squeaks, too.");
  });
});

test("spam disappears from the lists, is found by its operator, and can be restored", async ({
  page,
  desk,
  atTicket,
}) => {
  const { made, region, notice } = await atTicket({ subject: "You have won a cruise" });
  const { composer } = composerOf(page);
  await chooseMore(region, "Mark as spam");
  await expect(notice(`Marked #${made.ticket.number} as spam`)).toBeVisible();
  const banner = region.getByRole("region", { name: "Spam" });
  await expect(banner).toContainText(/^Marked as spam on .+ until /);
  await expect(banner.locator("time")).toHaveCount(2);
  // If nothing can be added, an empty section says so, like the ones next to it.
  await expect(page.getByLabel("Properties", { exact: true })).toContainText("No tags");
  await expect(composer).toHaveCount(0);
  // Its words are in other conversations, too.
  const rows = page.getByRole("list", { name: /^Tickets/ }).locator("[data-row]");
  const row = rows.filter({ hasText: made.ticket.subject });
  await expect(row).toHaveCount(0);
  await page.getByRole("combobox", { name: "Search tickets" }).fill("is:spam");
  await page.keyboard.press("Enter");
  await expect(row).toBeVisible();
  // The view of all spam, last in the list of views.
  await page.goto("/ticket/log?view=spam");
  const views = page.getByRole("navigation", { name: "Ticket views" });
  const spam = views.getByRole("link", { name: /^Spam\s*[1-9]/ });
  await expect(spam).toHaveAttribute("aria-current", "page");
  await page.locator("main [data-row]").filter({ hasText: made.ticket.subject }).click();
  await expect(page).toHaveURL(`/ticket/${made.ticket.number}?view=spam`);

  await banner.getByRole("button", { name: "Not spam" }).click();
  await expect(banner).toHaveCount(0);
  await expect(composer).toBeVisible();
  await expect.poll(async () => (await storedTicket(desk.db, made.ticket.id)).spam_at).toBeNull();

  await chooseMore(region, "Mark as spam");
  await expect(banner).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await page.keyboard.type("not spam");
  await page.getByRole("option", { name: "Not spam", exact: true }).click();
  await expect(composer).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("two viewers see each other, and earlier messages can be linked, split, redacted and quoted", async ({
  page,
  desk,
  person,
  signedIn,
  tabOf,
}) => {
  await signedIn("Agent", { firstName: "Maya" });
  const made = await makeTicket(desk, { messages: 130 });
  const { id } = await desk.db
    .selectFrom("messages")
    .select("id")
    .where("ticket_id", "=", made.ticket.id)
    .where("body", "like", "Message 3 %")
    .executeTakeFirstOrThrow();
  const theirs = await tabOf(await person("Agent", { firstName: "Samuel" }));
  const { region } = ticketOf(page, made.ticket);
  const messageIn = (tab: Page, words: string) =>
    ticketOf(tab, made.ticket).conversation.getByText(words);

  await test.step("a link to a message leads there", async () => {
    for (const tab of [page, theirs]) {
      await tab.goto(`${made.address}#message-${id}`);
      await expect(messageIn(tab, "Message 3 about")).toBeInViewport();
      await expect(messageIn(tab, "Message 130 about")).not.toBeInViewport();
    }
  });

  await test.step("the viewer sees who else is there, and who is typing", async () => {
    await expect(region.getByText("Samuel Agent is viewing")).toBeAttached();
    await composerOf(theirs).reply.pressSequentially("I look into it");
    await expect(region.getByText("Samuel Agent is typing")).toBeAttached();
  });

  await test.step("a split from far above takes everything after it along", async () => {
    await openMessageMenu(page, made, "Message 3 about", "Split from here…");
    const bar = region.getByRole("region", { name: "Split this ticket" });
    await expect(bar.getByRole("status")).toHaveText(/128 messages\s*New ticket/);
    await bar.getByRole("button", { name: "Cancel" }).click();
    await expect(bar).toHaveCount(0);
  });

  await test.step("a message is redacted permanently, after saying so", async () => {
    await openMessageMenu(page, made, "Message 3 about", "Redact message…");
    const question = page.getByRole("alertdialog", { name: "Redact the message by Ana Ferreira?" });
    await expect(question).toContainText("You can't undo this.");
    await question.getByRole("button", { name: "Keep message" }).click();
    await expect(messageIn(page, "Message 3 about")).toBeInViewport();
    await openMessageMenu(page, made, "Message 3 about", "Redact message…");
    await question.getByRole("button", { name: "Redact message" }).click();
  });

  await test.step("and disappears for everyone who has loaded it", async () => {
    for (const tab of [page, theirs]) {
      await expect(messageIn(tab, "Redacted by Maya Agent")).toBeInViewport();
      await expect(messageIn(tab, "Message 3 about")).toHaveCount(0);
      await expect(messageIn(tab, "Message 4 about")).toBeInViewport();
    }
  });

  await test.step("a message is quoted", async () => {
    const { reply } = composerOf(page);
    await openMessageMenu(page, made, "Message 4 about", "Quote in reply");
    await expect(reply).toBeFocused();
    await page.keyboard.type("So it is.");
    await expect(reply).toHaveValue("> Message 4 about the crane.\n\nSo it is.");
  });

  await test.step("a viewer who has left disappears", async () => {
    await theirs.getByRole("banner").getByRole("link", { name: "Tickets" }).click();
    await expect(region.getByText(/^Samuel Agent is/)).toHaveCount(0);
  });
});

test("the page opens at the first unread message, and new ones are counted without a jump while reading above", async ({
  page,
  desk,
  signedIn,
}) => {
  const { id } = await signedIn("Agent");
  const made = await makeTicket(desk, { messages: 30, assignee: id });
  const { conversation } = ticketOf(page, made.ticket);
  const begins = conversation.getByText("New", { exact: true });
  const row = page.locator("[data-row]").filter({ hasText: made.ticket.subject });

  await test.step("without unread messages there is no mark", async () => {
    await page.goto(`/ticket/${made.ticket.number}?view=my-open`);
    await expect(conversation.getByText("Message 30 about")).toBeInViewport();
    await expect(begins).toHaveCount(0);
    const reads = desk.db.selectFrom("ticket_reads").where("ticket_id", "=", made.ticket.id);
    await expect.poll(() => reads.select("seen_at").executeTakeFirst()).toBeTruthy();
  });

  await test.step("it opens at the first unread message", async () => {
    await page.keyboard.press("u");
    await expect(row).toBeVisible();
    for (let at = 1; at <= 12; at += 1) await requesterWrites(desk, made, `Later ${at}`);
    await expect(row.getByText("Unread:")).toBeAttached();
    await row.getByRole("link", { name: made.ticket.subject }).click();
    await expect(begins).toBeInViewport();
    await expect(conversation.getByText("Later 1", { exact: true })).toBeInViewport();
    await expect(conversation.getByText("Later 12")).not.toBeInViewport();
  });

  await test.step("and then it is read", async () => {
    await page.keyboard.press("u");
    await expect(row).toBeVisible();
    await expect(row.getByText("Unread:")).toHaveCount(0);
    await row.getByRole("link", { name: made.ticket.subject }).click();
    await expect(conversation.getByText("Later 12")).toBeInViewport();
    await expect(begins).toHaveCount(0);
  });

  const pill = page.getByRole("button", { name: "1 new" });
  await test.step("new messages are counted without a jump while reading above", async () => {
    await conversation.hover();
    await page.mouse.wheel(0, -1500);
    await expect(conversation.getByText("Later 12")).not.toBeInViewport();
    const top = await restingTop(conversation);
    await requesterWrites(desk, made, "Something quite new");
    await expect(pill).toBeVisible();
    expect(await conversation.evaluate((element) => element.scrollTop)).toBeCloseTo(top, -1);
    await pill.click();
    await expect(conversation.getByText("Something quite new")).toBeInViewport();
    await expect(pill).toHaveCount(0);
  });

  await test.step("at the end new messages are followed", async () => {
    await requesterWrites(desk, made, "And at the end it follows");
    await expect(conversation.getByText("And at the end it follows")).toBeInViewport();
    await expect(pill).toHaveCount(0);
  });

  await test.step("and with so many that all of the newest are unread", async () => {
    await page.mouse.wheel(0, -1500);
    await expect(conversation.getByText("And at the end it follows")).not.toBeInViewport();
    const said = { ticket_id: made.ticket.id, author_id: made.requester.id };
    const many = Array.from({ length: 60 }, (_, at) => ({ ...said, body: `Flood ${at + 1}` }));
    await insertMessages(desk.db, many);
    await sendTicketEvent(desk, made.ticket, [made.requester.id]);
    await page.getByRole("button", { name: "60 new" }).click();
    await expect(conversation.getByText("Flood 60")).toBeInViewport();
    // New messages can be shorter than estimated, after the scroll to their end.
    await conversation.evaluate(async (element) => {
      const list = element.querySelector("ol");
      if (!list) throw new Error("There is no list.");
      list.style.marginBottom = "100px";
      element.dispatchEvent(new Event("scroll"));
      await new Promise(requestAnimationFrame);
      list.style.marginBottom = "";
    });
  });

  await test.step("a long reply does not push the message it answers out of view", async () => {
    // A busy browser reports the scrolling of one line after the next has made the reply longer.
    await conversation.evaluate((element) => {
      document.addEventListener("input", () => element.dispatchEvent(new Event("scroll")));
    });
    await composerOf(page).reply.click();
    for (let line = 1; line <= 9; line += 1) {
      await page.keyboard.type(`Line ${line}`);
      await page.keyboard.press("Shift+Enter");
    }
    await expect(conversation.getByText("Flood 60")).toBeInViewport({ ratio: 1 });
  });

  await test.step("scrolling up before the reply has been sent keeps the position", async () => {
    const { reply, send } = composerOf(page);
    const answer = await holdBack(page, /tickets\.reply/);
    await reply.fill("My own words");
    await send.click();
    await expect(conversation.getByText("My own words")).toBeInViewport();
    await conversation.hover();
    await page.mouse.wheel(0, -1500);
    await expect(conversation.getByText("My own words")).not.toBeInViewport();
    const top = await restingTop(conversation);
    const answered = page.waitForResponse(/tickets\.reply/);
    answer();
    await answered;
    expect(await conversation.evaluate((element) => element.scrollTop)).toBeCloseTo(top, -1);
  });
});

test("menus and dialogs of the page: axe finds nothing, in both themes, wide and narrow", async ({
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  await makeMacro(desk, agent.email, {
    ...{ name: "Ask", body: "Hello", changes: { priority: "high", addTags: ["a", "b"] } },
  });
  const made = await makeTicket(desk, { messages: 3 });
  const { conversation, region } = await openTicket(page, made);
  const { reply } = composerOf(page);
  const bar = region.getByRole("region", { name: "Split this ticket" });
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  interface State {
    open(): Promise<unknown>;
    leave(): Promise<unknown>;
    /** The page around it is checked separately. */
    part: Part;
  }
  const ofTicket: Part = { include: [`section[aria-label="Ticket #${made.ticket.number}"]`] };
  const states: Record<string, State> = {
    "the menu of a message": {
      part: above,
      async open() {
        const menus = conversation.getByRole("button", { name: /: more$/ });
        await menus.first().focus();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("menuitem", { name: "Quote in reply" })).toBeVisible();
      },
      leave: () => page.getByRole("menuitem", { name: "Redact message…" }).click(),
    },
    "to redact": {
      part: above,
      open: () => expect(page.getByRole("alertdialog")).toBeVisible(),
      async leave() {
        await page.keyboard.press("Escape");
        await expect(page.getByRole("alertdialog")).toHaveCount(0);
      },
    },
    "to split": {
      part: ofTicket,
      async open() {
        await chooseMore(region, "Split…");
        await page.getByRole("checkbox").first().click();
      },
      async leave() {
        await bar.getByRole("button", { name: "Cancel" }).click();
        await expect(bar).toHaveCount(0);
      },
    },
    macros: {
      part: { include: ['section[aria-label^="Write "]'] },
      async open() {
        await reply.click();
        await reply.fill("");
        await page.keyboard.type("/ask");
        await expect(page.getByRole("option", { name: /^Ask priority/ })).toBeVisible();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("list", { name: "Changes when sent" })).toBeVisible();
        await page.keyboard.type("\n/");
        await expect(page.getByRole("option").first()).toBeVisible();
      },
      leave: () => page.keyboard.press("Escape"),
    },
  };
  for (const size of sizes) {
    await resize(page, size);
    for (const [what, { open, leave, part }] of Object.entries(states)) {
      await open();
      await expectSoundAsItIs(page, `${what}, ${size.width} px`, part);
      await leave();
    }
  }
  await chooseMore(region, "Mark as spam");
  await expect(region.getByRole("region", { name: "Spam" })).toBeVisible();
  for (const size of sizes) {
    await resize(page, size);
    await expectSoundAsItIs(page, `spam, ${size.width} px`, ofTicket);
  }
});

test("a menu opened by key shows next to the properties, also where those are hidden", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const made = await makeTicket(desk);
  const { region, property } = await openTicket(page, made);
  const choices = page.getByRole("dialog", { name: "Snooze until" });
  for (const [width, choice] of [
    [1440, /^Tomorrow morning/],
    [390, /^In 3 hours/],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await chooseMore(region, "Snooze until…");
    const told = page.waitForResponse(/tickets\.update/);
    await choices.getByRole("button", { name: choice }).click();
    expect((await told).status()).toBe(200);
    await expect(choices).toHaveCount(0);
  }
  await expect(region.getByRole("button", { name: "More", exact: true })).toBeFocused();

  await page.keyboard.press("a");
  await expect(page.getByRole("combobox", { name: "Find an agent" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(property("Assignee")).toHaveCount(0);

  // With the navigation at the bottom there is one column.
  await page.setViewportSize({ width: 720, height: 844 });
  await expect(property("Assignee")).toBeVisible();
  await page.setViewportSize({ width: 719, height: 844 });
  await expect(property("Assignee")).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 844 });
  await property("Status").click();
  await page.getByRole("menuitem", { name: "Snooze until…" }).click();
  await expect(choices.getByRole("button", { name: /^Tomorrow morning/ })).toBeVisible();
});

test("an agent reads about the requester and their company, and edits and deletes a note of their own", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent", { firstName: "Maya" });
  const made = await makeTicket(desk);
  const { conversation } = await openTicket(page, made);
  const { note, asNote, addNote } = composerOf(page);

  await test.step("the person and the company are read-only", async () => {
    await page.getByRole("link", { name: made.requester.name }).first().click();
    await expect(page).toHaveURL(`/user/${made.requester.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(made.requester.name);
    await expect(page.getByRole("region", { name: "Tickets" })).toContainText(made.ticket.subject);
    await expectSoundAsItIs(page, "a person");
    await page.getByRole("main").getByRole("link", { name: made.company.name }).click();
    await expect(page).toHaveURL(`/company/${made.company.id}`);
    await expect(page.getByRole("region", { name: /^People/ })).toContainText(made.requester.name);
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await expectSoundAsItIs(page, "a company");
    await page.goBack();
    await page.goBack();
  });

  await test.step("a note is edited, then deleted, and the timeline says both", async () => {
    await asNote.click();
    await note.fill("Ask the harbour.");
    await addNote.click();
    const message = conversation.getByRole("article", { name: /^Internal note/ });
    await expect(message).toContainText("Ask the harbour.");
    await openMessageMenu(page, made, "Ask the harbour.", "Edit note…");
    const dialog = page.getByRole("dialog", { name: "Edit note" });
    const field = dialog.getByRole("textbox", { name: "Internal note" });
    await expect(field).toHaveText("Ask the harbour.");
    await field.fill("Ask the **port**.");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect(message.locator("strong").filter({ hasText: "port" })).toBeVisible();
    await expect(conversation.getByText("edited a note")).toBeVisible();
    await openMessageMenu(page, made, "Ask the port.", "Delete note…");
    await page
      .getByRole("alertdialog", { name: "Delete your note?" })
      .getByRole("button", { name: "Delete note" })
      .click();
    await expect(message).toHaveCount(0);
    await expect(conversation.getByText(/deleted a note|2 changes/).first()).toBeVisible();
  });
});
