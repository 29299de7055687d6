import { spreadNews } from "../../server/notifications/news.ts";
import { insertTicket } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import type { TestDesk } from "./desk.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { byLine } from "./line-steps.ts";
import { settled } from "./settled.ts";
import { seeRows, sessionAlert } from "./steps.ts";

/** As another server over the same database would: the ticket, and the event beside it. */
async function openElsewhere(desk: TestDesk, subject: string): Promise<void> {
  const requester = await desk.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Customer")
    .where("state", "=", "active")
    .executeTakeFirstOrThrow();
  const ticket = await insertTicket(desk.db, { requester_id: requester.id, subject });
  await desk.db
    .insertInto("live_events")
    .values({
      id: Bun.randomUUIDv7(),
      topic: "ticket",
      subject_id: ticket.id,
      number: ticket.number,
      version: 1,
      audience: "everyone",
      people_ids: [requester.id],
    })
    .execute();
}

async function openList(page: Page) {
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
}

test("a ticket that comes elsewhere shows within a second or so, with its counts", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  await openList(page);
  const count = page.getByRole("main").getByRole("status").first();
  await expect(count).toHaveText(/\d/);
  const before = Number(/\d+/.exec((await count.textContent()) ?? "")?.[0]);
  await openElsewhere(desk, "The gate does not open");
  desk.services.bell.ring();
  await expect(page.getByText("The gate does not open")).toBeVisible();
  await expect(count).toHaveText(new RegExp(`^${before + 1}\\b`));
});

test("ten tabs of one browser all load, and all hear of it", async ({
  context,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
  for (const tab of tabs) await openList(tab);
  await expect.poll(() => desk.services.live.size).toBe(1);
  await openElsewhere(desk, "Ten tabs wait for this");
  desk.services.bell.ring();
  for (const tab of tabs) {
    await tab.bringToFront();
    await expect(tab.getByText("Ten tabs wait for this")).toBeVisible();
  }
});

test("a line that was cut catches up by itself and misses nothing", async ({
  page,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost|ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE/);
  await signedIn("Agent");
  const { line, goTo } = byLine(page, desk);
  await goTo("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  await expect.poll(() => desk.services.live.size).toBe(1);
  line.cut();
  await expect.poll(() => desk.services.live.size).toBe(0);
  await openElsewhere(desk, "It came while the line was down");
  await expect(page.getByText("It came while the line was down")).toBeHidden();
  line.mend();
  await expect(page.getByText("It came while the line was down")).toBeVisible({ timeout: 25_000 });
});

for (const missing of ["SharedWorker", "SharedWorker and locks"]) {
  test(`without ${missing} tabs hear of it too`, async ({ context, desk, signedIn }) => {
    await signedIn("Agent");
    await context.addInitScript((locks) => {
      // Whoever fetches all anew after a gap does so at once.
      Math.random = () => 0;
      Reflect.deleteProperty(window, "SharedWorker");
      if (locks) Reflect.deleteProperty(Navigator.prototype, "locks");
    }, missing.includes("locks"));
    const [first, second] = [await context.newPage(), await context.newPage()];
    const tabs = [first, second];
    for (const tab of tabs) await openList(tab);
    await expect.poll(() => desk.services.live.size).toBeGreaterThan(0);
    await settled(second);
    let asked = 0;
    second.on("request", (request) => {
      if (request.url().includes("session.current")) asked += 1;
    });
    const third = await context.newPage();
    await openList(third);
    await settled(third);
    const subject = `Seen without ${missing}`;
    await openElsewhere(desk, subject);
    desk.services.bell.ring();
    for (const tab of tabs) {
      await tab.bringToFront();
      await expect(tab.getByText(subject)).toBeVisible();
    }
    if (missing === "SharedWorker") expect(asked, "that another tab came is no gap").toBe(0);
    await third.close();
    await first.close();
    await openElsewhere(desk, `${subject} again`);
    desk.services.bell.ring();
    await expect(second.getByText(`${subject} again`)).toBeVisible();
  });
}

test("a session that is ended elsewhere is told by itself", async ({ page, desk, signedIn }) => {
  const person = await signedIn("Agent");
  await openList(page);
  await desk.db.deleteFrom("sessions").where("user_id", "=", person.id).execute();
  await expect(sessionAlert(page)).toBeVisible();
});

test("leaving for /login leaves no stream behind", async ({ page, desk, signedIn }) => {
  await signedIn("Agent");
  await openList(page);
  await expect.poll(() => desk.services.live.size).toBe(1);
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login\?message=/);
  await expect.poll(() => desk.services.live.size).toBe(0);
  await page.waitForTimeout(1_500);
  await expect(sessionAlert(page)).toBeHidden();
});

test("the bell counts what came, tells who did what, and is read by opening it", async ({
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  await openList(page);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");
  await bell.click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByText("You are up to date")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();

  const colleague = await addPerson(desk.db, "Agent", { firstName: "Samuel" });
  const number = await assignElsewhere(desk, agent.id, colleague.id);
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  await bell.press("Enter");
  const line = panel.getByRole("link", { name: `Samuel Agent assigned you #${number}` });
  await expect(line).toBeVisible();
  await expect(panel.locator(":focus").or(panel.and(page.locator(":focus")))).toHaveCount(1);
  await line.click();
  await expect(page).toHaveURL(new RegExp(`/ticket/${number}$`));
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName("Notifications");
});

test("all of the bell is read at once, in the other tab too", async ({
  context,
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  const second = await context.newPage();
  await openList(second);
  await openList(page);
  const colleague = await addPerson(desk.db, "Agent", { firstName: "Samuel" });
  for (let count = 0; count < 3; count += 1) await assignElsewhere(desk, agent.id, colleague.id);
  const bellIn = (tab: Page) => tab.getByRole("button", { name: /^Notifications/ });
  await expect(bellIn(page)).toHaveAccessibleName("Notifications, 3 unread");
  await bellIn(page).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bellIn(page)).toHaveAccessibleName("Notifications");
  await second.bringToFront();
  await expect(bellIn(second)).toHaveAccessibleName("Notifications");
});

test("a customer has no bell", async ({ page, signedIn }) => {
  await signedIn("Customer");
  await page.goto("/ticket/log");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Notifications/ })).toHaveCount(0);
});

/** As a colleague on another server does it: gives one of the open tickets to somebody. */
async function assignElsewhere(desk: TestDesk, agentId: string, byId: string): Promise<number> {
  const requester = await addPerson(desk.db, "Customer");
  const ticket = await insertTicket(desk.db, { requester_id: requester.id, assignee_id: agentId });
  await desk.db
    .transaction()
    .execute((tx) =>
      spreadNews(
        tx,
        { id: byId },
        [{ kind: "assigned", ticketId: ticket.id, assigneeId: agentId }],
        new Date(),
      ),
    );
  desk.services.bell.ring();
  return ticket.number;
}
