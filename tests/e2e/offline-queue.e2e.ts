import type { Page, Route } from "@playwright/test";
import { storedTicket } from "../support/stored.ts";
import { expect, test } from "./browser/fixtures.ts";
import { leadTo } from "./steps/anywhere.ts";
import { fieldsOf, makeMany, openMany, partsOf } from "./steps/bulk.ts";
import { offline, offlineBar } from "./steps/line.ts";
import { leadToTicket, makeTicket, ticketOf } from "./steps/ticket.ts";

test("changes made offline wait in order, survive the tab, and are made once, unless they waited too long", async ({
  page,
  context,
  desk,
  signedIn,
  watch,
}) => {
  test.setTimeout(120_000);
  watch.allow(offline);
  await signedIn("Agent");
  const cutLine = async (tab: Page) => {
    await context.setOffline(true);
    await expect(offlineBar(tab)).toBeVisible();
  };
  const nothingWaits = async (tab: Page) => {
    await expect(tab.getByText("and will be sent.")).toHaveCount(0);
    await expect(offlineBar(tab)).toHaveCount(0);
  };

  await test.step("a bulk change waits, shows already, and is made", async () => {
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
    await expect(notice("Set 2 tickets to High priority")).toBeVisible();
    const fields = await fieldsOf(desk, tickets);
    expect(fields.map(({ priority }) => priority)).toEqual(["high", "high", "normal"]);
    await nothingWaits(page);
  });

  await test.step("online, a change undone before its answer stays undone", async () => {
    const made = await makeTicket(desk);
    const { property, notice } = await leadToTicket(page, made);
    const held = Promise.withResolvers<Route>();
    await page.route(/tickets\.update/, (route) => held.resolve(route), { times: 1 });
    await setPriority(page, "High");
    await expect(property("Priority")).toContainText("High");
    const route = await held.promise;
    await page.keyboard.press("Control+z");
    await expect(property("Priority")).toContainText("Normal");
    await route.continue();
    await expect(notice("Undone")).toBeVisible();
    await expect(property("Priority")).toContainText("Normal");
    const stored = await storedTicket(desk.db, made.ticket.id);
    expect([stored.priority, stored.version]).toEqual(["normal", made.ticket.version + 2]);
  });

  const again = await test.step("two changes outlive the tab in their order", async () => {
    const made = await makeTicket(desk);
    const { property } = await leadToTicket(page, made);
    await cutLine(page);
    await setPriority(page, "High");
    await setPriority(page, "Urgent");
    await expect(property("Priority")).toContainText("Urgent");
    await expect(page.getByText("2 changes wait and will be sent.")).toBeVisible();
    expect((await storedTicket(desk.db, made.ticket.id)).priority).toBe("normal");

    await page.close();
    await context.setOffline(false);
    const tab = await context.newPage();
    await tab.goto(made.address);
    await expect(ticketOf(tab, made.ticket).property("Priority")).toContainText("Urgent");
    await nothingWaits(tab);
    const stored = await storedTicket(desk.db, made.ticket.id);
    expect([stored.priority, stored.version]).toEqual(["urgent", made.ticket.version + 2]);
    return tab;
  });

  let hours = 0;
  const passTime = (tab: Page, by: number) => {
    hours += by;
    return tab.clock.setFixedTime(Date.now() + hours * 60 * 60_000);
  };

  // The server executes it, and the connection is cut before the answer.
  const cutAnswer = (call: RegExp) =>
    again.route(
      call,
      async (route) => {
        await route.fetch();
        await context.setOffline(true);
        await route.abort();
      },
      { times: 1 },
    );

  await test.step("a change that waited for over twelve hours but had been sent is not given back", async () => {
    const { conversation } = await leadToTicket(again, await makeTicket(desk));
    await cutAnswer(/tickets\.reply/);
    await replyOf(again).fill("Written yesterday");
    await replyOf(again).press("Control+Enter");
    await expect(again.getByText("1 change waits and will be sent.")).toBeVisible();
    await passTime(again, 13);
    await context.setOffline(false);
    await nothingWaits(again);
    await expect(conversation.getByText("Written yesterday")).toHaveCount(1);
    await expect(replyOf(again)).toHaveValue("");
  });

  await test.step("nor is a bulk change reported as not done", async () => {
    const { tickets, address } = await makeMany(desk, "Longham", [{}, {}]);
    await leadTo(again, address);
    const { bar, rows, act, notice } = partsOf(again);
    await expect(rows).toHaveCount(tickets.length);
    for (const at of [0, 1]) await rows.nth(at).getByRole("checkbox").check();
    await expect(bar).toContainText("2 selected");
    await cutAnswer(/tickets\.bulk/);
    await act("Priority").click();
    await again.getByRole("menuitemradio", { name: "High" }).click();
    await expect(again.getByText("1 change waits and will be sent.")).toBeVisible();
    await passTime(again, 13);
    await context.setOffline(false);
    await expect(notice("Set 2 tickets to High priority")).toBeVisible();
    await nothingWaits(again);
    const fields = await fieldsOf(desk, tickets);
    expect(fields.map(({ priority }) => priority)).toEqual(["high", "high"]);
  });

  for (const [tab, by, words] of [
    ["its own tab", 13, "It waited for more than 12 hours"],
    // The key of a change has expired, that of a message has not.
    ["another one", 25, "It waited for more than a day and may have gone through"],
  ] as const) {
    await test.step(`\`a change that waited for ${by} hours is shown in ${tab}, and not sent\``, async () => {
      const made = await makeTicket(desk);
      await leadToTicket(again, made);
      await cutLine(again);
      await setPriority(again, "High");
      await replyOf(again).fill("Written yesterday");
      await replyOf(again).press("Control+Enter");
      await expect(again.getByText("2 changes wait and will be sent.")).toBeVisible();
      const { properties } = ticketOf(again, made.ticket);
      await expect(properties).toContainText("Pending");
      await expect(properties).toContainText("on customer");

      const shown = tab === "another one" ? await context.newPage() : again;
      if (shown !== again) await again.close();
      await passTime(shown, by);
      await context.setOffline(false);
      if (shown !== again) await shown.goto(made.address);
      const { property, notice } = ticketOf(shown, made.ticket);
      await expect(notice(words).first()).toBeVisible();
      if (shown !== again) {
        await expect(notice(/^Your reply to #\d+ wasn't sent/)).toBeVisible();
        await expect(notice(/^Change of #\d+ not confirmed/)).toBeVisible();
      }
      await expect(replyOf(shown)).toHaveValue("Written yesterday");
      await expect(property("Priority")).toContainText("Normal");
      await nothingWaits(shown);
      const stored = await storedTicket(desk.db, made.ticket.id);
      expect([stored.priority, stored.version]).toEqual(["normal", made.ticket.version]);
    });
  }
});

const replyOf = (page: Page) => page.getByRole("textbox", { name: "Reply" });

async function setPriority(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Priority: / }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}
