import { insertEachTicket } from "../support/builders.ts";
import { searchable } from "../support/searchable.ts";
import { storedTicket } from "../support/stored.ts";
import { expect, type Page } from "./browser/fixtures.ts";
import { test } from "./browser/ticket-fixtures.ts";
import { holdBack, leadTo, seeRows } from "./steps/anywhere.ts";
import { makeTicket, openTicket, ticketOf } from "./steps/ticket.ts";

/** Fails on any use of the mouse from here on. */
async function withoutMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("pointerdown", (event) => {
      if (event.isTrusted) console.error("a mouse was used");
    });
  });
}

test.beforeEach(async ({ page }) => withoutMouse(page));

test("an agent works through a list by keyboard alone", async ({ page, desk, signedIn }) => {
  const agent = await signedIn("Agent", { firstName: "Maya" });
  const first = await makeTicket(desk, { subject: "Winch keyboard one" });
  const second = await makeTicket(desk, { subject: "Winch keyboard two" });
  await searchable(desk.db);
  await page.goto("/ticket/log?view=all&q=Winch+keyboard&sort=number&dir=asc");
  await seeRows(page, "Tickets: All");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/ticket/${first.ticket.number}\\?`));
  const { property, conversation, notice } = ticketOf(page, first.ticket);
  await expect(conversation.getByRole("article")).toBeVisible();

  await page.keyboard.press("i");
  await expect(property("Assignee")).toContainText("Maya Agent");
  await test.step("in the palette each action has its icon", async () => {
    await page.keyboard.press("Control+k");
    const options = page.getByRole("dialog", { name: "Commands" }).getByRole("option");
    await expect(options.filter({ hasText: "Copy link" })).toBeAttached();
    await expect(options.filter({ hasNot: page.locator("svg") })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });
  await page.keyboard.press("p");
  await expect(page.getByRole("menuitemradio", { name: "Normal" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "High" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(property("Priority")).toHaveText("High");
  await page.keyboard.press("p");
  await page.keyboard.press("2");
  await expect(property("Priority")).toHaveText("Normal");
  await page.keyboard.press("p");
  await page.keyboard.press("3");
  await expect(property("Priority")).toHaveText("High");

  await page.keyboard.press("t");
  await page.keyboard.type("winch");
  await expect(page.getByRole("option", { name: "Create “winch”" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove tag winch" })).toBeVisible();

  await page.keyboard.press("s");
  await expect(page.getByRole("menuitem", { name: "Open", exact: true })).toBeFocused();
  await page.keyboard.press("2");
  await expect(property("Status")).toHaveText("On hold");
  await expect(conversation).toContainText("set status to On hold (was Open)");
  await page.keyboard.press("Control+z");
  await expect(property("Status")).toHaveText("Open");

  await page.keyboard.press("a");
  await page.keyboard.type("Samuel Ok");
  await expect(page.getByRole("option").first()).toContainText("Samuel Okafor");
  await page.keyboard.press("Enter");
  await expect(property("Assignee")).toContainText("Samuel Okafor");

  await page.keyboard.press("z");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: /^Tomorrow morning/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(property("Snooze")).toContainText(/\d\d:\d\d/);

  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  await page.keyboard.type("j and e are letters here, @");
  const people = page.getByRole("listbox", { name: "People to mention" });
  await expect(people.getByRole("option", { name: "Samuel Okafor" })).toBeVisible();
  await expect(people.getByRole("option", { name: "Maya Agent" })).toHaveCount(0);
  await page.keyboard.type("Samuel Ok");
  await page.keyboard.press("Enter");
  // A chosen person is not offered again: the key belongs to the text.
  await expect(people).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("a line below");
  await page.keyboard.press("Control+Enter");
  await expect(
    conversation.getByRole("article", { name: "Internal note by Maya Agent" }),
  ).toContainText(/j and e are letters here, @Samuel Okafor\s*\n?a line below/);
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

  await page.keyboard.press("e");
  await expect(property("Status")).toHaveText("Resolved");
  await expect(notice(`Resolved #${first.ticket.number}`)).toBeVisible();

  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`/ticket/${second.ticket.number}\\?`));
  await page.keyboard.press("u");
  await expect(page).toHaveURL("/ticket/log?view=all&q=Winch+keyboard&sort=number&dir=asc");
  // The cursor continues where it was.
  await expect(page.locator("[data-row]").nth(1).locator("a")).toBeFocused();

  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(`/ticket/${second.ticket.number}\\?`));
  await expect(page.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect(page.locator("[data-row]").nth(1).locator("a")).toBeFocused();

  await page.keyboard.press("r");
  await expect(page).toHaveURL(new RegExp(`/ticket/${second.ticket.number}\\?`));
  const reply = page.getByRole("textbox", { name: "Reply" });
  await expect(reply).toBeFocused();
  await page.keyboard.type("from the list");
  await expect(reply).toHaveValue("from the list");

  await test.step("a snoozed ticket says when it returns", async () => {
    await leadTo(page, "/ticket/log?view=snoozed");
    const snoozed = page.getByRole("row").filter({ hasText: "Winch keyboard one" });
    const until = /^Snoozed until \w{3} 09:00$/;
    await expect(snoozed.getByText(until)).toBeVisible();
    const wakes = page.getByRole("columnheader", { name: "Until" });
    await expect(wakes).toHaveAttribute("aria-sort", "ascending");
    await page.getByRole("button", { name: "Sort: Snoozed until" }).press("Enter");
    await page.getByRole("menuitemradio", { name: "Latest first" }).press("Enter");
    await expect(page).toHaveURL("/ticket/log?view=snoozed&dir=desc");
    await expect(wakes).toHaveAttribute("aria-sort", "descending");
    await leadTo(page, "/ticket/log?view=on-hold");
    await page.getByRole("button", { name: "Sort: Waiting since" }).press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Priority" })).toBeVisible();
    await expect(page.getByRole("menuitemradio", { name: "Snoozed until" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await leadTo(page, "/ticket/log?view=snoozed");
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole("article").filter({ hasText: "Winch keyboard one" });
    await expect(card.getByText(until)).toBeVisible();
  });

  const row = await storedTicket(desk.db, first.ticket.id);
  expect([row.status, row.priority]).toEqual(["resolved", "high"]);
  expect(row.assignee_id).not.toBe(agent.id);
});

test("two keys lead to an area, and c to a new ticket; a page being left ignores shortcuts", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await page.goto("/company/log");
  await expect(page.getByRole("button", { name: "New company" })).toBeVisible();
  // In one go, so nothing is drawn between the keys.
  await page.evaluate(() => {
    for (const key of ["g", "t", "c"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  await expect(page).toHaveURL("/ticket/new");
  // After going back from a form, no field of the page receives the keys.
  await expect(page.getByRole("button", { name: "Requester" })).toBeFocused();
  const content = page.locator("#content");
  const letCodeCome = await holdBack(page, /assets\/dashboard-page/);
  await leadTo(page, "/dashboard/log");
  await expect(content, "while its code is on the way").toBeFocused();
  letCodeCome();
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await expect(content).toBeFocused();
  for (const [keys, address] of [
    ["gu", "/user/log"],
    ["gc", "/company/log"],
    ["gd", "/dashboard/log"],
    ["gt", "/ticket/log"],
  ] as const) {
    // Two keys that arrive a second apart on a busy machine are not a pair.
    await expect(async () => {
      await page.keyboard.type(keys);
      await expect(page).toHaveURL(address, { timeout: 3000 });
    }).toPass();
  }
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/ticket/new");
  // The caller is typed immediately, even if the name begins with shortcuts.
  await expect(page.getByRole("button", { name: "Requester" })).toBeFocused();
  await page.keyboard.type("cgd");
  await expect(page.getByRole("combobox", { name: "Find a person" })).toHaveValue("cgd");
  await expect(page).toHaveURL("/ticket/new");
});

test("shortcuts focus a page's search, lead nowhere without access, and can be switched off for all computers", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const made = await makeTicket(desk);
  await page.goto("/profile");
  const commands = page.getByRole("dialog", { name: "Commands" });
  const box = page.getByRole("banner").getByRole("button", { name: "Search or go to…" });
  const search = page.getByRole("combobox", { name: "Search tickets" });
  await test.step("a page without a search is searched from the top bar, by its key", async () => {
    await expect(page.getByRole("banner").getByRole("button", { name: /Ctrl K/ })).toHaveCount(0);
    await box.press("Enter");
    await expect(commands).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(box).toBeFocused();
    await page.keyboard.press("/");
    await expect(commands).toBeVisible();
    await expect(commands.getByRole("combobox")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(commands).toHaveCount(0);
  });
  await test.step("shortcuts lead nowhere without access", async () => {
    await page.keyboard.type("gu", { delay: 30 });
    await page.keyboard.type("gc", { delay: 30 });
    // By the second key alone.
    await expect(page).toHaveURL("/ticket/new");
    await leadTo(page, "/profile");
  });
  await test.step("single keys are switched off", async () => {
    const keys = page.getByRole("switch", { name: "Single-key shortcuts" });
    await keys.focus();
    const saved = page.waitForResponse(/account\.updateProfile/);
    await page.keyboard.press("Space");
    await expect(keys).not.toBeChecked();
    await saved;
    const { property } = await openTicket(page, made);
    await expect(search).toBeVisible();
    await expect(box).toHaveCount(0);
    await page.keyboard.press("e");
    await page.keyboard.press("/");
    await page.keyboard.type("gd", { delay: 30 });
    // Keys are handled one after the other.
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(property("Status")).toHaveText("Open");
    await expect(search).not.toBeFocused();
    await expect(page).toHaveURL(/\/ticket\/\d+/);
  });
});

test("Enter takes the item reached by arrow keys, even if others are inserted before it", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  await makeTicket(desk, { tags: ["halyard-2", "halyard-3"] });
  const made = await makeTicket(desk);
  await openTicket(page, made);
  await page.keyboard.press("t");
  const options = page.getByRole("listbox", { name: "Find or create a tag" }).getByRole("option");
  await page.keyboard.type("halyar");
  await expect(options).toHaveText(["halyard-2", "halyard-3", "Create “halyar”"]);
  const letCome = await holdBack(page, /tickets\.tags/);
  await makeTicket(desk, { tags: ["halyard-1"] });
  await page.keyboard.type("d");
  await expect(options).toHaveText(["halyard-2", "halyard-3"]);
  await page.keyboard.press("ArrowDown");
  letCome();
  await expect(options).toHaveText(["halyard-1", "halyard-2", "halyard-3", "Create “halyard”"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove tag halyard-3" })).toBeVisible();
});

test("keys typed while a ticket loads are for that ticket", async ({ page, desk, signedIn }) => {
  await signedIn("Agent");
  const first = await makeTicket(desk, { subject: "Davit fast fingers one" });
  const second = await makeTicket(desk, { subject: "Davit fast fingers two" });
  const third = await makeTicket(desk, { subject: "Davit fast fingers three" });
  await searchable(desk.db);
  const address = `/ticket/${first.ticket.number}?view=all&q=Davit+fast&sort=number&dir=asc`;
  await page.goto(address);
  const opened = ticketOf(page, first.ticket).conversation.getByRole("article");
  await expect(opened).toBeVisible({ timeout: 40_000 });
  const link = page.getByRole("link", { name: "Davit fast fingers two" });
  await expect(link).toBeVisible();
  // In one go, so nothing is drawn between the keys. One of them resolves, one assigns.
  await link.evaluate((row) => {
    (row as HTMLElement).click();
    for (const key of ["n", "n", "i", "c", "e"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  const note = page.getByRole("textbox", { name: "Internal note" });
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("nice");
  await expect(page).toHaveURL(new RegExp(`/ticket/${second.ticket.number}\\?`));
  const { property } = ticketOf(page, second.ticket);
  await expect(property("Status")).toHaveText("Open");
  await expect(property("Assignee")).toHaveText("Unassigned");
  expect((await storedTicket(desk.db, first.ticket.id)).status).toBe("open");

  // Without a list next to it, the step keys are the ticket's own.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(address);
  const next = page.getByRole("link", { name: "Next ticket" });
  await expect(next).toHaveAttribute("href", new RegExp(`/ticket/${second.ticket.number}\\?`));
  await page.evaluate(() => {
    for (const key of ["j", "j", "e"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  const { region, notice } = ticketOf(page, third.ticket);
  await expect(region).toBeVisible();
  await expect(notice(`Resolved #${third.ticket.number}`)).toBeVisible();
  for (const { ticket } of [first, second]) {
    expect((await storedTicket(desk.db, ticket.id)).status).toBe("open");
  }
});

test("the subject is edited by keyboard; resolving leads to the next ticket; in a text field keys are text, and Undo is the field's own", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const subjects = ["one", "two", "three", "four"].map((number) => `Kedge place ${number}`);
  const made = [];
  for (const subject of subjects) made.push(await makeTicket(desk, { subject }));
  const [first, second, third] = made.map(({ ticket }) => ticket);
  if (!first || !second || !third) throw new Error("no tickets");
  await searchable(desk.db);
  await page.goto(`/ticket/${second.number}?q=Kedge+place&sort=number&dir=asc`);
  const { property, region } = ticketOf(page, second);
  const row = page.getByRole("link", { name: "Kedge place two" });
  await expect(row).toBeVisible({ timeout: 40_000 });
  await expect(property("Status")).toHaveText("Open");
  await test.step("the subject is edited by keyboard, and Escape leaves it", async () => {
    const heading = (name: string) =>
      page.getByRole("heading", { level: 1, name }).getByRole("button");
    await heading("Kedge place two").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Nothing of this stays");
    await page.keyboard.press("Escape");
    await expect(heading("Kedge place two")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Kedge place two, said better");
    await page.keyboard.press("Enter");
    await expect(heading("Kedge place two, said better")).toBeFocused();
  });
  await test.step("resolving leads to the next ticket", async () => {
    await page.keyboard.press("e");
    await expect(property("Status")).toHaveText("Resolved");
    await expect(row).toBeHidden();
    const next = region.getByRole("link", { name: "Next ticket" });
    await expect(next).toHaveAttribute("href", new RegExp(`/ticket/${third.number}\\?`));
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`/ticket/${third.number}\\?`));
    const previous = ticketOf(page, third).region.getByRole("link", { name: "Previous ticket" });
    await expect(previous).toHaveAttribute("href", new RegExp(`/ticket/${first.number}\\?`));
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`/ticket/${first.number}\\?`));
    const marked = page.locator("[data-cursor]");
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText("Kedge place one");
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/ticket/${second.number}\\?`));
  });
  await test.step("in a text field keys are text, and Undo is the field's own", async () => {
    await page.keyboard.press("/");
    const search = page.getByRole("combobox", { name: "Search tickets" });
    await expect(search).toBeFocused();
    await expect(page.getByRole("dialog", { name: "Commands" })).toHaveCount(0);
    await page.keyboard.press("End");
    await page.keyboard.type("eip");
    await page.keyboard.press("Control+z");
    await expect(property("Status")).toHaveText("Resolved");
    // The changes of a ticket reach the server one after the other.
    await property("Priority").press("Enter");
    await page.getByRole("menuitemradio", { name: "High" }).press("Enter");
    const stored = () => storedTicket(desk.db, second.id);
    await expect.poll(async () => (await stored()).priority).toBe("high");
    expect((await stored()).status).toBe("resolved");
  });
});

test("an agent triages 40 tickets by keyboard with auto-advance", async ({
  page,
  desk,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const agent = await signedIn("Agent", { firstName: "Maya" });
  const { ticket: first, requester } = await makeTicket(desk, { tags: ["backlog"] });
  const begun = first.created_at.getTime();
  const others = await insertEachTicket(
    desk.db,
    Array.from({ length: 39 }, (_, at) => ({
      requester_id: requester.id,
      subject: `Backlog ${at + 2}`,
      status: "open" as const,
      tags: ["backlog"],
      created_at: new Date(begun + (at + 1) * 60_000),
    })),
  );
  const tickets = [first, ...others];

  await test.step("one preference in the profile decides what comes next", async () => {
    await page.goto("/profile");
    const choices = page.getByRole("group", { name: "After a ticket leaves this list" });
    await expect(choices.getByRole("radio", { name: "Stay" })).toBeChecked();
    await choices.getByRole("radio", { name: "Stay" }).focus();
    const saved = page.waitForResponse(/account\.updateProfile/);
    await page.keyboard.press("ArrowRight");
    await expect(choices.getByRole("radio", { name: "Next ticket" })).toBeChecked();
    await saved;
  });

  await page.goto("/ticket/log?view=unassigned&q=tag:backlog&sort=created&dir=asc");
  await seeRows(page, "Tickets: Unassigned");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const handle: ((number: number) => Promise<unknown>)[] = [
    () => page.keyboard.press("e"),
    () => page.keyboard.press("i"),
    () => page.keyboard.press("Shift+E"),
    async () => {
      await page.keyboard.press("z");
      await expect(page.getByRole("button", { name: /^Tomorrow morning/ })).toBeVisible();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    },
    async (number) => {
      await page.keyboard.press("r");
      await page.keyboard.type(`Done with ${number}`);
      await page.keyboard.press("Control+Shift+Enter");
    },
  ];
  for (const [at, { number }] of tickets.entries()) {
    const { conversation } = ticketOf(page, { number });
    await expect(page).toHaveURL(new RegExp(`/ticket/${number}\\?`));
    await expect(conversation).toBeVisible();
    await handle[at % handle.length]?.(number);
  }

  const ids = tickets.map(({ id }) => id);
  const stored = () => desk.db.selectFrom("tickets").selectAll().where("id", "in", ids).execute();
  await expect
    .poll(async () => (await stored()).filter(({ status }) => status === "resolved"))
    .toHaveLength(24);
  await expect
    .poll(async () => (await stored()).filter(({ assignee_id }) => assignee_id === agent.id))
    .toHaveLength(32);
  expect((await stored()).filter(({ snoozed_until }) => snoozed_until)).toHaveLength(8);
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/ticket\/log\?view=unassigned/);
  await expect(page.getByText("No tickets match")).toBeVisible();
});

test("the sheet of shortcuts lists those that continue to the next ticket", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.goto("/ticket/log");
  await seeRows(page, "Tickets: All open");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("region", { name: "Ticket", exact: true })).toContainText(
    "Resolve and go to the next ticketShift E",
  );
  await expect(sheet.getByRole("region", { name: "While writing" })).toContainText(
    "Send and resolveCtrl Shift Enter",
  );
});
