import { searchable } from "../support/searchable.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { goTo } from "./screens/screen.ts";
import { above, expectAccessible, type Part } from "./screens/sound.ts";
import { failCalls, holdBack, keptOnEscape, leadTo, seeRows, shellOf } from "./steps/anywhere.ts";
import { makeTicket } from "./steps/ticket.ts";

test.setTimeout(90_000);

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search tickets" });
const offered = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const rowsOf = (page: Page) => page.getByRole("main").locator("[data-row]");
const queryOf = (page: Page) => new URL(page.url()).searchParams.get("q");

/** The search box and its suggestions; the list below is tested elsewhere. */
const boxPart: Part = { include: ["[role=combobox]", "[role=listbox]"] };

async function expectSettledAccessible(page: Page): Promise<void> {
  // Rows that wait for the next answer are dimmed.
  await settled(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page);
}

/** Rows without a visible match. */
function withoutMarkInSight(page: Page): Promise<string[]> {
  return rowsOf(page).evaluateAll((rows) =>
    rows
      .filter((row) => row.querySelector("mark"))
      .filter((row) => {
        const marks = [...row.querySelectorAll("mark")].map((mark) => mark.getBoundingClientRect());
        const cell = row.querySelector("mark")?.closest("td")?.getBoundingClientRect();
        return !marks.some((mark) => mark.right <= (cell?.right ?? 0));
      })
      .map((row) => row.textContent ?? ""),
  );
}

async function openAll(page: Page): Promise<void> {
  await goTo(page, "/ticket/log?view=all");
  await expect(boxOf(page)).toHaveValue("");
  await seeRows(page, "Tickets: All");
}

async function search(page: Page, words: string): Promise<void> {
  await boxOf(page).fill(words);
  await boxOf(page).press("Enter");
}

const linksOf = (page: Page) => page.locator("[data-row-link]").allInnerTexts();

const inPalette = (page: Page, heading: string) =>
  page
    .getByRole("dialog", { name: "Commands" })
    .getByRole("group", { name: heading })
    .getByRole("option");

test("the search box: errors, completion by keyboard, and successive searches", async ({
  page,
  signedIn,
  desk,
}) => {
  test.slow();
  await searchable(desk.db);
  await signedIn("Super Admin");
  await test.step("an empty desk says so", async () => {
    await page.goto("/ticket/log?view=all&q=asignee:me");
    await expect(page.getByRole("heading", { name: "We couldn't run this search" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("“asignee:” isn't a filter.");
  });

  await test.step("matches are highlighted in the subject and in the excerpt", async () => {
    await search(page, "printer");
    await seeRows(page, "Tickets: All");
    await expect(rowsOf(page).first().locator("mark").first()).toHaveText(/^printers?$/i);
    expect(await withoutMarkInSight(page)).toEqual([]);
    await expect(page.getByRole("button", { name: "Sort: Relevance" })).toBeVisible();
  });

  await test.step("an error is underlined in the box", async () => {
    const before = await rowsOf(page).first().textContent();
    await page.keyboard.press("End");
    await page.keyboard.type(" asignee:me");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("“asignee:” isn't a filter.");
    await expect(page.locator('[data-mark="problem"]')).toHaveText("asignee:me");
    await expect(boxOf(page)).toHaveAttribute("aria-invalid", "true");
    await expect.poll(() => queryOf(page)).toBe("printer asignee:me");
    expect(await rowsOf(page).first().textContent()).toBe(before);
  });

  await test.step("an empty list names the search, not the invalid part, and a click fixes it", async () => {
    await search(page, "zzzznothing");
    const nothing = page.getByText(/^No tickets match “zzzznothing/);
    await expect(nothing).toContainText("zzzznothing");
    await search(page, "zzzznothing asignee:me");
    await expect(page.getByText("Still showing your previous results.")).toBeVisible();
    await expect(nothing).toContainText("zzzznothing");
    await expect(nothing).not.toContainText("asignee:me");
    await expectSettledAccessible(page);
    await page.getByRole("button", { name: "Search for assignee:me" }).click();
    await expect(boxOf(page)).toHaveValue("zzzznothing assignee:me");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await openAll(page);
  await test.step("a completion is accepted by key", async () => {
    await page.keyboard.press("/");
    await expect(boxOf(page)).toBeFocused();
    await expect(offered(page)).toBeVisible();
    await page.keyboard.type("stat");
    await expect(offered(page).getByRole("option").first()).toHaveText(/^status:/);
    await page.keyboard.press("Tab");
    await expect(boxOf(page)).toHaveValue("status:");
    await page.keyboard.type("pen");
    await page.keyboard.press("ArrowDown");
    const chosen = offered(page).getByRole("option", { selected: true });
    await expect(chosen).toHaveText("pending");
    const id = (await chosen.getAttribute("id")) ?? "";
    await expect(boxOf(page)).toHaveAttribute("aria-activedescendant", id);
    await page.keyboard.press("Enter");
    await expect(boxOf(page)).toHaveValue("status:pending ");
    await page.keyboard.type("company:klin");
    await expect(offered(page).getByRole("option", { name: /Nordlicht Klinik/ })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(boxOf(page)).toHaveValue('status:pending company:"Nordlicht Klinik" ');
  });

  await test.step("Enter searches, and again leads to the first result", async () => {
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/company/);
    const filters = page.getByRole("list", { name: "Active filters" });
    await expect(filters).toHaveCount(0);
    await seeRows(page, "Tickets: All");
    for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain("Pending");
    await page.keyboard.press("Enter");
    await expect(rowsOf(page).first().locator("a")).toBeFocused();
    // The box shows the query once: as chips, and as text while it has the focus.
    await expect(filters.getByRole("listitem")).toHaveText([
      "Status: Pending",
      "Company: Nordlicht Klinik",
    ]);
  });

  await test.step("Escape closes the suggestions, then empties the box, then leaves it", async () => {
    await page.keyboard.press("/");
    await page.keyboard.press("End");
    await page.keyboard.type(" prio");
    await expect(offered(page)).toBeVisible();
    await expectAccessible(page, "what is offered", boxPart);
    await page.keyboard.press("Escape");
    await expect(offered(page)).toBeHidden();
    await expect(boxOf(page)).toHaveValue('status:pending company:"Nordlicht Klinik" prio');
    await page.keyboard.press("Escape");
    await expect(boxOf(page)).toHaveValue("");
    await expect(page).toHaveURL("/ticket/log?view=all");
    await page.keyboard.press("Escape");
    await expect(boxOf(page)).not.toBeFocused();
  });

  await test.step("Back goes from search to search, not from letter to letter", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("prin");
    await expect.poll(() => queryOf(page)).toBe("prin");
    await page.keyboard.type("ter");
    await page.keyboard.press("Enter");
    await expect.poll(() => queryOf(page)).toBe("printer");
    await page.keyboard.type(" lab");
    await expect.poll(() => queryOf(page)).toBe("printer lab");
    await page.keyboard.type("el");
    await page.keyboard.press("Enter");
    await expect.poll(() => queryOf(page)).toBe("printer label");
    await seeRows(page, "Tickets: All");
    await page.goBack();
    await expect.poll(() => queryOf(page)).toBe("printer");
    await expect(boxOf(page)).toHaveValue("printer");
    await page.goBack();
    await expect.poll(() => queryOf(page)).toBeNull();
    await expect(boxOf(page)).toHaveValue("");
    await page.goForward();
    await expect(boxOf(page)).toHaveValue("printer");
  });

  await test.step("recent searches are offered in the empty box, and repeated by key", async () => {
    await boxOf(page).fill("");
    await expect.poll(() => queryOf(page)).toBeNull();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    const options = offered(page).getByRole("option");
    await expect(options.nth(2)).toBeVisible();
    await expect(options.first()).toHaveText("printer label");
    await expect(options.first().getByRole("img", { name: "Recent search" })).toBeVisible();
    await expect(options.filter({ hasText: /^status:status/ })).toBeVisible();
    await expectAccessible(page, "what was searched last", boxPart);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    const second = (await options.nth(1).textContent()) ?? "";
    await page.keyboard.press("Enter");
    await expect(boxOf(page)).toHaveValue(second);
    await expect.poll(() => queryOf(page)).toBe(second);
    await expect(offered(page)).toBeHidden();
    for (const key of ["Escape", "Escape", "/"]) await page.keyboard.press(key);
    await expect(options.first()).toHaveText(second);
  });

  await test.step("a misspelt word shows the results of the suggestion, in the palette too", async () => {
    // A typing mistake that the demo does not contain: its mistakes are later in a word.
    await search(page, "pirnter");
    const main = page.getByRole("main");
    await expect(main).toContainText("No results for “pirnter”. Showing “printer” instead.");
    await seeRows(page, "Tickets: All");
    await page.getByRole("button", { name: "printer", exact: true }).click();
    await expect.poll(() => queryOf(page)).toBe("printer");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("pirnter");
    await expect(
      page.getByRole("option", { name: "Show all tickets matching “printer”" }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("an empty result says so, and one click clears the search", async () => {
    await page.getByRole("link", { name: /^Pending/ }).click();
    await search(page, "zebrafish");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    await expect(
      page.getByText("No tickets match “zebrafish” in Pending or in any other view."),
    ).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/ticket/log?view=pending");
    await seeRows(page, "Tickets: Pending");
  });
});

test("a search continues across views, by number, place or name, and to filters shared with a colleague", async ({
  page,
  signedIn,
  desk,
  person,
  tabOf,
}) => {
  test.slow();
  const [first, second] = await closedTickets(desk);
  await makeTicket(desk, { status: "resolved", subject: "The printer of pier 4 is back" });
  await searchable(desk.db);
  await signedIn("Super Admin");
  await test.step("it continues from view to view, with counts, and shows where there are more", async () => {
    await openAll(page);
    const status = page.getByRole("main").getByRole("status").first();
    await expect(status).toHaveText(/^\d+ tickets$/);
    const total = Number((await status.textContent())?.split(" ")[0]);
    await search(page, "printer");
    await expect(status).toHaveText(new RegExp(`^\\d+ of ${total} tickets$`));
    const found = Number((await status.textContent())?.split(" ")[0]);
    await page.getByRole("link", { name: /^Recently resolved/ }).click();
    await expect(page).toHaveURL("/ticket/log?view=recently-resolved&q=printer");
    await expect(boxOf(page)).toHaveValue("printer");
    await seeRows(page, "Tickets: Recently resolved");
    await expect(status).toHaveText(/^\d+ of \d+ tickets$/);
    const here = Number((await status.textContent())?.split(" ")[0]);
    const rest = page.getByRole("link", { name: `${found - here} more in All tickets` });
    await expectSettledAccessible(page);
    // Tab leads from the current row to what follows the last row.
    await page.keyboard.press("j");
    await page.keyboard.press("Tab");
    await expect(rest).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/ticket/log?view=all&q=printer");
    await expect(status).toHaveText(`${found} of ${total} tickets`);
    await expect(page.getByRole("link", { name: /more in All/ })).toHaveCount(0);
    // A click on the current view ends the search.
    await page.getByRole("link", { name: /^All \d/ }).click();
    await expect(page).toHaveURL("/ticket/log?view=all");
    // An empty view offers the next step as well.
    await page.getByRole("link", { name: /^On hold/ }).click();
    await search(page, "printer status:closed");
    await page.getByRole("link", { name: /^Show \d+ in All$/ }).click();
    await expect(page).toHaveURL("/ticket/log?view=all&q=printer+status%3Aclosed");
    await seeRows(page, "Tickets: All");
  });

  await leadTo(page, "/ticket/log?view=unassigned");
  await seeRows(page, "Tickets: Unassigned");
  await test.step("a number alone opens its ticket from any view; other numbers are words", async () => {
    await search(page, `#${first}`);
    await expect(page).toHaveURL(`/ticket/${first}?view=unassigned`);
    await expect(page.getByRole("region", { name: `Ticket #${first}` })).toBeVisible();
    // The keys belong to the ticket, and Back returns to the unchanged list.
    await expect(boxOf(page)).toHaveValue("");
    await expect(page.getByRole("main")).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/ticket/log?view=unassigned");
    await search(page, "99887766");
    await expect(page).toHaveURL(/q=99887766/);
  });

  await test.step("a ticket that answers late does not redirect someone who has moved on", async () => {
    const answer = await holdBack(page, /tickets\.get\b/);
    const asked = page.waitForRequest(/tickets\.get\b/);
    await search(page, `${second}`);
    await asked;
    await boxOf(page).fill(`${second} label`);
    const came = page.waitForResponse(/tickets\.get\b/);
    answer();
    await (await came).finished();
    await boxOf(page).press("Enter");
    await expect(page).toHaveURL(/q=\d+\+label/);
    await expect(page).toHaveURL(/\/ticket\/log/);
    await expect(boxOf(page)).toHaveValue(`${second} label`);
  });

  await test.step("next and previous of a ticket follow the search", async () => {
    await page.getByRole("link", { name: /^All \d/ }).click();
    await search(page, "printer");
    await expect(page).toHaveURL("/ticket/log?view=all&q=printer");
    await seeRows(page, "Tickets: All");
    const links = rowsOf(page).locator("a[data-row-link]");
    const hits = await links.evaluateAll((all) =>
      all.map((link) => {
        const { pathname, hash } = new URL((link as HTMLAnchorElement).href);
        return { pathname, hash };
      }),
    );
    // A hit in a message links to that message. How old a ticket is decides which hit comes first.
    const at = hits.findIndex(({ hash }) => /^#message-/.test(hash));
    const [found, next] = hits.slice(at);
    expect(found?.hash).toMatch(/^#message-/);
    await links.nth(at).click();
    await expect(page).toHaveURL(`${found?.pathname}?view=all&q=printer${found?.hash}`);
    await expect(page.locator(`${found?.hash}`)).toBeInViewport();
    await page.getByRole("link", { name: /^Next/ }).click();
    await expect(page).toHaveURL(`${next?.pathname}?view=all&q=printer`);
  });

  await test.step("the palette finds users and companies by name", () => openByPalette(page));

  await test.step("filters are chosen by mouse, written into the query, shared by link, and removed again", async () => {
    await leadTo(page, "/ticket/log?view=all&sort=number");
    await expect(boxOf(page)).toHaveValue("");
    await seeRows(page, "Tickets: All");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Filter" });
    await menu.getByRole("option", { name: "Assignee" }).click();
    await menu.getByRole("combobox").fill("samuel");
    await menu.getByRole("option", { name: /^Samuel/ }).click();
    await menu.getByRole("button", { name: "Back to all filters" }).click();
    await menu.getByRole("option", { name: "Status" }).click();
    await menu.getByRole("option", { name: "Open" }).click();
    const answer = page.waitForResponse((response) =>
      decodeURIComponent(response.url()).includes("status:open,pending"),
    );
    await menu.getByRole("option", { name: "Pending" }).click();
    await answer;
    await seeRows(page, "Tickets: All");
    await expectAccessible(page, "the choices of a filter", above);
    await menu.getByRole("button", { name: "Back to all filters" }).click();
    await menu.getByRole("option", { name: "Created" }).click();
    await menu.getByLabel("From").fill("2020-01-01");
    await menu.getByRole("button", { name: "Apply dates" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
    await expect
      .poll(() => queryOf(page))
      .toBe('assignee:"Samuel Okafor" status:open,pending created:>=2020-01-01');
    expect(new URL(page.url()).searchParams.get("tz")).toBeTruthy();
    await seeRows(page, "Tickets: All");
    await page.getByRole("button", { name: /Remove filter Assignee/ }).click();
    await expect.poll(() => queryOf(page)).toBe("status:open,pending created:>=2020-01-01");
    await seeRows(page, "Tickets: All");
    const mine = await linksOf(page);
    expect(mine.length).toBeGreaterThan(1);
    const colleague = await tabOf(await person("Agent"));
    await colleague.goto(page.url());
    await seeRows(colleague, "Tickets: All");
    expect(await linksOf(colleague)).toEqual(mine);

    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/ticket/log?view=all&sort=number");
  });
});

test("views are shared, saved and changed by keyboard, and available on a phone; the palette searches as well", async ({
  page,
  signedIn,
  desk,
  person,
  watch,
}) => {
  test.slow();
  watch.allow(/status of 500/);
  const me = await signedIn("Agent");
  const owner = await person("Agent");
  await saveView(desk, {
    owner_id: owner.id,
    name: "Unread mail",
    query: "is:unread",
    shared: true,
  });
  await saveView(desk, { owner_id: owner.id, name: "Private", query: "is:open", shared: false });
  await saveView(desk, { owner_id: me.id, name: "Leaks", query: "is:open", shared: false });
  await page.goto("/ticket/log");
  await seeRows(page, /^Tickets/);
  const views = page.getByRole("navigation", { name: "Ticket views" });
  const option = (name: string | RegExp) => page.getByRole("option", { name });
  const command = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
  };
  await test.step("a colleague's shared view is listed, and the palette opens it", async () => {
    await expect(views.getByRole("link", { name: /^Unread mail/ })).toBeVisible();
    await expect(views.getByText("Private")).toHaveCount(0);
    await command("unread");
    await option("Unread mail").click();
    await expect.poll(() => queryOf(page)).toBe("is:unread");
    await expect(page.getByRole("heading", { name: "Unread mail" })).toBeVisible();
  });

  await test.step("the palette searches; days are in the searcher's zone for everyone who opens the address", async () => {
    await command("status:pending label");
    await option(/^Show all tickets matching/).click();
    await expect.poll(() => queryOf(page)).toBe("status:pending label");
    expect(new URL(page.url()).searchParams.get("tz")).toBeNull();
    await command("created:>2020-01-01");
    await option(/^Show all tickets matching/).click();
    await expect.poll(() => queryOf(page)).toBe("created:>2020-01-01");
    expect(new URL(page.url()).searchParams.get("tz")).toBe("UTC");
  });

  await test.step("users and companies are not available to them", async () => {
    await command("nordlicht");
    await expect(inPalette(page, "Tickets").first()).toBeVisible();
    const others = inPalette(page, "Users").or(inPalette(page, "Companies"));
    await expect(others).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("a shared view moves to the shared ones with its menu open, and back if that is refused", () =>
    share(page, "Leaks"));

  await test.step("a view is saved, changed, shared, renamed and deleted by keyboard", async () => {
    await leadTo(page, "/ticket/log?view=my-open&q=priority:high,urgent");
    await expect(page.getByRole("button", { name: "Save view" })).toBeVisible();
    await page.getByRole("button", { name: "Save view" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    // It closes with its list.
    await leadTo(page, "/dashboard/log");
    await expect(page).toHaveTitle(/Dashboard/);
    await leadTo(page, "/ticket/log?view=my-open&q=priority:high,urgent");
    await page.getByRole("button", { name: "Save view" }).focus();
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expectAccessible(page, "a view to save", above);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await page.keyboard.type("Mine that burn");
    await keptOnEscape(page, dialog.getByLabel("Name"));
    await page.keyboard.press("Enter");
    const own = views.getByRole("region", { name: "My views" });
    const link = own.getByRole("link", { name: /^Mine that burn/ });
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(link).toHaveText(/\d+$/);
    await expect(page.getByRole("heading", { name: "Mine that burn" })).toBeVisible();
    expect(queryOf(page)).toBe("assignee:me is:open -is:snoozed priority:high,urgent");
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(1);
    await expectSettledAccessible(page);

    await page.keyboard.press("/");
    await page.keyboard.press("End");
    await page.keyboard.type(" has:tag");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Save as…" })).toBeVisible();
    const answer = await holdBack(page, /views\.change/);
    await page.getByRole("button", { name: "Save changes" }).click();
    // Filtered further before the answer arrived.
    await page.keyboard.press("/");
    await page.keyboard.press("End");
    await page.keyboard.type(" has:attachment");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/attachment/);
    answer();
    await expect(page.getByText("View “Mine that burn” saved")).toBeVisible();
    await settled(page);
    expect(queryOf(page)).toMatch(/has:tag has:attachment$/);
    await link.click();
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    expect(queryOf(page)).toBe("assignee:me is:open -is:snoozed priority:high,urgent has:tag");

    const more = own.getByRole("button", { name: /View options:/ });
    await more.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Share with colleagues" }).press("Enter");
    const shared = views.getByRole("region", { name: "Shared views" });
    await expect(shared.getByRole("link", { name: /^Mine that burn/ })).toBeVisible();
    await shared.getByRole("button", { name: "View options: Mine that burn" }).press("Enter");
    await page.getByRole("menuitem", { name: "Rename…" }).press("Enter");
    const name = page.getByRole("dialog", { name: "Rename view" }).getByLabel("Name");
    await name.fill("Burning");
    await keptOnEscape(page, name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Burning" })).toBeVisible();
    await shared.getByRole("button", { name: "View options: Burning" }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Delete view “Burning”?");
    await question.getByRole("button", { name: "Delete view" }).click();
    // The page below a dialog has no role while it is open.
    await expect(question).toHaveCount(0);
    await expect(shared.getByRole("link").first()).toBeVisible();
    await expect(shared.getByRole("link", { name: /^Burning/ })).toHaveCount(0);
    await expect(page).toHaveURL("/ticket/log");
  });

  await test.step("on a phone the box, the filters and the saved views are available", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await leadTo(page, "/ticket/log?view=all&q=label+status:open,pending");
    const list = page.getByRole("list", { name: "Tickets: All" });
    await expect(list.locator("mark").first()).toBeVisible();
    await expect(page.getByRole("list", { name: "Active filters" })).toHaveText(
      "Status: Open, Pending",
    );
    await expectSettledAccessible(page);
    await page.getByRole("button", { name: "View: All" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Labels");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "View: Labels" })).toBeVisible();
    await page.getByRole("button", { name: "View: Labels" }).click();
    const item = page.getByRole("group", { name: "My views" }).getByRole("menuitem");
    await expect(item).toHaveText(/^Labels\d+$/);
    await expectAccessible(page, "the views in a menu", above);
    await page.keyboard.press("Escape");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});

test("a customer has the plain box: words, status and dates", async ({ page, signedIn }) => {
  await signedIn("Customer");
  // The completion code loads after the first letters and their results.
  const letCome = await holdBack(page, /\/assets\/lazy-search-parts-/);
  await page.goto("/ticket/log?view=all");
  const box = page.getByRole("combobox", { name: "Search your tickets" });
  await box.fill("lantern");
  await box.press("Enter");
  await expect(page).toHaveURL(/q=lantern/);
  await box.fill("created:<2030-01-01 ");
  await box.pressSequentially("st");
  await expect(page).toHaveURL(/q=created.*st$/);
  letCome();
  await expect(offered(page).getByRole("option", { name: /^status:/ })).toBeVisible();
  // A day is the same for everyone who opens the address.
  await expect(page).toHaveURL(/tz=/);
  // Earlier searches are remembered nevertheless.
  await box.fill("");
  await box.press("ArrowDown");
  await expect(offered(page).getByRole("option", { name: "lantern" })).toBeVisible();
  await box.fill("st");
  await expectAccessible(page, "what is offered", boxPart);
  await box.fill("");
  await box.pressSequentially("pri");
  await expect(page).toHaveURL(/q=pri/);
  await expect(offered(page).getByRole("option", { name: /^priority:/ })).toHaveCount(0);
  await box.fill("priority:high");
  await box.press("Enter");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await expect(page.locator('[data-mark="operator"]')).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().click();
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toHaveCount(0);
});

/** Two tickets that only the view All shows. */
async function closedTickets({ db }: TestDesk): Promise<number[]> {
  const rows = await db
    .selectFrom("tickets")
    .select("number")
    .where("status", "=", "closed")
    .where("merged_into_id", "is", null)
    .where("spam_at", "is", null)
    .limit(2)
    .execute();
  return rows.map(({ number }) => number);
}

type View = { owner_id: string; name: string; query: string; shared: boolean };

async function saveView({ db }: TestDesk, view: View): Promise<void> {
  const made = { id: Bun.randomUUIDv7(), created_at: new Date() };
  await db
    .insertInto("saved_views")
    .values({ ...made, ...view })
    .execute();
}

async function openByPalette(page: Page): Promise<void> {
  const [users, companies] = [inPalette(page, "Users"), inPalette(page, "Companies")];
  await page.keyboard.press("Control+k");
  // At once: letters typed before the field has the focus are kept.
  await page.keyboard.type("nordlicht");
  await expect(users).toHaveCount(3);
  await expect(companies).toHaveText([/^Nordlicht Klinik/]);
  await expect(companies).toBeInViewport({ ratio: 1 });
  await companies.click();
  await expect(page).toHaveURL(/\/company\/[^/]+$/);
  await expect(page.getByRole("region", { name: "Nordlicht Klinik" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("customer@demo");
  await expect(users).toHaveText([/^Ana Ferreira/]);
  await page.keyboard.press("End");
  await users.click();
  await expect(page).toHaveURL(/\/user\/[^/]+$/);
}

async function share(page: Page, name: string): Promise<void> {
  const group = (title: string) => page.getByRole("region", { name: title });
  const more = (title: string) =>
    group(title).getByRole("button", { name: `View options: ${name}` });
  const item = page.getByRole("menuitem", { name: "Stop sharing" });
  const answer = await holdBack(page, /views\.share/);
  await more("My views").press("Enter");
  await page.getByRole("menuitem", { name: "Share with colleagues" }).press("Enter");
  await more("Shared views").press("Enter");
  await expect(item).toBeVisible();
  answer();
  const told = shellOf(page).notices.getByText("with all colleagues");
  await expect(told).toBeVisible();
  await settled(page);
  await expect(item).toBeVisible();

  await page.unroute(/views\.share/);
  await failCalls(page, /views\.share/);
  await item.press("Enter");
  await expect(shellOf(page).notices.getByRole("alert")).toBeVisible();
  await expect(more("Shared views")).toBeFocused();
  await expect(group("My views")).toHaveCount(0);
  await page.unroute(/views\.share/);
  await shellOf(page).notices.getByRole("button", { name: "Dismiss" }).last().click();

  // Of two quick changes the later one wins.
  const order: string[] = [];
  page.on("request", (to) => /views\.share/.test(to.url()) && order.push("sent"));
  page.on("response", (to) => /views\.share/.test(to.url()) && order.push("answered"));
  const both = await holdBack(page, /views\.share/);
  await more("Shared views").press("Enter");
  await item.press("Enter");
  await more("My views").press("Enter");
  await page.getByRole("menuitem", { name: "Share with colleagues" }).press("Enter");
  await expect(more("Shared views")).toBeVisible();
  both();
  await expect.poll(() => order).toEqual(["sent", "answered", "sent", "answered"]);
  await expect(more("Shared views")).toBeVisible();
  await page.unroute(/views\.share/);
}

test("the box shows where it searches, and the last word is a prefix while it is typed", async ({
  page,
  signedIn,
  desk,
}) => {
  await signedIn("Agent");
  const { ticket } = await makeTicket(desk, { subject: "Gangplank squeaks" });
  await searchable(desk.db);
  await page.goto("/ticket/log");
  await seeRows(page, "Tickets: All open");
  await expect(boxOf(page)).toHaveAttribute("placeholder", "Search in All open");

  await page.keyboard.press("/");
  await page.keyboard.type("ana gangpl");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toContainText(`#${ticket.number}`);
  await expect(rowsOf(page).first().locator("mark")).toHaveText("Gangplank");
  await expect(page.getByText("No results")).toHaveCount(0);

  await test.step("the palette finds it the same way, and completes operators", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Commands" });
    const field = palette.getByRole("combobox");
    await page.keyboard.type("gangpl");
    await expect(palette.getByRole("option", { name: /Gangplank squeaks/ })).toBeVisible();
    await field.fill("priority:ur");
    await palette.getByRole("option", { name: "urgent" }).first().click();
    await expect(field).toHaveValue("priority:urgent ");
    await page.keyboard.press("Escape");
  });
});
