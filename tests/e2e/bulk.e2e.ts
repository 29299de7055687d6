import type { Page, Route } from "@playwright/test";
import { insertTeam, insertTicket, insertUser } from "../support/builders.ts";
import { expect, test } from "./browser/fixtures.ts";
import { holdNotices } from "./browser/hold-notices.ts";
import { resize } from "./screens/screen.ts";
import { above, expectAccessible, type Part } from "./screens/sound.ts";
import { chooseMore, failCalls, holdBack, leadTo } from "./steps/anywhere.ts";
import { expectStatuses, fieldsOf, makeMany, openMany, partsOf } from "./steps/bulk.ts";
import { changeAs, colleague, sendTicketEvent, ticketOf } from "./steps/ticket.ts";

const open = { status: "open" } as const;

test.beforeEach(() => test.setTimeout(120_000));

test("a bulk change can be undone even if the computer's clock is fast", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 60 * 60_000;
  });
  const { tickets, address } = await makeMany(desk, "Fastnet", [open, open]);
  const { notice } = await openMany(page, address);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("e");
  await expect(notice("Resolved 2 tickets")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expectStatuses(desk, tickets, ["open", "open"]);
});

test("rows are selected, changed and undone by keyboard alone", async ({
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent", { firstName: "Maya" });
  const { tickets, address } = await makeMany(desk, "Bulwark", [open, open, open, open, open]);
  const { bar, rows, selected, notice } = await openMany(page, address);
  await test.step("without a selection a shortcut acts on the row at the cursor", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("End");
    await page.keyboard.press("e");
    await expect(rows.nth(4)).toContainText("Resolved");
    await expect(notice(`Resolved #${tickets[4]?.number}`)).toBeVisible();
    await expectStatuses(desk, tickets, ["open", "open", "open", "open", "resolved"]);
    await page.keyboard.press("t");
    await expect(page.getByRole("combobox", { name: "Find or create a tag" })).toBeFocused();
    await page.keyboard.type("capstan-tag");
    await expect(page.getByRole("option", { name: "Create “capstan-tag”" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(notice(`Tagged #${tickets[4]?.number} with capstan-tag`)).toBeVisible();
    // The picker offers to remove it again.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "capstan-tag" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rows.nth(4).locator("a")).toBeFocused();
    await expect(rows.nth(4)).toContainText("capstan-tag");
    await page.keyboard.press("Control+z");
    await expect(notice(`Undone in #${tickets[4]?.number}`)).toBeVisible();
    await expect(rows.nth(4)).not.toContainText("capstan-tag");
  });

  await test.step("a span grows and shrinks with the cursor", async () => {
    await page.keyboard.press("Home");
    await page.keyboard.press("x");
    await expect(rows.nth(0)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Shift+J");
    await expect(selected).toHaveCount(3);
    await page.keyboard.press("Shift+K");
    await expect(selected).toHaveCount(2);
    await page.keyboard.press("Shift+J");
    await expect(bar).toContainText("3 selected of 5");
    await expect(page.getByRole("status").filter({ hasText: "3 selected" })).toBeAttached();
  });

  await test.step("shortcuts change priority, assignee and status, and Control+z undoes it", async () => {
    await page.keyboard.press("p");
    await expect(page.getByRole("menuitemradio", { name: "Normal" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { name: "High" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(rows.nth(2)).toContainText("High");
    await expect(notice("Set 3 tickets to High priority")).toBeVisible();
    await expect(rows.nth(2).locator("a")).toBeFocused();

    await page.keyboard.press("i");
    await expect(rows.nth(1)).toContainText("Maya Agent");
    await expect(notice("Assigned 3 tickets to you")).toBeVisible();
    await page.keyboard.press("s");
    await expect(page.getByRole("menuitem", { name: "Open", exact: true })).toBeFocused();
    await page.keyboard.press("2");
    await expect(rows.nth(0)).toContainText("On hold");
    await expectStatuses(desk, tickets, ["on-hold", "on-hold", "on-hold", "open", "resolved"]);
    await expect(notice("Set 3 tickets to On hold")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expectStatuses(desk, tickets, ["open", "open", "open", "open", "resolved"]);
    await expect(rows.nth(0)).toContainText("Open");
  });

  await page.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  const fields = await fieldsOf(desk, tickets);
  expect(fields.map(({ priority }) => priority)).toEqual([
    "high",
    "high",
    "high",
    "normal",
    "normal",
  ]);
  // The last one has the agent who resolved it.
  expect(fields.map(({ assignee_id }) => assignee_id === agent.id)).toEqual([
    ...[true, true, true, false, true],
  ]);

  await test.step("undoing a change moves the cursor back to the row that had left the list", async () => {
    await leadTo(page, address.replace("view=all", "view=all-open"));
    await expect(rows).toHaveCount(4);
    const link = (at: number) => rows.filter({ hasText: tickets[at]?.subject ?? "" }).locator("a");
    for (const key of ["j", "Home", "j"]) await page.keyboard.press(key);
    await expect(link(1)).toBeFocused();
    await page.keyboard.press("e");
    await expect(rows).toHaveCount(3);
    await page.keyboard.press("End");
    await expect(link(3)).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(rows).toHaveCount(4);
    await expect(link(1)).toBeFocused();
  });
});

test("the selection gets the shortcuts and the palette, even next to an open ticket, and ends with another search", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const { tickets, address } = await makeMany(desk, "Parrel", [open, open, open]);
  const { rows, selected, bar, notice } = await openMany(page, address);
  const palette = page.getByRole("dialog", { name: "Commands" });
  const [first, second] = tickets.map(({ number }) => `#${number}`);
  await test.step("the palette says what it acts on", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Control+k");
    await expect(palette.getByText(`${first}`, { exact: true })).toBeVisible();
    const bare = palette.getByRole("option").filter({ hasNot: page.locator("svg") });
    await expect(palette.getByRole("option", { name: "Mark as spam" })).toBeVisible();
    await expect(bare).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Control+k");
    await expect(palette.getByText("2 selected tickets")).toBeVisible();
    // The actions of the bar below the list, including merge.
    await page.keyboard.type("merge");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: /Merge/ });
    await expect(question).toContainText(`${second}`);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
  });

  await test.step("messages go to the open ticket, changes to the selection", async () => {
    await rows.nth(1).locator("a").first().click();
    await expect(page.getByRole("textbox", { name: "Reply" })).toBeVisible();
    await expect(selected).toHaveCount(2);
    await page.keyboard.press("Control+k");
    const acts = (heading: string) => palette.getByRole("group", { name: heading });
    await expect(acts(`${second}`).getByRole("option").first()).toContainText("Reply");
    await expect(acts("2 selected tickets").getByRole("option").first()).toContainText("Assign to");
    // Actions without a key are found by name.
    await page.keyboard.type("set ty");
    await expect(palette.getByRole("option")).toHaveText([
      "Set type",
      "Set type",
      "type:question, incident, problem or task",
    ]);
    await acts("2 selected tickets").getByRole("option").click();
    await page.getByRole("menuitemradio", { name: "Incident" }).click();
    await expect(notice("Set the type of 2 tickets to Incident")).toBeVisible();
  });

  await test.step("so do shortcuts, and a selection survives updates, and ends with another search", async () => {
    await rows.nth(1).getByRole("checkbox").uncheck();
    await expect(bar).toContainText("1 selected");
    await expect(page).toHaveURL(new RegExp(`/ticket/${tickets[1]?.number}\\?`));
    await expect(page.getByRole("button", { name: /^Priority: / })).toBeVisible();
    await page.keyboard.press("e");
    await expectStatuses(desk, tickets, ["resolved", "open", "open"]);
    await expect(selected).toHaveCount(1);
    await page.keyboard.press("/");
    await page.keyboard.press("End");
    await page.keyboard.type(" part");
    await expect(page).toHaveURL(/part/);
    await expect(bar).toHaveCount(0);
  });

  await test.step("a late answer to select all does not select in another list", async () => {
    await leadTo(page, address);
    await expect(rows).toHaveCount(3);
    await rows.nth(0).hover();
    await rows.nth(0).getByRole("checkbox").check();
    const answer = await holdBack(page, /tickets\.ids\b/);
    await bar.getByRole("button", { name: "select all 3 that match" }).click();
    await leadTo(page, address.replace("view=all", "view=all-open"));
    await expect(bar).toHaveCount(0);
    await expect(page.locator("[aria-busy=true] [data-row]")).toHaveCount(0);
    const came = page.waitForResponse(/tickets\.ids\b/);
    answer();
    await (await came).finished();
    await rows.nth(1).hover();
    await rows.nth(1).getByRole("checkbox").check();
    await expect(bar).toContainText("1 selected");
    await expect(selected).toHaveCount(1);
  });

  await test.step("a selection ends with the rows it was made in", async () => {
    await leadTo(page, address);
    await expect(rows).toHaveCount(3);
    await expect(bar).toHaveCount(0);
    const answer = await holdBack(page, /tickets\.list\b/);
    await leadTo(page, address.replace("&sort", "%20status%3Aresolved&sort"));
    await expect(page.locator("[aria-busy=true] [data-row]")).toHaveCount(3);
    await rows.nth(2).hover();
    await rows.nth(2).getByRole("checkbox").check();
    await expect(bar).toContainText("1 selected");
    answer();
    await expect(rows).toHaveCount(1);
    await expect(bar).toHaveCount(0);
  });
});

test("a change shows before the server answers, and is reverted if it fails", async ({
  page,
  desk,
  signedIn,
  watch,
}) => {
  await signedIn("Agent");
  const { tickets, address } = await makeMany(desk, "Davit", [open, open]);
  const { rows, selected, act, notice } = await openMany(page, address);
  await page.keyboard.press("j");
  await page.keyboard.press("Control+a");
  await expect(selected).toHaveCount(2);
  await failCalls(page, /tickets\.bulk/);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const cell = document.querySelector("[data-row]");
    new MutationObserver(() => seen.push(cell?.textContent ?? "")).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
    });
  });
  await page.keyboard.press("e");
  await expect(notice("Couldn't change 2 tickets")).toBeVisible();
  await expect(rows.nth(0)).toContainText("Open");
  expect(await page.evaluate(() => Reflect.get(window, "seen").join())).toContain("Resolved");
  await expect(selected).toHaveCount(2);
  await page.unroute(/tickets\.bulk/);
  await notice("Couldn't change 2 tickets").getByRole("button", { name: "Retry" }).click();
  await expectStatuses(desk, tickets, ["resolved", "resolved"]);
  await expect(rows.nth(0)).toContainText("Resolved");
  expect(watch.take().join()).toContain("status of 500");

  await test.step("spam leaves the list immediately, and returns with undo", async () => {
    await page.keyboard.press("Escape");
    await expect(selected).toHaveCount(0);
    await rows.nth(0).getByRole("checkbox").check();
    await holdNotices(page);
    await act("More").click();
    await page.getByRole("menuitem", { name: "Mark as spam" }).click();
    await expect(rows).toHaveCount(1);
    const told = notice(`Marked #${tickets[0]?.number} as spam`);
    await told.getByRole("button", { name: /^Undo/ }).click();
    await expect(rows).toHaveCount(2);
    // The list shows it again before the server answers.
    await expect
      .poll(async () => (await fieldsOf(desk, tickets)).map(({ spam_at }) => spam_at))
      .toEqual([null, null]);
  });

  await test.step("spam can only be unmarked", async () => {
    const spam_at = new Date();
    const ids = tickets.map(({ id }) => id);
    await desk.db.updateTable("tickets").set({ spam_at }).where("id", "in", ids).execute();
    await leadTo(page, address.replace("&sort", "%20is%3Aspam&sort"));
    await expect(
      page.getByRole("list", { name: "Active filters" }).getByText("Is: spam"),
    ).toBeVisible();
    await expect(page.locator("[aria-busy=true] [data-row]")).toHaveCount(0);
    await expect(rows).toHaveCount(2);
    for (const key of ["j", "Home", "x", "e"]) await page.keyboard.press(key);
    await page.keyboard.press("t");
    const { bar } = partsOf(page);
    await expect(bar.getByRole("button")).toHaveText([
      /select all/,
      "Mark as unread",
      "Not spam",
      "",
    ]);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Commands" });
    const about = palette.getByRole("group", { name: "1 selected ticket" });
    await expect(about.getByRole("option")).toHaveText(["Mark as unread", "Not spam"]);
    await page.keyboard.press("Escape");
    await act("Not spam").click();
    await expect(rows).toHaveCount(1);
    const told = notice(`Removed #${tickets[0]?.number} from spam`);
    await told.getByRole("button", { name: /^Undo/ }).click();
    await expect(rows).toHaveCount(2);
    await expect
      .poll(async () => (await fieldsOf(desk, tickets)).map(({ spam_at }) => spam_at))
      .toEqual([spam_at, spam_at]);
  });
});

test("by mouse: a span, tags, and each skipped ticket is named", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const { tickets, address } = await makeMany(desk, "Ferrule", [open, { status: "closed" }, open]);
  await insertTeam(desk.db, { name: "Ferrule fitters" });
  const { bar, rows, selected, act, notice } = await openMany(page, address);
  const check = (at: number) => rows.nth(at).getByRole("checkbox");
  await rows.nth(0).hover();
  await check(0).click();
  await rows.nth(2).click({ modifiers: ["Shift"], position: { x: 200, y: 10 } });
  await expect(selected).toHaveCount(3);
  await expect(page).toHaveURL(address);
  await act("Tags").click();
  await page.getByRole("combobox", { name: "Find or create a tag" }).fill("ferrule-tag");
  await page.getByRole("option", { name: "Create “ferrule-tag”" }).click();
  await expect(notice("Tagged 3 tickets with ferrule-tag")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("option", { name: "ferrule-tag" }).click();
  await expect(notice("Removed tag ferrule-tag from 3 tickets")).toBeVisible();
  await page.keyboard.press("Escape");

  await act("More").click();
  await page.getByRole("menuitem", { name: "Set team" }).click();
  await page.getByRole("combobox", { name: "Find a team" }).fill("ferrule");
  await page.getByRole("option", { name: "Ferrule fitters" }).click();
  await expect(notice("Moved 3 tickets to team Ferrule fitters")).toBeVisible();
  await expect(act("More")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(notice("Undone in 3 tickets")).toBeVisible();

  await act("Status").click();
  await page.getByRole("menuitem", { name: /^Pending/ }).click();
  const told = notice("Set 2 of 3 tickets to Pending");
  await expect(told).toContainText(`#${tickets[1]?.number} Ferrule part 2`);
  await expect(told).toContainText("A ticket can't change from Closed to Pending.");
  await told.getByRole("button", { name: "Show result" }).click();
  const result = page.getByRole("dialog", { name: "Setting 3 tickets to Pending" });
  await expect(result).toContainText("2 updated, 1 skipped.");
  await result.getByRole("button", { name: /^Undo the/ }).click();
  await expectStatuses(desk, tickets, ["open", "closed", "open"]);

  await test.step("a change undone by key is no longer reported as done", async () => {
    await act("Status").click();
    await page.getByRole("menuitem", { name: /^Pending/ }).click();
    await expect(told).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(told).toHaveCount(0);
    await expectStatuses(desk, tickets, ["open", "closed", "open"]);
  });

  await test.step("for closed tickets only sorting fields are offered, with the reason", async () => {
    const why = "Closed tickets can't be reopened. Open a follow-up ticket instead.";
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await expect(selected).toHaveCount(0);
    await check(1).click();
    await act("Assign").focus();
    await page.keyboard.press("Tab");
    await expect(act("Status")).toBeFocused();
    await expect(act("Status")).toHaveAccessibleDescription(why);
    await expect(act("Status")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Enter");
    await notice(why).getByRole("button", { name: "Dismiss" }).click();
    await expect(notice(why)).toHaveCount(0);
    for (const word of ["Assign", "Priority", "Snooze"]) {
      await expect(act(word)).toHaveAttribute("aria-disabled", "true");
      await act(word).click({ force: true });
      await expect(notice(why)).toBeVisible();
      await notice(why).getByRole("button", { name: "Dismiss" }).click();
      await expect(notice(why)).toHaveCount(0);
    }
    await expect(act("Tags")).not.toHaveAttribute("aria-disabled");
    await check(1).click();
    await expect(selected).toHaveCount(0);
    for (const key of ["s", "a", "p", "z", "i", "e"]) {
      await rows.nth(1).getByRole("link").first().focus();
      await page.keyboard.press(key);
      await expect(notice(why)).toBeVisible();
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await notice(why).getByRole("button", { name: "Dismiss" }).click();
      await expect(notice(why)).toHaveCount(0);
    }
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await expect(selected).toHaveCount(3);
  });

  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await expect(selected).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  await expect(selected).toHaveCount(3);
  await bar.getByRole("button", { name: "Clear the selection" }).click();
  await expect(selected).toHaveCount(0);
});

test("the bar covers no row selected by keyboard; all matches are changed by a job with named refusals, and undone", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const wishes = Array.from({ length: 204 }, (_, at) =>
    at === 7 || at === 8 ? ({ status: "closed" } as const) : open,
  );
  const { tickets, address } = await makeMany(desk, "Gantry", wishes);
  const { bar, rows, selected, act, notice } = await openMany(page, address);
  await test.step("the row is above the bar", async () => {
    await resize(page, { width: 1280, height: 480 });
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    for (let at = 1; at < 12; at++) await page.keyboard.press("Shift+J");
    await expect(bar).toContainText("12 selected of");
    const last = rows.filter({ has: page.locator("a:focus") });
    await expect(last).toContainText("Gantry part 12");
    const isFree = async () => {
      const [row, over] = await Promise.all([last.boundingBox(), bar.boundingBox()]);
      return row !== null && over !== null && row.y + row.height <= over.y;
    };
    await expect.poll(isFree).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Home");
    await resize(page, { width: 1440, height: 900 });
  });

  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    /^204 of \d+ tickets$/,
  );
  await rows.nth(0).hover();
  await rows.nth(0).getByRole("checkbox").click();
  await bar.getByRole("button", { name: "select all 204 that match" }).click();
  await expect(bar).toContainText("204 selected");
  await test.step("not all statuses are known, but New is never offered", async () => {
    await act("Status").click();
    const menu = page.getByRole("menu", { name: "Status" });
    await expect(menu.getByRole("menuitem").first()).toHaveText(/^Open/);
    await page.keyboard.press("Escape");
  });
  await rows.nth(5).hover();
  await page.mouse.wheel(0, 2000);
  await expect(rows.filter({ hasText: "Gantry part 60" })).toHaveAttribute("aria-selected", "true");

  const begin = await holdBack(page, /tickets\.bulk\b/);
  await act("Priority").click();
  await page.getByRole("menuitemradio", { name: "Urgent" }).click();
  const told = notice("Setting 204 tickets to Urgent priority");
  await test.step("a selection made before a job starts is kept", async () => {
    const { address: elsewhere } = await makeMany(desk, "Grommet", [open]);
    await leadTo(page, elsewhere);
    await expect(rows).toHaveCount(1);
    await page.keyboard.press("Control+a");
    await expect(bar).toContainText("1 selected");
    begin();
    await expect(told).toBeVisible();
    await expect(bar).toContainText("1 selected");
    await leadTo(page, address);
    await expect(rows.first()).toContainText("Gantry");
    await expect(selected).toHaveCount(0);
  });
  await expect(told).toContainText("202 of 204 done, 2 skipped", { timeout: 30_000 });
  const priorities = async () => {
    const fields = await fieldsOf(desk, tickets);
    return fields.filter(({ priority }) => priority === "urgent").length;
  };
  expect(await priorities()).toBe(202);
  await told.getByRole("button", { name: "Show result" }).click();
  const result = page.getByRole("dialog", { name: "Setting 204 tickets to Urgent priority" });
  const refused = result.getByRole("list", { name: "Skipped" });
  await expect(refused.locator(":scope > li")).toHaveText([
    [
      "This ticket is closed. Its conversation has ended.",
      `#${tickets[7]?.number} Gantry part 8`,
      `#${tickets[8]?.number} Gantry part 9`,
    ].join(""),
  ]);
  await result.getByRole("button", { name: /^Undo the/ }).click();
  await expect.poll(priorities, { timeout: 30_000 }).toBe(0);
  await expect(notice("Undoing the change to 202 tickets")).toBeVisible();
});

test("tickets are merged after showing who gains access, and those that cannot be merged can be linked", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const { tickets, company, address } = await makeMany(desk, "Halyard", [
    { ...open, subject: "Halyard of many strands ".repeat(9) },
    open,
  ]);
  const other = await makeMany(desk, "Kentledge", [open]);
  const ben = await insertUser(desk.db, {
    ...{ first_name: "Ben", last_name: "Keller", companies: [company.id] },
  });
  const bens = await insertTicket(desk.db, {
    ...{ requester_id: ben.id, company_id: company.id, subject: "Halyard of Ben", ...open },
  });
  const all = [...tickets, bens];
  const { selected, rows, act, notice } = await openMany(page, address);
  const dialog = page.getByRole("dialog", { name: /^Merge/ });
  const merge = dialog.getByRole("button", { name: /^Merge .* into #/ });
  const pressTooEarly = async () => {
    const letCome = await holdBack(page, /previewMerge/);
    await act("Merge").click();
    await merge.press("Enter");
    await expect(merge).toHaveAttribute("aria-busy", "true");
    letCome();
  };
  const [first, kept] = tickets.map(({ number }) => number);
  await test.step("one ticket finds another and links it", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await act("Merge").click();
    await expect(dialog).toContainText(`Merge #${first}`);
    await dialog.getByRole("combobox").fill("Kentledge part");
    await dialog.getByRole("option", { name: /Kentledge part 1/ }).click();
    await expect(dialog).toContainText("The two tickets belong to different companies.");
    await expect(dialog.getByRole("button", { name: /^Merge #/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await dialog.getByRole("button", { name: "Link as duplicate" }).click();
    await expect(notice(`as a duplicate of #${first}`)).toBeVisible();
    const links = await desk.db
      .selectFrom("ticket_links")
      .select("kind")
      .where("ticket_id", "=", String(other.tickets[0]?.id))
      .execute();
    expect(links).toEqual([{ kind: "duplicate-of" }]);
  });

  await test.step("a merge confirmed before its preview has loaded waits, and asks if needed", async () => {
    await page.keyboard.press("Control+a");
    await expect(selected).toHaveCount(3);
    await pressTooEarly();
    await expect(dialog).toContainText(
      "Ana Ferreira will see Ben Keller’s conversation, and Ben Keller will see Ana Ferreira’s.",
    );
    await expect(merge).not.toHaveAttribute("aria-busy");
    await expect(merge).toBeFocused();
    await expectStatuses(desk, all, ["open", "open", "open"]);
    // Requested again, the preview is reloaded, since access may have changed.
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await pressTooEarly();
    await expect(dialog).toContainText("will see Ben Keller’s conversation");
    await expect(merge).not.toHaveAttribute("aria-busy");
    await expectStatuses(desk, all, ["open", "open", "open"]);
  });

  await test.step("it merges into the chosen ticket, and is undone", async () => {
    await expect(dialog.getByRole("radio").first()).toBeChecked();
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await dialog.getByRole("radio").nth(1).check();
    // The preview is reloaded for this choice; confirmed before that, it would ask first.
    await expect(dialog).toContainText("will see Ben Keller’s conversation");
    await dialog.getByRole("button", { name: `Merge 2 tickets into #${kept}` }).click();
    await expect(notice(`Merged 2 tickets into #${kept}`)).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(selected).toHaveCount(1);
    await expectStatuses(desk, all, ["closed", "open", "closed"]);
    await page.keyboard.press("Control+z");
    await expectStatuses(desk, all, ["open", "open", "open"]);
    await expect(rows).toHaveCount(3);
  });

  await test.step("tickets of one person need no question", async () => {
    await page.keyboard.press("Control+a");
    await rows.last().getByRole("checkbox").uncheck();
    await expect(selected).toHaveCount(2);
    await pressTooEarly();
    await expect(notice(`into #${first}`)).toBeVisible();
    await expectStatuses(desk, all, ["open", "closed", "open"]);
  });

  await test.step("a question disappears when the person navigates away", async () => {
    await leadTo(page, other.address);
    await expect(rows).toHaveCount(1);
    await page.keyboard.press("Control+a");
    await act("Merge").click();
    await expect(dialog).toBeVisible();
    await leadTo(page, "/dashboard/log");
    await expect(page).toHaveTitle(/Dashboard/);
    await expect(dialog).toHaveCount(0);
    await leadTo(page, other.address);
    await expect(rows).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
  });
});

test("a ticket marked as unread, alone or in bulk, stays so until it is opened again", async ({
  page,
  desk,
  person,
  signedIn,
}) => {
  await signedIn("Agent");
  const { tickets, address } = await makeMany(desk, "Keycard", [open, open]);
  const [first, second] = tickets.map(({ number }) => number);
  const { rows, act, notice } = await openMany(page, address);
  const unread = rows.filter({ has: page.getByText("Unread:") });
  await expect(unread).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await holdNotices(page);
  await act("More").click();
  await page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await expect(unread).toHaveCount(2);
  await notice("Marked 2 tickets as unread").getByRole("button", { name: "Undo" }).click();
  await expect(unread).toHaveCount(0);
  await expect(notice("Marked 2 tickets as read")).toBeVisible();
  await page.keyboard.press("Escape");

  await rows.first().getByRole("link").click();
  const { region } = ticketOf(page, { number: first ?? 0 });
  await chooseMore(region, "Mark as unread");
  await expect(notice(`Marked #${first} as unread`)).toBeVisible();
  await expect(unread).toHaveCount(1);
  await holdList(page);
  await page.reload();
  // Opened again, it is read, even if an older list answer arrives later.
  await expect(region).toBeVisible();
  await sendTicketEvent(desk, { id: tickets[1]?.id ?? "", number: second ?? 0 }, []);
  await expect(rows).toHaveCount(2);
  await expect(unread).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Commands" }).fill("mark as unread");
  await page.getByRole("option", { name: "Mark as unread" }).click();
  await expect(unread).toHaveCount(1);
  await rows.nth(1).getByRole("link").click();
  await expect(ticketOf(page, { number: second ?? 0 }).region).toBeVisible();
  await expect(unread).toHaveCount(1);
  await rows.first().getByRole("link").click();
  await expect(unread).toHaveCount(0);

  await test.step("even if the server learns late that it was read", async () => {
    const answer = await holdBack(page, /tickets\.markRead/);
    await rows.nth(1).getByRole("link").click();
    const adjacent = ticketOf(page, { number: second ?? 0 }).region;
    await chooseMore(adjacent, "Mark as unread");
    await expect(unread).toHaveCount(1);
    // The list answer in flight does not know of it.
    const maya = await colleague(desk, (await person("Agent")).email);
    const another = { subject: "Keycard by another name" };
    await changeAs(maya, desk, { id: tickets[1]?.id ?? "" }, another);
    await expect(rows.filter({ hasText: "Keycard by another name" })).toBeVisible();
    await expect(unread).toHaveCount(1);
    answer();
    await expect(notice(`Marked #${second} as unread`)).toBeVisible();
    await rows.first().getByRole("link").click();
    await expect(region).toBeVisible();
    await leadTo(page, address);
    await expect(rows).toHaveCount(2);
    await expect(unread).toHaveCount(1);
  });
});

/** The next list is read before a ticket is marked as read, and its answer arrives after that. */
async function holdList(page: Page): Promise<void> {
  const isRead = Promise.withResolvers<void>();
  const isMarked = page.waitForResponse(/tickets\.markRead/);
  const listAlone = /trpc\/(?!.*tickets\.get).*tickets\.list/;
  const hold = async (route: Route) => {
    const response = await route.fetch();
    isRead.resolve();
    await isMarked;
    await route.fulfill({ response });
  };
  await page.route(listAlone, hold, { times: 1 });
  await page.route(/tickets\.markRead/, async (route) => {
    await isRead.promise;
    await route.continue();
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a long press selects, and further taps too", async ({ page, desk, signedIn }) => {
    await signedIn("Agent");
    const { tickets, address } = await makeMany(desk, "Netting", [open, open, open]);
    await page.goto(address);
    const { bar, rows, selected, act } = partsOf(page);
    await expect(rows).toHaveCount(3);
    const box = await rows.nth(0).boundingBox();
    const finger = await page.context().newCDPSession(page);
    const at = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 30 };
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await expect(selected).toHaveCount(1);
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await rows.nth(2).tap();
    await expect(selected).toHaveCount(2);
    await expect(page).toHaveURL(address);
    await expect(bar).toContainText("2 selected of 3");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await act("Assign").tap();
    await page.getByRole("option").first().tap();
    await expect
      .poll(async () => (await fieldsOf(desk, tickets)).map((row) => row.assignee_id !== null))
      .toEqual([true, false, true]);
    await bar.getByRole("button", { name: "Clear the selection" }).tap();
    await rows.nth(1).tap();
    await expect(page).toHaveURL(new RegExp(`/ticket/${tickets[1]?.number}`));
  });
});

test("axe finds nothing in the bar, its pickers and the merge, wide and narrow, light and dark", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const { address } = await makeMany(desk, "Outrigger", [open, open]);
  const { bar, act } = await openMany(page, address);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+J");
  for (const width of [1440, 390]) {
    await resize(page, { width, height: 844 });
    await expect(bar).toContainText("2 selected");
    const inBoth = (what: string, part: Part) =>
      expectAccessible(page, `${what}, ${width} px`, part);
    // The top bar is checked on every page.
    await inBoth("the bar", { exclude: ["header"] });
    await act("Tags").click();
    await expect(page.getByRole("combobox", { name: "Find or create a tag" })).toBeFocused();
    await inBoth("the tags", above);
    await page.keyboard.press("Escape");
    await act("Merge").click();
    await expect(page.getByRole("dialog").getByRole("radio").first()).toBeVisible();
    await inBoth("the merge", above);
    await page.keyboard.press("Escape");
    const over = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(over).toBe(width);
  }
});
