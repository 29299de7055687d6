import type { Page, Route } from "@playwright/test";
import { storedTicket } from "../support/stored.ts";
import { fieldsOf, makeMany, openMany } from "./bulk-steps.ts";
import { expect, test } from "./fixtures.ts";
import { makeTicket, openTicket, ticketOf } from "./ticket-steps.ts";

const noLine = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/;

test("without a line changes wait in their order, outlive the tab, and are done once", async ({
  page,
  context,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(noLine);
  await signedIn("Agent");
  const made = await makeTicket(desk);
  const { property } = await openTicket(page, made);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await setPriority(page, "High");
  await setPriority(page, "Urgent");
  await expect(property("Priority")).toContainText("Urgent");
  await expect(page.getByText("2 changes wait and will be sent.")).toBeVisible();
  expect((await storedTicket(desk.db, made.ticket.id)).priority).toBe("normal");

  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(made.address);
  await expect(ticketOf(again, made.ticket).property("Priority")).toContainText("Urgent");
  const stored = await storedTicket(desk.db, made.ticket.id);
  expect([stored.priority, stored.version]).toEqual(["urgent", made.ticket.version + 2]);
  await expect(again.getByText("and will be sent.")).toHaveCount(0);
});

test("without a line a change of many waits, shows already, and says what was refused", async ({
  page,
  context,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(noLine);
  await signedIn("Agent");
  const { tickets, address } = await makeMany(desk, "Waitham", [{}, {}, {}]);
  const { bar, rows, act, notice } = await openMany(page, address);
  for (const at of [0, 1]) await rows.nth(at).getByRole("checkbox").check();
  await expect(bar).toContainText("2 selected");
  await context.setOffline(true);
  await act("Priority").click();
  await page.getByRole("menuitemradio", { name: "High" }).click();
  await expect(rows.nth(1)).toContainText("High");
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await context.setOffline(false);
  await expect(notice("Set 2 tickets to High")).toBeVisible();
  const fields = await fieldsOf(desk, tickets);
  expect(fields.map(({ priority }) => priority)).toEqual(["high", "high", "normal"]);
});

for (const [tab, hours, words] of [
  ["its own tab", 13, "It waited for more than 12 hours"],
  // The key of what was done is known no more.
  ["another one", 25, "It waited for more than a day, and may have been sent"],
] as const) {
  test(`without a line what waits for ${hours} hours is shown in ${tab}, and not sent`, async ({
    page,
    context,
    desk,
    signedIn,
    watch,
  }) => {
    watch.allow(noLine);
    await signedIn("Agent");
    const made = await makeTicket(desk);
    await openTicket(page, made);
    await context.setOffline(true);
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    await setPriority(page, "High");
    await replyOf(page).fill("Written yesterday");
    await replyOf(page).press("Control+Enter");
    await expect(page.getByText("2 changes wait and will be sent.")).toBeVisible();

    const shown = tab === "another one" ? await context.newPage() : page;
    if (shown !== page) await page.close();
    await shown.clock.setFixedTime(Date.now() + hours * 60 * 60_000);
    await context.setOffline(false);
    if (shown !== page) await shown.goto(made.address);
    const { property, notice } = ticketOf(shown, made.ticket);
    await expect(notice(words).first()).toBeVisible();
    await expect(replyOf(shown)).toHaveValue("Written yesterday");
    await expect(property("Priority")).toContainText("Normal");
    await expect(shown.getByText("and will be sent.")).toHaveCount(0);
    const stored = await storedTicket(desk.db, made.ticket.id);
    expect([stored.priority, stored.version]).toEqual(["normal", made.ticket.version]);
  });
}

test("without a line what waits for over twelve hours and was sent all the same is not given back", async ({
  page,
  context,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(noLine);
  await signedIn("Agent");
  const made = await makeTicket(desk);
  const { conversation } = await openTicket(page, made);
  // It is done, and the line is cut before anybody hears.
  await page.route(
    /tickets\.reply/,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await replyOf(page).fill("Written yesterday");
  await replyOf(page).press("Control+Enter");
  await expect(page.getByText("1 change waits and will be sent.")).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 13 * 60 * 60_000);
  await context.setOffline(false);
  await expect(page.getByText("and will be sent.")).toHaveCount(0);
  await expect(conversation.getByText("Written yesterday")).toHaveCount(1);
  await expect(replyOf(page)).toHaveValue("");
});

test("what is taken back before it is answered stays as it was", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const made = await makeTicket(desk);
  const { property, notice } = await openTicket(page, made);
  const held = Promise.withResolvers<Route>();
  await page.route(/tickets\.update/, (route) => held.resolve(route), { times: 1 });
  await setPriority(page, "High");
  await expect(property("Priority")).toContainText("High");
  const route = await held.promise;
  await page.keyboard.press("Control+z");
  await expect(property("Priority")).toContainText("Normal");
  await route.continue();
  await expect(notice(`Undone in #${made.ticket.number}`)).toBeVisible();
  await expect(property("Priority")).toContainText("Normal");
  const stored = await storedTicket(desk.db, made.ticket.id);
  expect([stored.priority, stored.version]).toEqual(["normal", made.ticket.version + 2]);
});

const replyOf = (page: Page) => page.getByRole("textbox", { name: "Reply" });

async function setPriority(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Priority: / }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}
