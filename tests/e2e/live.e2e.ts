import { spreadNews, type TicketNews } from "../../server/notifications/news.ts";
import { insertTeam, insertTicket, type TicketRow } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import type { TestDesk } from "./browser/desk.ts";
import { endSessionsOf, expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { logOut, seeRows, sessionAlert } from "./steps/anywhere.ts";
import { byLine } from "./steps/line.ts";
import { sendTicketEvent } from "./steps/ticket.ts";

/** Like another server on the same database: the ticket and its event. */
async function openElsewhere(desk: TestDesk, assignee: { id: string }, subject: string) {
  const requester = await desk.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Customer")
    .where("state", "=", "active")
    .executeTakeFirstOrThrow();
  const ticket = await insertTicket(desk.db, {
    ...{ requester_id: requester.id, assignee_id: assignee.id, subject, status: "open" },
  });
  await sendTicketEvent(desk, ticket, [requester.id]);
}

async function openList(page: Page) {
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
}

/** The list of a new user, which is empty and loads fastest. */
async function openOwnList(tab: Page) {
  await tab.goto("/ticket/log?view=my-open");
  await expect(tab.getByRole("heading", { name: "You're all caught up" })).toBeVisible();
}

const bellIn = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Notifications/ });

test("ten tabs of one browser all load, and receive changes within about a second", async ({
  context,
  page,
  desk,
  signedIn,
}) => {
  test.slow();
  const agent = await signedIn("Agent");
  await openList(page);
  const others = await Promise.all(Array.from({ length: 9 }, () => context.newPage()));
  for (const tab of others) await openOwnList(tab);

  await test.step("a ticket shows, with its counts", async () => {
    const count = page.getByRole("main").getByRole("status").first();
    await expect(count).toHaveText(/\d/);
    const before = Number(/\d+/.exec((await count.textContent()) ?? "")?.[0]);
    await expect.poll(() => desk.services.live.size).toBe(1);
    await openElsewhere(desk, agent, "Ten tabs wait for this");
    for (const tab of [...others, page]) {
      await tab.bringToFront();
      await expect(tab.getByText("Ten tabs wait for this")).toBeVisible();
    }
    await expect(count).toHaveText(new RegExp(`^${before + 1}\\b`));
  });

  await test.step("all notifications are marked as read at once, in other tabs too", async () => {
    const colleague = await addPerson(desk.db, "Agent", { firstName: "Samuel" });
    for (let count = 0; count < 3; count += 1) await assignElsewhere(desk, agent.id, colleague.id);
    await expect(bellIn(page)).toHaveAccessibleName("Notifications, 3 unread");
    await bellIn(page).click();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(bellIn(page)).toHaveAccessibleName("Notifications");
    const [second = page] = others;
    await second.bringToFront();
    await expect(bellIn(second)).toHaveAccessibleName("Notifications");
  });
});

test("a broken connection catches up by itself, as does a tab that lost the shared stream; a session ended elsewhere is noticed", async ({
  page,
  context,
  desk,
  signedIn,
  watch,
}) => {
  watch.allow(/^foreign: http:\/\/localhost|ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE/);
  const agent = await signedIn("Agent");
  const { line, goTo } = byLine(page, desk);
  await goTo("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  await expect.poll(() => desk.services.live.size).toBe(1);
  line.cut();
  await expect.poll(() => desk.services.live.size).toBe(0);
  const missed = page.getByText("It came while the line was down");
  await openElsewhere(desk, agent, "It came while the line was down");
  await expect(missed).toBeHidden();
  line.mend();
  await expect(missed).toBeVisible({ timeout: 25_000 });

  const other = await context.newPage();
  await other.goto(page.url());
  await seeRows(other, "Tickets: All");
  // The first tab holds the stream.
  const gone = page.waitForEvent("crash");
  void page.goto("chrome://crash").catch(() => {});
  await gone;
  await openElsewhere(desk, agent, "It came after a tab had crashed");
  await expect(other.getByText("It came after a tab had crashed")).toBeVisible();

  await endSessionsOf(desk, agent);
  await expect(sessionAlert(other)).toBeVisible();
});

test("a second tab refetches nothing when a third joins, and takes over when the first closes", async ({
  context,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  await context.addInitScript(refetchImmediately);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) await openOwnList(tab);
  await expect.poll(() => desk.services.live.size).toBe(1);
  await settled(second);
  let asked = 0;
  second.on("request", (request) => {
    if (request.url().includes("session.current")) asked += 1;
  });
  const third = await context.newPage();
  await openOwnList(third);
  await settled(third);
  expect(asked, "another tab is no gap").toBe(0);
  await third.close();
  await first.close();
  await openElsewhere(desk, agent, "Seen after the first tab closed");
  await second.bringToFront();
  await expect(second.getByText("Seen after the first tab closed")).toBeVisible();
  await expect.poll(() => desk.services.live.size).toBe(1);
});

test("without locks each visible tab has its own stream", async ({ context, desk, signedIn }) => {
  const agent = await signedIn("Agent");
  await context.addInitScript(refetchImmediately);
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "locks");
  });
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) await openOwnList(tab);
  await expect.poll(() => desk.services.live.size).toBeGreaterThan(0);
  await openElsewhere(desk, agent, "Seen without locks");
  for (const tab of tabs) {
    await tab.bringToFront();
    await expect(tab.getByText("Seen without locks")).toBeVisible();
  }
});

/** Runs in the page: after a gap nothing waits for a random delay. */
function refetchImmediately(): void {
  Math.random = () => 0;
}

test("the bell counts notifications, lists them, and opening one reads it; leaving for /login closes the stream", async ({
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  await openOwnList(page);
  const bell = bellIn(page);
  await expect(bell).toHaveAccessibleName("Notifications");
  await bell.click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByText("You're all caught up")).toBeVisible();
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

  await test.step("a notification without a message has its own text", async () => {
    const told = await tellElsewhere(desk, { id: agent.id, byId: colleague.id });
    await expect(bell).toHaveAccessibleName(`Notifications, ${told.length} unread`);
    await bell.click();
    for (const name of told) await expect(panel.getByRole("link", { name })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await expect.poll(() => desk.services.live.size).toBe(1);
  await logOut(page);
  await expect.poll(() => desk.services.live.size).toBe(0);
  await settled(page);
  await expect(sessionAlert(page)).toBeHidden();
});

/** Like a colleague on another server: assigns one of the open tickets. */
async function assignElsewhere(desk: TestDesk, agentId: string, byId: string): Promise<number> {
  const ticket = await openFor(desk, agentId);
  await spread(desk, byId, { kind: "assigned", ticketId: ticket.id, assigneeId: agentId });
  return ticket.number;
}

/** Any change of a user's tickets without a message; returns the bell's text. */
async function tellElsewhere(
  desk: TestDesk,
  { id, byId }: { id: string; byId: string },
): Promise<string[]> {
  const team = await insertTeam(desk.db);
  await desk.db.insertInto("team_members").values({ team_id: team.id, user_id: id }).execute();
  const words = {
    reopened: "Samuel Agent reopened",
    rated: "Samuel Agent gave a bad rating to",
    team: "Samuel Agent assigned your team",
  };
  const told: string[] = [];
  for (const kind of ["reopened", "rated", "team"] as const) {
    const { id: ticketId, number } = await openFor(desk, kind === "team" ? null : id, team.id);
    await spread(desk, byId, { kind, ticketId });
    told.push(`${words[kind]} #${number}`);
  }
  const woken = await openFor(desk, id);
  await spread(desk, null, { kind: "woke", ticketId: woken.id, userId: id });
  return [...told, `Snooze ended for #${woken.number}`];
}

async function openFor(
  desk: TestDesk,
  assignee_id: string | null,
  team_id: string | null = null,
): Promise<TicketRow> {
  const { id: requester_id } = await addPerson(desk.db, "Customer");
  return await insertTicket(desk.db, { requester_id, assignee_id, team_id });
}

async function spread(desk: TestDesk, byId: string | null, news: TicketNews): Promise<void> {
  await desk.db
    .transaction()
    .execute((tx) => spreadNews(tx, byId ? { id: byId } : null, [news], new Date()));
  desk.services.wakeup.wake();
}
