import { macroLimits } from "../../shared/macros.ts";
import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import { insertMessage, insertTicket } from "../support/builders.ts";
import { storedTicket } from "../support/stored.ts";
import { composerOf } from "./composer-steps.ts";
import type { TestDesk } from "./desk.ts";
import { expect, type Page } from "./fixtures.ts";
import { resize } from "./screen.ts";
import { expectSound, expectSoundAsItIs } from "./sound.ts";
import { chooseMore } from "./steps.ts";
import { test } from "./ticket-fixtures.ts";
import { colleague, makeTicket, openTicket, ticketOf } from "./ticket-steps.ts";

// Some of them look through two browsers at once.
test.describe.configure({ timeout: 90_000 });

type Made = Awaited<ReturnType<typeof makeTicket>>;

async function makeMacro(desk: TestDesk, email: string, macro: Partial<SaveMacroInput>) {
  const visitor = await colleague(desk, email);
  const usual = { name: "Macro", body: "", shared: false, changes: {} };
  const whole = { requestId: Bun.randomUUIDv7(), ...usual, ...macro };
  const { status, text } = await visitor.mutate("macros.save", whole);
  expect(status, text).toBe(200);
}

/** As it comes from elsewhere: a reply of the requester, with the news of it. */
async function requesterWrites(desk: TestDesk, { ticket, requester }: Made, body: string) {
  const { id, email } = await desk.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("id", "=", requester.id)
    .executeTakeFirstOrThrow();
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: id, body });
  await desk.db
    .insertInto("live_events")
    .values({
      ...{ id: Bun.randomUUIDv7(), topic: "ticket", subject_id: ticket.id },
      ...{ number: ticket.number, version: 1, audience: "everyone", people_ids: [id] },
    })
    .execute();
  desk.services.bell.ring();
  return email;
}

async function openMessageMenu(page: Page, { ticket }: Made, words: string, item: string) {
  const message = ticketOf(page, ticket)
    .conversation.getByRole("article")
    .filter({ hasText: words });
  await message.hover();
  await message.getByRole("button", { name: /: more$/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test.describe("macros", () => {
  const asks: Partial<SaveMacroInput> = {
    name: "Ask for a picture",
    body: "Hello {{requester.firstName}}, could you send a picture of {{ticket.number}}?",
    changes: { status: "on-hold", priority: "high", assignee: "me", addTags: ["picture"] },
  };

  test("by keyboard: the text is filled in, and what it changes goes with the reply", async ({
    page,
    desk,
    signedIn,
  }) => {
    const agent = await signedIn("Agent", { firstName: "Maya" });
    await makeMacro(desk, agent.email, asks);
    const made = await makeTicket(desk);
    const ofTwoWords = { first_name: "Ana Sofia" };
    await desk.db
      .updateTable("users")
      .set(ofTwoWords)
      .where("id", "=", made.requester.id)
      .execute();
    const { property, conversation } = await openTicket(page, made);
    const { reply, send, composer } = composerOf(page);
    await page.keyboard.press("r");
    await expect(reply).toBeFocused();
    await page.keyboard.type("First of all: /ask");
    const option = page.getByRole("option", { name: /^Ask for a picture/ });
    await expect(option).toContainText("sets On hold, priority High, assigns you, adds picture");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const words = `Hello Ana Sofia, could you send a picture of #${made.ticket.number}?`;
    await expect(reply).toHaveValue(`First of all: ${words}`);
    await expect(send).toHaveText("Send and set On hold");
    const willSet = composer.getByRole("list", { name: "Will set" });
    await expect(willSet.getByRole("listitem")).toHaveText(["High", "Maya Agent", "tag picture"]);
    await willSet.getByRole("button", { name: "Leave Maya Agent away" }).click();
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
    // Taken back, all of it goes.
    await conversation.getByRole("button", { name: "Undo send" }).click();
    await expect(property("Priority")).toHaveText("Normal");
    await expect(property("Status")).toHaveText("Open");
  });

  test("by mouse, in a note; one without words changes the ticket at once, with Undo", async ({
    page,
    desk,
    signedIn,
  }) => {
    const agent = await signedIn("Agent");
    await makeMacro(desk, agent.email, asks);
    const changes = { priority: "urgent", addTags: ["escalated"] } as const;
    await makeMacro(desk, agent.email, {
      ...{ name: "Escalate", changes: { ...changes, addTags: ["escalated"] } },
    });
    const made = await makeTicket(desk);
    const { property, notice } = await openTicket(page, made);
    const { asNote, note, composer } = composerOf(page);
    await asNote.click();
    await note.fill("They wait.");
    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Escalate/ }).click();
    await expect(note).toHaveValue("They wait. ");
    await expect(property("Priority")).toHaveText("Urgent");
    const told = notice(`Used “Escalate” on #${made.ticket.number}`);
    await told.getByRole("button", { name: "Undo" }).click();
    await expect(property("Priority")).toHaveText("Normal");

    await composer.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("option", { name: /^Ask for a picture/ }).click();
    const willSet = composer.getByRole("list", { name: "Will set" });
    await expect(willSet.getByRole("listitem").first()).toHaveText("On hold");
    await page.getByRole("button", { name: "Add internal note" }).click();
    await expect(property("Status")).toHaveText("On hold");
    await expect(property("Priority")).toHaveText("High");
  });

  test("beyond those that are listed say so, where one looks for one", async ({
    page,
    desk,
    person,
    atTicket,
  }) => {
    const owner = { owner_id: (await person("Agent")).id, shared: true, body: "Hello" };
    const at = { created_at: new Date(), updated_at: new Date() };
    const many = Array.from({ length: macroLimits.listed + 1 }, (_, number) => ({
      ...{ ...owner, ...at, id: Bun.randomUUIDv7(), name: `Many ${number}` },
    }));
    await desk.db.insertInto("macros").values(many).execute();
    await atTicket();
    await composerOf(page).reply.fill("/Many 7");
    await expect(page.getByRole("option", { name: /^Many 7/ }).first()).toBeVisible();
    const lack = page.getByText(/^Colleagues share more macros than the 1,000 that are listed/);
    await expect(lack).toBeVisible();
    await composerOf(page).reply.fill("/Nothing");
    await expect(lack).toBeVisible();
    await desk.db.deleteFrom("macros").where("owner_id", "=", owner.owner_id).execute();
  });

  test("are managed without leaving the ticket, with a person found by name", async ({
    page,
    desk,
    signedIn,
  }) => {
    await signedIn("Agent");
    await openTicket(page, await makeTicket(desk));
    const { reply } = composerOf(page);
    await reply.click();
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
});

test("two tickets are merged from the page, the old address leads on, and it is taken back", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const target = await makeTicket(desk, { subject: "The gate is stuck" });
  const source = await insertTicket(desk.db, {
    ...{ requester_id: target.requester.id, company_id: target.company.id },
    ...{ subject: "The gate, once more", status: "open" as const },
  });
  await insertMessage(desk.db, {
    ...{ ticket_id: source.id, author_id: target.requester.id, body: "It squeaks, too." },
  });
  const closed = await insertTicket(desk.db, {
    ...{ requester_id: target.requester.id, company_id: target.company.id },
    ...{ subject: "The gate, last year", status: "closed" as const },
  });
  await page.goto(`/ticket/${source.number}`);
  const { reply } = composerOf(page);
  await reply.fill("Words that must not be lost");
  const made = { ...target, ticket: source };
  await chooseMore(ticketOf(page, made.ticket).region, "Merge with…");
  const dialog = page.getByRole("dialog");
  // Nothing typed yet: what may be merged with it, and of all others nothing.
  await expect(dialog.getByRole("option")).toHaveText([new RegExp(`#${target.ticket.number}`)]);
  const find = dialog.getByRole("combobox");
  await find.fill(String(closed.number));
  await page.getByRole("option", { name: new RegExp(`#${closed.number}`) }).click();
  await expect(dialog).toContainText(`#${closed.number} is closed. What is closed stays as it is.`);
  await dialog.getByRole("button", { name: "Find another ticket" }).click();
  await expect(find).toBeFocused();
  await find.fill(String(target.ticket.number));
  await page.getByRole("option", { name: new RegExp(`#${target.ticket.number}`) }).click();
  await dialog.getByRole("radio", { name: new RegExp(`#${target.ticket.number}`) }).check();
  await dialog.getByRole("button", { name: /^Merge/ }).click();
  await expect(page).toHaveURL(new RegExp(`/ticket/${target.ticket.number}`));
  const { conversation, notice } = ticketOf(page, target.ticket);
  await expect(conversation).toContainText("It squeaks, too.");
  await expect(reply).toHaveValue("Words that must not be lost");

  await page.goto(`/ticket/${source.number}`);
  await expect(page).toHaveURL(new RegExp(`/ticket/${target.ticket.number}`));
  await expect(conversation).toContainText(`merged #${source.number} The gate, once more into`);
  await conversation.getByRole("button", { name: "Unmerge" }).click();
  await expect(notice(`#${source.number} is a ticket of its own again`)).toBeVisible();
  await expect(conversation.getByText("It squeaks, too.")).toHaveCount(0);
  await expect(conversation.getByRole("button", { name: "Unmerge" })).toHaveCount(0);
  await conversation
    .getByRole("link", { name: `#${source.number} The gate` })
    .first()
    .click();
  await expect(ticketOf(page, source).conversation).toContainText("It squeaks, too.");
});

test("messages are split off into a ticket of their own, and come back by Undo", async ({
  page,
  atTicket,
}) => {
  const { made, conversation, notice, region } = await atTicket({ messages: 3 });
  await openMessageMenu(page, made, "Message 2", "Split from here…");
  const bar = region.getByRole("region", { name: "Split this ticket" });
  await expect(bar.getByRole("status")).toHaveText(/2 messages\s*New ticket/);
  const subject = bar.getByRole("textbox", { name: "Subject of the new ticket" });
  await expect(subject).toHaveValue(made.ticket.subject);
  await expect(subject).toBeFocused();
  await conversation.getByRole("checkbox").last().click();
  await expect(bar.getByRole("status")).toHaveText(/1 message\s*New ticket/);
  await subject.fill("A part of it");
  await subject.press("Enter");
  await expect(conversation.getByText("Message 2")).toHaveCount(0);
  await expect(notice(/^Moved 1 message to #\d+/)).toBeVisible();
  const link = conversation.getByRole("link", { name: /A part of it$/ });
  await expect(link).toBeVisible();
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Control+z");
  await expect(conversation.getByText("Message 2")).toBeVisible();
  await expect(conversation).toContainText("You took the split back");

  await chooseMore(ticketOf(page, made.ticket).region, "Split…");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
});

test("what is split from far above takes all that follows along", async ({ page, atTicket }) => {
  const { made, conversation, region } = await atTicket({ messages: 70 });
  const early = conversation.getByText("Message 3 about");
  await conversation.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2000);
    await expect(early).toBeInViewport({ timeout: 500 });
  }).toPass();
  await openMessageMenu(page, made, "Message 3 about", "Split from here…");
  const bar = region.getByRole("region", { name: "Split this ticket" });
  await expect(bar.getByRole("status")).toHaveText(/68 messages\s*New ticket/);
});

test("spam goes from the lists, is found by its address, and comes back", async ({
  page,
  desk,
  person,
  signedIn,
  tabOf,
}) => {
  await signedIn("Agent");
  const customer = await person("Customer", { firstName: "Ana" });
  const requester = { id: customer.id, name: "Ana Customer" };
  const made = await makeTicket(desk, { requester, subject: "You have won a cruise" });
  const { region, notice } = await openTicket(page, made);
  await chooseMore(ticketOf(page, made.ticket).region, "Mark as spam");
  await expect(notice(`Marked #${made.ticket.number} as spam`)).toBeVisible();
  const banner = region.getByRole("region", { name: "Spam" });
  await expect(banner).toContainText(/^Marked as spam on .+ until /);
  await expect(composerOf(page).composer).toHaveCount(0);
  // Words of it are in other conversations, too.
  const rows = page.getByRole("list", { name: /^Tickets/ }).locator("[data-row]");
  await expect(rows.filter({ hasText: made.ticket.subject })).toHaveCount(0);
  await page.goto(`/ticket/log?view=all&q=${encodeURIComponent("is:spam")}`);
  await page.getByRole("link", { name: made.ticket.subject }).click();

  const theirs = await tabOf(customer);
  await theirs.goto(`/ticket/${made.ticket.number}`);
  await expect(theirs.getByText(`There is no ticket #${made.ticket.number}`)).toBeVisible();

  await banner.getByRole("button", { name: "Not spam" }).click();
  await expect(banner).toHaveCount(0);
  await expect(composerOf(page).composer).toBeVisible();
  expect((await storedTicket(desk.db, made.ticket.id)).spam_at).toBeNull();

  await chooseMore(region, "Mark as spam");
  await expect(banner).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("not spam");
  await page.getByRole("option", { name: "Not spam", exact: true }).click();
  await expect(composerOf(page).composer).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("a message is redacted for good, once it is said that this is for good", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent", { firstName: "Maya" });
  const made = await makeTicket(desk, { messages: 2 });
  const { conversation } = await openTicket(page, made);
  await openMessageMenu(page, made, "Message 1", "Redact message…");
  const question = page.getByRole("alertdialog", { name: "Redact the message by Ana Ferreira?" });
  await expect(question).toContainText("This cannot be taken back.");
  await question.getByRole("button", { name: "Keep message" }).click();
  await expect(conversation).toContainText("Message 1");
  await openMessageMenu(page, made, "Message 1", "Redact message…");
  await question.getByRole("button", { name: "Redact message" }).click();
  await expect(conversation.getByText("Redacted by Maya Agent")).toBeVisible();
  await expect(conversation.getByText("Message 1")).toHaveCount(0);
  await expect(conversation).toContainText("You removed the words of a message");
});

test("what is redacted further up is gone for everybody who has read up to there", async ({
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
  const messageIn = (tab: Page, words: string) =>
    ticketOf(tab, made.ticket).conversation.getByText(words);
  for (const tab of [theirs, page]) {
    await tab.goto(`/ticket/${made.ticket.number}#message-${id}`);
    await expect(messageIn(tab, "Message 3 about")).toBeInViewport();
  }
  await openMessageMenu(page, made, "Message 3 ", "Redact message…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Redact message" }).click();
  for (const tab of [page, theirs]) {
    await expect(messageIn(tab, "Redacted by Maya Agent")).toBeInViewport();
    await expect(messageIn(tab, "Message 3 about")).toHaveCount(0);
    await expect(messageIn(tab, "Message 4 about")).toBeInViewport();
  }
});

test("a message is quoted, and a link to it leads there", async ({ page, desk, atTicket }) => {
  const { made } = await atTicket({ messages: 40 });
  const { reply } = composerOf(page);
  await openMessageMenu(page, made, "Message 40", "Quote in reply");
  await expect(reply).toBeFocused();
  await page.keyboard.type("So it is.");
  await expect(reply).toHaveValue("> Message 40 about the crane.\n\nSo it is.");

  const { id } = await desk.db
    .selectFrom("messages")
    .select("id")
    .where("ticket_id", "=", made.ticket.id)
    .where("body", "like", "Message 3 %")
    .executeTakeFirstOrThrow();
  await page.goto(`/ticket/${made.ticket.number}#message-${id}`);
  const { conversation } = ticketOf(page, made.ticket);
  await expect(conversation.getByText("Message 3 about")).toBeInViewport();
  await expect(conversation.getByText("Message 40 about")).not.toBeInViewport();
});

test.describe("two at one ticket", () => {
  test("see who else is there, and who types", async ({ page, desk, person, signedIn, tabOf }) => {
    await signedIn("Agent");
    const samuel = await person("Agent", { firstName: "Samuel" });
    const made = await makeTicket(desk);
    const { region } = await openTicket(page, made);
    const other = await tabOf(samuel);
    await openTicket(other, made);
    await expect(region.getByText("Samuel Agent is looking")).toBeAttached();
    const { reply } = composerOf(other);
    await reply.click();
    await other.keyboard.type("I look into it");
    await expect(region.getByText("Samuel Agent is typing")).toBeAttached();
    await other.getByRole("banner").getByRole("link", { name: "Tickets" }).click();
    await expect(region.getByText(/^Samuel Agent is/)).toHaveCount(0);
  });

  test("a message appears while one reads above it, as a number and without a jump", async ({
    page,
    desk,
    atTicket,
  }) => {
    const { made, conversation } = await atTicket({ messages: 40 });
    await expect(conversation.getByText("Message 40 about")).toBeInViewport();
    await conversation.hover();
    await page.mouse.wheel(0, -1500);
    await expect(conversation.getByText("Message 40 about")).not.toBeInViewport();
    const top = await conversation.evaluate((element) => element.scrollTop);
    await requesterWrites(desk, made, "Something quite new");
    const pill = page.getByRole("button", { name: "1 new" });
    await expect(pill).toBeVisible();
    expect(await conversation.evaluate((element) => element.scrollTop)).toBeCloseTo(top, -1);
    await pill.click();
    await expect(conversation.getByText("Something quite new")).toBeInViewport();
    await expect(pill).toHaveCount(0);
    await requesterWrites(desk, made, "And at the end it follows");
    await expect(conversation.getByText("And at the end it follows")).toBeInViewport();
    await expect(pill).toHaveCount(0);
  });

  test("what came while one wrote is shown and asked about before it is sent", async ({
    page,
    desk,
    atTicket,
  }) => {
    const { made, conversation } = await atTicket();
    const { reply, send, composer } = composerOf(page);
    await reply.fill("Here is how.");
    await requesterWrites(desk, made, "It has solved itself");
    await expect(conversation.getByText("It has solved itself")).toBeVisible();
    await send.click();
    const question = composer.getByRole("alert");
    await expect(question).toContainText("Ana replied while you were writing");
    await expect(question).toContainText("It has solved itself");
    await expect(reply).toHaveValue("Here is how.");
    await question.getByRole("button", { name: "Send anyway" }).click();
    await expect(conversation.getByText("Here is how.")).toBeVisible();
  });

  test("the page opens where what is new begins, and then it is read", async ({
    page,
    desk,
    signedIn,
  }) => {
    const agent = await signedIn("Agent");
    const made = await makeTicket(desk, { messages: 30, assignee: agent.id });
    const { conversation } = await openTicket(page, made);
    await expect(conversation.getByText("New", { exact: true })).toHaveCount(0);
    await expect
      .poll(() =>
        desk.db
          .selectFrom("ticket_reads")
          .select("seen_at")
          .where("ticket_id", "=", made.ticket.id)
          .executeTakeFirst(),
      )
      .toBeTruthy();
    await page.goto("/ticket/log?view=my-open");
    for (let at = 1; at <= 12; at += 1) await requesterWrites(desk, made, `Later ${at}`);
    const row = page.locator("[data-row]").filter({ hasText: made.ticket.subject });
    await expect(row.getByText("Unread:")).toBeAttached();
    await row.getByRole("link", { name: made.ticket.subject }).click();
    await expect(conversation.getByText("New", { exact: true })).toBeInViewport();
    await expect(conversation.getByText("Later 1", { exact: true })).toBeInViewport();
    await expect(conversation.getByText("Later 12")).not.toBeInViewport();
    await page.goto("/ticket/log?view=my-open");
    await expect(row).toBeVisible();
    await expect(row.getByText("Unread:")).toHaveCount(0);
    await row.getByRole("link", { name: made.ticket.subject }).click();
    await expect(conversation.getByText("Later 12")).toBeInViewport();
    await expect(conversation.getByText("New", { exact: true })).toHaveCount(0);
  });
});

test("menus and dialogs of the page: nothing is found, in both themes, wide and narrow", async ({
  page,
  desk,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const agent = await signedIn("Agent");
  await makeMacro(desk, agent.email, {
    ...{ name: "Ask", body: "Hello", changes: { priority: "high", addTags: ["a", "b"] } },
  });
  const made = await makeTicket(desk, { messages: 3 });
  const wide = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  for (const size of wide) {
    const sound = (what: string) => expectSoundAsItIs(page, `${what}, ${size.width} px`);
    await resize(page, size);
    const { conversation, region } = await openTicket(page, made);
    const openMenu = async () => {
      await conversation
        .getByRole("button", { name: /: more$/ })
        .first()
        .focus();
      await page.keyboard.press("Enter");
    };
    await openMenu();
    await expect(page.getByRole("menuitem", { name: "Quote in reply" })).toBeVisible();
    await sound("the menu of a message");
    await page.getByRole("menuitem", { name: "Redact message…" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await sound("to redact");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);

    await chooseMore(region, "Split…");
    await page.getByRole("checkbox").first().click();
    await sound("to split");
    const bar = region.getByRole("region", { name: "Split this ticket" });
    await bar.getByRole("button", { name: "Cancel" }).click();
    await expect(bar).toHaveCount(0);
  }
  await expectSound(page, wide.toReversed(), async () => {
    const { reply } = composerOf(page);
    await reply.click();
    await reply.fill("");
    await page.keyboard.type("/ask");
    await expect(page.getByRole("option", { name: /^Ask priority/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Will set" })).toBeVisible();
    await page.keyboard.type("\n/");
    await expect(page.getByRole("option").first()).toBeVisible();
  });
  const { region, notice } = await openTicket(page, made);
  await chooseMore(region, "Mark as spam");
  // A page that is left at once takes what is on its way along.
  await expect(notice(`Marked #${made.ticket.number} as spam`)).toBeVisible();
  await page.goto(`/ticket/${made.ticket.number}`);
  await expect(page.getByRole("region", { name: "Spam" })).toBeVisible();
  await expectSound(page, wide);
});
