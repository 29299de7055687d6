import { insertMessage, insertMessages, insertTicket, insertUser } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, signInBrowser } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";
import { closeByEscape, resize } from "./screens/screen.ts";
import { above, expectSound, expectSoundAsItIs, sizes } from "./screens/sound.ts";
import { holdBack, leadTo, restingTop } from "./steps/anywhere.ts";
import { makeTicket, ticketOf } from "./steps/ticket.ts";

/** Keys that open something above a ticket. */
const opened = [
  ["the state menu", "s", "menuitem"],
  ["the agents to assign", "a", "option"],
  ["the tags", "t", "option"],
  ["the snooze", "z", "dialog"],
] as const;

test("a staff ticket with a note and events; its menus by shortcut; its properties above it on narrow screens", async ({
  page,
  desk,
  signedIn,
}) => {
  test.slow();
  await signedIn("Super Admin");
  const { number, subject } = await ticketWithNote(desk);
  const note = page.getByRole("article", { name: /^Internal note/ }).first();
  await test.step("next to a list of many", async () => {
    await page.goto(`/ticket/${number}?view=all`);
    await expect(note).toBeVisible();
    await expectSoundAsItIs(page, "next to a list of many");
  });
  // The same rows are not checked again: few rows show the same.
  const rows = page.getByRole("main").locator("[data-row]");
  const many = await rows.count();
  await leadTo(page, `/ticket/${number}?view=all&q=${encodeURIComponent(subject)}`);
  await expect(note).toBeVisible();
  await expect.poll(async () => [0, many].includes(await rows.count())).toBe(false);
  for (const size of sizes) {
    await resize(page, size);
    if (size.width === 1440) continue;
    await expectSoundAsItIs(page, `${size.width} px`);
    await page.getByRole("button", { name: "Details" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSoundAsItIs(page, `properties, ${size.width} px`, above);
    await closeByEscape(page);
  }
  await test.step("fields known from the list stay in place", async () => {
    const subject = `Which ${"quagga ".repeat(12)}is meant`;
    const { ticket, company } = await makeTicket(desk, { subject });
    const q = encodeURIComponent(`company:"${company.name}"`);
    await leadTo(page, `/ticket/log?view=all&q=${q}`);
    await expectSubjectStays(page, ticket, { width: 390, height: 844 });
    await page.goBack();
    await page.goBack();
    await expect(note).toBeVisible();
  });
  await resize(page, { width: 1440, height: 900 });
  for (const [name, key, see] of opened) {
    await test.step(name, async () => {
      await page.keyboard.press(key);
      await expect(page.getByRole(see).first()).toBeVisible();
      await expectSoundAsItIs(page, name, above);
      await closeByEscape(page);
    });
  }
});

/** From the list, on a slow connection. */
async function expectSubjectStays(
  page: Page,
  ticket: { number: number; subject: string },
  size: { width: number; height: number },
): Promise<void> {
  await resize(page, size);
  const { region } = ticketOf(page, ticket);
  const subject = region.getByText(ticket.subject, { exact: true });
  const go = await holdBack(page, /tickets\.get/);
  await page.locator("[data-row]").getByRole("link", { name: ticket.subject }).click();
  await expect(page.getByRole("status", { name: `Loading #${ticket.number}` })).toBeVisible();
  const before = await subject.boundingBox();
  go();
  await expect(region.getByRole("article").first()).toBeVisible();
  expect(await subject.boundingBox()).toEqual(before);
}

/** An open ticket with a note. */
async function ticketWithNote(desk: TestDesk) {
  return await desk.db
    .selectFrom("tickets")
    .innerJoin("messages", "messages.ticket_id", "tickets.id")
    .select(["tickets.number", "tickets.subject"])
    .where("tickets.status", "=", "open")
    .where("messages.kind", "=", "note")
    .orderBy("tickets.number")
    .executeTakeFirstOrThrow();
}

test("a loading ticket, a missing one, and one with far too much: 300 characters, 200 tags and a name in Arabic", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const requester = await insertUser(desk.db, {
    first_name: "عبد الرحمن",
    last_name: "الخوارزمي المراكشي الأندلسي",
  });
  const made = await makeTicket(desk, {
    subject: `${"W".repeat(150)}${" and so on ".repeat(13)}the end`,
    requester: { id: requester.id, name: "عبد الرحمن الخوارزمي المراكشي الأندلسي" },
    tags: Array.from({ length: 200 }, (_, at) => `tag-${at}-${"long".repeat(at % 8)}`),
  });
  await insertMessage(desk.db, {
    ticket_id: made.ticket.id,
    author_id: requester.id,
    body: `${"unbroken".repeat(200)}\n\n| a | b |\n|---|---|\n| ${"wide".repeat(100)} | c |\n\n\`\`\`\n${"code ".repeat(200)}\n\`\`\``,
  });
  const notes = `${"unbroken".repeat(60)}\n\n${"and so on ".repeat(60)}`;
  const company = desk.db.updateTable("companies").where("id", "=", made.company.id);
  await company.set({ notes }).execute();
  const go = await holdBack(page, /tickets\.get/);
  await page.goto(made.address);
  await expect(page.getByRole("status", { name: `Loading #${made.ticket.number}` })).toBeVisible();
  await expectSound(page);
  go();
  await resize(page, { width: 1440, height: 900 });
  await expect(page.getByRole("article").last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Show all 200" })).toBeVisible();
  await expectSound(page, sizes.toReversed());
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^tag-199-/), "on paper all are there").toBeVisible();
  await expect(page.getByRole("button", { name: "Show all 200" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Show all 200" }).click();
  const tags = page.getByRole("button", { name: /^Remove tag/ });
  await expect(tags).toHaveCount(200);
  await test.step("a menu opened by shortcut is visible, wherever the properties are scrolled to", async () => {
    await tags.last().scrollIntoViewIfNeeded();
    await page.keyboard.press("s");
    await expect(page.getByRole("menuitem").first()).toBeInViewport({ ratio: 1 });
    await closeByEscape(page);
    await expect(ticketOf(page, made.ticket).property("Status")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("z");
    await expect(page.getByRole("button", { name: "Snooze", exact: true })).toBeInViewport();
    await closeByEscape(page);
    await page.keyboard.press("t");
    await expect(page.getByText("A ticket can have up to 200 tags.")).toBeInViewport();
    await closeByEscape(page);
  });

  await leadTo(page, "/ticket/999999");
  await expect(page.getByRole("heading", { name: /^Ticket #\d+ not found/ })).toBeVisible();
  await expectSound(page);
});

test.describe("a conversation of 2,000 messages", () => {
  async function longTicket(desk: TestDesk) {
    const requester = await insertUser(desk.db, { first_name: "Long", last_name: "Talker" });
    const ticket = await insertTicket(desk.db, {
      requester_id: requester.id,
      subject: "Two thousand messages",
      status: "open",
    });
    const begun = Date.now() - 20 * 24 * 60 * 60_000;
    const messages = Array.from({ length: 2000 }, (_, at) => ({
      ...{ ticket_id: ticket.id, author_id: requester.id },
      body: `Message number ${at + 1}. ${"Some words more. ".repeat(at % 9)}`,
      created_at: new Date(begun + at * 600_000),
    }));
    await insertMessages(desk.db, messages);
    return ticket;
  }

  test("opens at the newest, and earlier ones load without a jump", async ({
    page,
    desk,
    signedIn,
  }) => {
    await signedIn("Agent");
    const ticket = await longTicket(desk);
    await page.goto(`/ticket/${ticket.number}`);
    const { conversation } = ticketOf(page, ticket);
    await expect(conversation.getByText("Message number 2000.")).toBeInViewport();
    expect(await conversation.getByRole("article").count()).toBeLessThan(40);

    await conversation.hover();
    const seen = new Set<number>();
    const inSight = () =>
      conversation.evaluate((scroll) => {
        const frame = scroll.getBoundingClientRect();
        return [...scroll.querySelectorAll("article")]
          .filter((article) => {
            const box = article.getBoundingClientRect();
            return box.bottom > frame.top && box.top < frame.bottom;
          })
          .map((article) => Number(/number (\d+)/.exec(article.textContent ?? "")?.[1]));
      });
    // Each step up shows what precedes the visible messages: nothing is skipped.
    let before = await inSight();
    const isFarUp = () => [...seen].some((number) => number < 1900);
    for (let step = 0; step < 60 && !isFarUp(); step++) {
      await page.mouse.wheel(0, -400);
      await restingTop(conversation);
      const now = await inSight();
      if (now.length === 0 || before.length === 0) throw new Error("nothing is in sight");
      expect(Math.max(...now)).toBeGreaterThanOrEqual(Math.min(...before) - 1);
      for (const number of now) seen.add(number);
      before = now;
    }
    const least = Math.min(...seen);
    expect(least).toBeLessThan(1900);
    expect([...seen].sort((one, other) => one - other)).toEqual(
      Array.from({ length: seen.size }, (_, at) => least + at),
    );
    expect(await conversation.getByRole("article").count()).toBeLessThan(60);
  });
});

test("a customer's ticket, before and after it is resolved", async ({ page, context, desk }) => {
  const customer = await addPerson(desk.db, "Customer", { firstName: "Ana" });
  const made = await makeTicket(desk, {
    requester: { id: customer.id, name: "Ana Customer" },
    messages: 3,
  });
  await signInBrowser(context, desk, customer.email);
  await page.goto("/ticket/log");
  await test.step("fields known from the list stay in place", async () => {
    await expectSubjectStays(page, made.ticket, { width: 1440, height: 900 });
  });
  await expectSound(page);
  await page.getByRole("button", { name: "It is solved" }).click();
  await page.getByRole("button", { name: "Bad", exact: true }).click();
  await expectSound(page);
});
