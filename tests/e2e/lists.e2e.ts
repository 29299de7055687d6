import type { Locator } from "@playwright/test";
import { contrast } from "../../shared/desk-colours.ts";
import { insertCompany, insertTicket, insertUser } from "../support/builders.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { holdBack, leadTo, seeRows, shellOf } from "./steps/anywhere.ts";
import { makeMany } from "./steps/bulk.ts";
import { changeAs, colleague } from "./steps/ticket.ts";

function rowsOf(page: Page) {
  return page.getByRole("main").locator("[data-row]");
}

/** The rendered cells of one column. */
async function column(page: Page, name: string): Promise<string[]> {
  const headers = await page.getByRole("columnheader").allInnerTexts();
  const at = headers.indexOf(name);
  return rowsOf(page)
    .locator(`td:nth-child(${at + 1})`)
    .allInnerTexts();
}

/** The colours of the text and of its background as `#rrggbb`. */
async function coloursOf(words: Locator, ground: Locator): Promise<string[]> {
  const told = await Promise.all([
    words.evaluate((element) => getComputedStyle(element).color),
    ground.evaluate((element) => getComputedStyle(element).backgroundColor),
  ]);
  return await words.page().evaluate((colours) => {
    const paper = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const brush = paper.getContext("2d");
    return colours.map((colour) => {
      if (!brush) return "";
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [...parts] = brush.getImageData(0, 0, 1, 1).data.slice(0, 3);
      return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    });
  }, told);
}

/** Times that are cut. */
async function cutTimes(page: Page): Promise<string[]> {
  return await page
    .locator("main td:has(time)")
    .evaluateAll((cells) =>
      cells.flatMap((cell) =>
        cell.scrollWidth > cell.clientWidth ? [cell.textContent ?? ""] : [],
      ),
    );
}

async function countOf(page: Page): Promise<number> {
  const status = page.getByRole("main").getByRole("status").first();
  await expect(status).toHaveText(/\d/);
  // `4 of 38 users` if the list is filtered.
  const [count = ""] = ((await status.textContent()) ?? "").split(" ");
  return Number(count.replaceAll(",", ""));
}

/** Scrolls to the end and returns every row that was visible on the way. */
async function scrollThrough(page: Page): Promise<string[]> {
  const seen = new Set<string>();
  const total = Number(await page.locator("table").getAttribute("aria-rowcount"));
  await rowsOf(page).first().hover();
  await expect(async () => {
    const { ids, last, top } = await rowsInSight(page);
    for (const id of ids) seen.add(id);
    if (last === total) return;
    await page.mouse.wheel(0, 500);
    // Two steps counted as one would skip rows.
    await expect(async () => expect((await rowsInSight(page)).top).not.toBe(top)).toPass({
      intervals: [20],
      timeout: 500,
    });
    expect(last).toBe(total);
  }).toPass({ intervals: [0] });
  return [...seen];
}

/** Waits until the visible area is full of rows. */
async function rowsInSight(page: Page) {
  const drawn = await page.waitForFunction(() => {
    const scroll = document.querySelector("main table")?.parentElement;
    const rows = [...document.querySelectorAll("main [data-row]")];
    const end = rows.at(-1);
    if (!scroll || !end) return null;
    const { scrollTop: top, clientHeight, scrollHeight } = scroll;
    const isCovered =
      end.getBoundingClientRect().bottom >= scroll.getBoundingClientRect().bottom ||
      top + clientHeight >= scrollHeight - 1;
    if (!isCovered) return null;
    const ids = rows.map((row) => row.getAttribute("data-row") ?? "");
    return { ids, last: Number(end.getAttribute("aria-rowindex")), top };
  });
  const sight = await drawn.jsonValue();
  if (!sight) throw new Error("no rows");
  return sight;
}

test.describe("tickets", () => {
  test.beforeEach(async ({ signedIn }) => {
    await signedIn("Super Admin");
  });

  test("load while scrolling, each once, and only visible rows are rendered", async ({
    page,
    desk,
    person,
  }) => {
    const maya = await colleague(desk, (await person("Agent", { firstName: "Maya" })).email);
    await page.goto("/ticket/log?view=all&q=type:incident");
    await seeRows(page, "Tickets: All");
    const count = await countOf(page);
    const seen = await scrollThrough(page);
    const { tickets } = await desk.db
      .selectFrom("tickets")
      .select((select) => select.fn.countAll<string>().as("tickets"))
      .where("merged_into_id", "is", null)
      .where("type", "=", "incident")
      .executeTakeFirstOrThrow();
    expect(Number(tickets), "more than two pages of what comes").toBeGreaterThan(110);
    await expect(page.locator('[aria-rowindex="2"]')).toHaveCount(0);
    expect(await rowsOf(page).count()).toBeLessThan(60);
    expect(seen).toHaveLength(Number(tickets));
    expect(count).toBe(Number(tickets));

    // Live updates refetch only visible rows; the rest stays and can be scrolled to.
    await page.keyboard.press("Home");
    const first = page.locator('[aria-rowindex="2"]');
    await expect(first).toBeVisible();
    const height = () => page.locator("table").evaluate((table) => table.clientHeight);
    const before = await height();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("tickets.list")) asked.push(request.url());
    });
    const id = (await first.getAttribute("data-row")) ?? "";
    // Which ticket is first depends on the hour, and so do its fields.
    const isUrgent = (await first.textContent())?.includes("Urgent");
    await changeAs(maya, desk, { id }, { priority: isUrgent ? "low" : "urgent" });
    await expect(first).toContainText(isUrgent ? "Low" : "Urgent");
    expect(asked).toHaveLength(1);
    expect(await height()).toBe(before);
    expect(await scrollThrough(page)).toHaveLength(Number(tickets));
  });

  test("are found by keyboard: from the box into the list, a row or a page at a time, and back", async ({
    page,
    desk,
  }) => {
    const { number, subject } = await desk.db
      .selectFrom("tickets")
      .select(["number", "subject"])
      .orderBy("number")
      .limit(1)
      .executeTakeFirstOrThrow();
    // Suggestions appear after the text was typed.
    const letCome = await holdBack(page, /\/assets\/lazy-search-parts-/);
    await page.goto("/ticket/log?view=all");
    const table = await seeRows(page, "Tickets: All");
    const box = page.getByRole("combobox", { name: "Search tickets" });
    const on = table.locator("[data-cursor] [data-row-link]");
    const at = async () =>
      Number(await table.locator("[data-cursor]").getAttribute("aria-rowindex"));
    await test.step("j and k move through the rows", async () => {
      for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
      await expect(page.locator('[aria-rowindex="3"] a')).toBeFocused();
      await page.keyboard.press("End");
      await expect(page.locator("[data-row]:focus-within")).not.toHaveAttribute(
        "aria-rowindex",
        "3",
      );
      await page.keyboard.press("Home");
      await expect(page.locator('[aria-rowindex="2"] a')).toBeFocused();
    });

    await test.step("are exported by one button, or in a menu on narrow screens", async () => {
      const button = page.getByRole("link", { name: "Export CSV" });
      const item = page.getByRole("menuitem", { name: "Export CSV" });
      for (const [width, isButton] of [
        [1440, true],
        [800, false],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect(button).toHaveCount(isButton ? 1 : 0);
        await page.getByRole("button", { name: /^Sort/ }).click();
        await expect(page.getByRole("menuitemradio").first()).toBeVisible();
        await expect(item).toHaveCount(isButton ? 0 : 1);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("menu")).toHaveCount(0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("suggestions appear once loaded", async () => {
      // The cursor is on a row that the search will also find, further down.
      await table
        .getByRole("link", { name: /labels?/i })
        .last()
        .focus();
      await page.keyboard.press("/");
      await page.keyboard.type("label");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/q=label/);
      await seeRows(page, "Tickets: All");
      const marks = page.locator("div[aria-hidden]").filter({ hasText: /^label$/ });
      await expect(marks).toHaveCount(0);
      letCome();
      await expect(marks).toBeAttached();
    });

    await test.step("the arrow key leads into the list, pages through it, and Escape returns to its row", async () => {
      await page.keyboard.press("ArrowDown");
      await expect(on).toBeFocused();
      expect(await at()).toBe(2);
      await page.keyboard.press("PageDown");
      await expect.poll(at).toBeGreaterThan(8);
      await expect(on).toBeFocused();
      await page.keyboard.press("PageUp");
      await expect.poll(at).toBe(2);
      await page.keyboard.press("/");
      await page.keyboard.type("labels");
      await expect(page).toHaveURL(/q=labels/);
      await seeRows(page, "Tickets: All");
      // The suggestions close, then the text is cleared, then the box is left.
      await expect(async () => {
        await page.keyboard.press("Escape");
        await expect(on).toBeFocused({ timeout: 200 });
      }).toPass();
      await seeRows(page, "Tickets: All");
      await expect(page).not.toHaveURL(/q=/);
    });

    await test.step("a typed search is in the address, and survives a reload", async () => {
      await page.keyboard.press("/");
      await expect(box).toBeFocused();
      await page.keyboard.type(subject);
      // A pause while typing searches for the text so far.
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get("q") === subject);
      await seeRows(page, "Tickets: All");
      await expect(rowsOf(page).first()).toContainText(subject);
      await page.reload();
      await expect(box).toHaveValue(subject);
      await seeRows(page, "Tickets: All");
      // Others may have the same subject.
      await expect(rowsOf(page).filter({ hasText: `#${number}` })).toHaveCount(1);
      await page.getByRole("button", { name: "Clear search" }).click();
      await expect(page).toHaveURL("/ticket/log?view=all");
      await expect(box).toBeFocused();
    });
  });

  test("are sorted by a click on a column; view and sort survive a reload and the return", async ({
    page,
  }) => {
    await page.goto("/ticket/log");
    await seeRows(page, "Tickets: All open");
    const head = (name: string) => page.getByRole("columnheader", { name });
    const sort = (name: string) => head(name).getByRole("button").click();
    await test.step("the address keeps both", async () => {
      await page.getByRole("link", { name: /^Pending/ }).click();
      await seeRows(page, "Tickets: Pending");
      await sort("Priority");
      const address = "/ticket/log?view=pending&sort=priority";
      await expect(page).toHaveURL(address);
      await expect(head("Priority")).toHaveAttribute("aria-sort", "descending");
      const table = await seeRows(page, "Tickets: Pending");
      const subjects = table.locator("[data-row-link]");
      const before = await subjects.allTextContents();

      await page.reload();
      await seeRows(page, "Tickets: Pending");
      await expect(page).toHaveURL(address);
      await expect(subjects).toHaveText(before);
      await expect(head("Priority")).toHaveAttribute("aria-sort", "descending");

      await shellOf(page).entry("Users").click();
      await seeRows(page, "Users");
      await page.goBack();
      await expect(page).toHaveURL(address);
      await seeRows(page, "Tickets: Pending");
      await page.goBack();
      await expect(page).toHaveURL("/ticket/log");
      await seeRows(page, "Tickets: All open");
    });

    await test.step("another click reverses the order", async () => {
      const names = async () => await column(page, "Requester");
      await page.getByRole("link", { name: /^All \d/ }).click();
      await seeRows(page, "Tickets: All");
      await sort("Requester");
      await expect(head("Requester")).toHaveAttribute("aria-sort", "ascending");
      await seeRows(page, "Tickets: All");
      const up = await names();
      expect(up).toEqual([...up].sort((one, other) => one.localeCompare(other, "en")));
      await sort("Requester");
      await expect(page).toHaveURL("/ticket/log?view=all&sort=requester&dir=desc");
      await expect(head("Requester")).toHaveAttribute("aria-sort", "descending");
      await seeRows(page, "Tickets: All");
      expect(await names()).not.toEqual(up);
    });

    await test.step("those that have waited too long are marked", async () => {
      const late = page.getByText("Overdue, waiting for us");
      await page.getByRole("link", { name: /^Overdue/ }).click();
      await seeRows(page, "Tickets: Overdue");
      const overdue = await rowsOf(page).count();
      await expect(late).toHaveCount(overdue);
      for (const key of ["j", "x"]) await page.keyboard.press(key);
      // It must be readable on a selected row too, which axe cannot judge.
      const row = page.locator("tr[data-selected]");
      const [words = "", ground = ""] = await coloursOf(row.locator("time").first(), row);
      expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: /^All open/ }).click();
      await seeRows(page, "Tickets: All open");
      expect(await rowsOf(page).count()).toBeGreaterThan(overdue);
      await expect(late).toHaveCount(overdue);
    });

    await test.step("a slow refresh is shown above the rows", async () => {
      const letCome = await holdBack(page, /tickets\.list/);
      await sort("Priority");
      const words = page.getByText("Updating…");
      await expect(words).toBeVisible();
      await expect(rowsOf(page).first()).toBeVisible();
      const [line, first] = [await words.boundingBox(), await rowsOf(page).first().boundingBox()];
      expect(line?.y, "it hides nothing of the first row").toBeGreaterThan(
        (first?.y ?? 0) + (first?.height ?? 0),
      );
      letCome();
      await expect(words).toHaveCount(0);
    });
  });

  test("equal the count next to their view, and Back restores position and row", async ({
    page,
  }) => {
    await page.goto("/ticket/log?view=all");
    const table = await seeRows(page, "Tickets: All");
    await page.keyboard.press("j");
    const on = table.locator("[data-cursor]");
    const top = () =>
      page.locator("main table").evaluate((element) => element.parentElement?.scrollTop ?? 0);
    // Further than the first page of rows.
    await expect(async () => {
      await page.keyboard.press("PageDown");
      expect(await top()).toBeGreaterThan(2_500);
    }).toPass({ intervals: [100] });
    const row = await on.getAttribute("data-row");
    const before = await top();
    await shellOf(page).entry("Company").click();
    await seeRows(page, "Companies");
    await page.goBack();
    await seeRows(page, "Tickets: All");
    expect(await top()).toBe(before);
    await expect(on).toHaveAttribute("data-row", row ?? "");
    await expect(on).toBeInViewport();

    // The previous view is another history entry with its own position.
    await page.getByRole("link", { name: /^Pending/ }).click();
    await seeRows(page, "Tickets: Pending");
    expect(await top()).toBe(0);
    await page.goBack();
    await seeRows(page, "Tickets: All");
    await expect.poll(top).toBe(before);

    for (const view of ["Unassigned", "Pending", "On hold", "Recently resolved"]) {
      const link = page.getByRole("link", { name: new RegExp(`^${view}`) });
      await link.click();
      await expect(page.getByRole("heading", { name: view })).toBeVisible();
      await expect(link).toHaveText(new RegExp(`^${view}\\s*${await countOf(page)}$`));
    }

    // Anywhere on it, a row opens in another tab like a link.
    const shown = page.locator("main [data-row]").first();
    const address = await shown.locator("a[data-row-link]").getAttribute("href");
    for (const by of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
      const opened = page.context().waitForEvent("page");
      await shown.locator("td").last().click(by);
      await expect(await opened).toHaveURL(new RegExp(RegExp.escape(`${address}`)));
      await (await opened).close();
    }
  });

  test("a view shows its first rows immediately, and the rest afterwards", async ({ page }) => {
    await page.goto("/ticket/log?view=all");
    await seeRows(page, "Tickets: All");
    await page.getByRole("link", { name: /^All open/ }).click();
    await seeRows(page, "Tickets: All open");
    const drawings = await page.evaluateHandle(() => {
      const seen: { rows: number; isFull: boolean }[] = [];
      // Called with the changes of one frame, before the next one.
      new MutationObserver(() => {
        const table = document.querySelector("table[aria-label='Tickets: All']");
        const rows = [...(table?.querySelectorAll("[data-row]") ?? [])];
        const edge = table?.parentElement?.getBoundingClientRect().bottom ?? 0;
        const end = rows.at(-1)?.getBoundingClientRect().bottom ?? 0;
        if (table) seen.push({ rows: rows.length, isFull: end >= edge });
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
      return seen;
    });
    await page.getByRole("link", { name: /^All\b(?! open)/ }).click();
    await seeRows(page, "Tickets: All");
    await expect
      .poll(() =>
        drawings.evaluate(([first, ...rest]) => (rest.at(-1)?.rows ?? 0) - (first?.rows ?? 0)),
      )
      .toBeGreaterThanOrEqual(5);
    const isFull = await drawings.evaluate((seen) => seen.every((drawing) => drawing.isFull));
    expect(isFull, "nothing of what is in sight comes later").toBe(true);
  });

  test("hide columns by importance on narrow screens, then views, and become cards on a phone", async ({
    page,
    desk,
  }) => {
    const tags = ["billing", "refund", "vat"];
    const long = await insertUser(desk.db, {
      ...{ first_name: "Maximiliane-Charlotte", last_name: "von Hohenstein-Bartholdy" },
    });
    const { address } = await makeMany(desk, "Bowline", [
      { tags },
      { tags, requester_id: long.id },
    ]);
    await page.goto("/ticket/log?view=all");
    const table = await seeRows(page, "Tickets: All");
    const head = (name: string) => table.getByRole("columnheader", { name });
    const numberInRow = rowsOf(page)
      .first()
      .getByText(/^#\d+$/)
      .filter({ visible: true });
    await test.step("the sorted column is never hidden", async () => {
      await expect(head("Company")).toBeVisible();
      await expect(head("Updated")).toBeVisible();
      await expect(head("Waiting")).toBeHidden();
      await page.setViewportSize({ width: 768, height: 900 });
      const widthOf = async (name: string) => (await head(name).boundingBox())?.width ?? 0;
      await expect(head("Requester")).toBeVisible();
      await expect(numberInRow).toHaveCount(1);
      for (const sign of ["Status", "Priority", "Assignee"]) {
        expect(await widthOf(sign), sign).toBeLessThan(48);
      }
      expect(await widthOf("Subject")).toBeGreaterThan(230);
      await sortBy(page, "Number");
      await expect(page).toHaveURL("/ticket/log?view=all&sort=number");
      await seeRows(page, "Tickets: All");
      await expect(numberInRow).toHaveCount(1);
    });

    await test.step("views are in a menu, and rows are cards", async () => {
      await page.setViewportSize({ width: 1024, height: 800 });
      await page.getByRole("button", { name: "View: All" }).click();
      await page.getByRole("menuitem", { name: /^On hold/ }).click();
      await expect(page).toHaveURL("/ticket/log?view=on-hold");
      await seeRows(page, "Tickets: On hold");
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole("list", { name: "Tickets: On hold" })).toBeVisible();
      await expect(rowsOf(page).first().getByRole("heading")).toBeVisible();
      await sortBy(page, "Created");
      await expect(page).toHaveURL("/ticket/log?view=on-hold&sort=created");
    });

    await test.step("a card shows a tag and how many more there are, if there is space", async () => {
      await leadTo(page, address);
      const [short, crowded] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
      await expect(short.getByText("billing")).toBeInViewport();
      await expect(short.getByText("and 2 more tags")).toBeAttached();
      await expect(crowded.getByText("billing")).not.toBeInViewport();
      const heights = [await short.boundingBox(), await crowded.boundingBox()];
      expect(heights[0]?.height).toBe(heights[1]?.height ?? 0);
    });

    await test.step("the name of a person without a company is whole", async () => {
      const { id } = await insertUser(desk.db, { first_name: "Halvard", last_name: "Bowlineson" });
      await insertTicket(desk.db, { requester_id: id, status: "open" });
      await page.goto(`/ticket/log?view=all&q=${encodeURIComponent('requester:"Halvard"')}`);
      const name = rowsOf(page).first().getByText("Halvard Bowlineson");
      await expect(name).toBeVisible();
      expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    });

    await test.step("however long a name is, part of the company is shown", async () => {
      const company = await insertCompany(desk.db, { name: "Stedelijk Museum van Ostwald" });
      const { id } = await insertUser(desk.db, {
        first_name: "W".repeat(70),
        last_name: "Ostwald",
      });
      const ticket = { requester_id: id, company_id: company.id, status: "open" as const };
      await insertTicket(desk.db, ticket);
      await leadTo(
        page,
        `/ticket/log?view=all&q=${encodeURIComponent(`company:"${company.name}"`)}`,
      );
      const name = rowsOf(page).first().getByText(company.name);
      await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(40);
    });

    await test.step("a date of another year is whole, whatever the sort order", async () => {
      const at = new Date("2024-09-28T12:00:00Z");
      const waits = { waiting_for: "customer", waiting_since: at } as const;
      const old = await makeMany(desk, "Sheepshank", [
        { created_at: at, updated_at: at, status: "pending", ...waits },
        { snoozed_until: new Date(`${new Date().getFullYear() + 2}-09-28T12:00:00Z`) },
      ]);
      for (const width of [1440, 768]) {
        await page.setViewportSize({ width, height: 900 });
        for (const sort of ["updated", "created", "waiting"]) {
          await leadTo(page, old.address.replace(/sort=.*/, `sort=${sort}`));
          const shown = sort === "waiting" ? /for \d y$/ : "28 Sept 2024";
          const times = rowsOf(page).getByText(shown).filter({ visible: true });
          await expect(times.first()).toBeVisible();
          expect(await cutTimes(page), `${sort} at ${width} px`).toEqual([]);
        }
        await leadTo(page, old.address.replace("view=all", "view=snoozed"));
        await expect(
          rowsOf(page)
            .getByText(/28 Sept/)
            .filter({ visible: true }),
        ).toHaveCount(1);
        expect(await cutTimes(page), `snoozed at ${width} px`).toEqual([]);
      }
    });
  });
});

test("users are searched, filtered and sorted, and the address keeps it", async ({
  page,
  desk,
  signedIn,
}) => {
  const { id } = await insertCompany(desk.db, { name: "Gone Freight", state: "archived" });
  const seen = new Date("2024-09-28T12:00:00Z");
  await insertUser(desk.db, { first_name: "Lone", last_seen_at: seen });
  await signedIn("Super Admin");
  const box = page.getByRole("searchbox", { name: "Name, email, company" });
  await test.step("a company filter shows the name even of an archived empty company, and can be cleared", async () => {
    await page.goto(`/user/log?company=${id}`);
    await expect(page.getByRole("button", { name: "Company: Gone Freight" })).toBeVisible();
    await box.fill("unknown-like-this");
    await expect(page).toHaveURL(/q=unknown/);
    await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect(page).toHaveURL("/user/log");
    await seeRows(page, "Users");
  });

  await test.step("a date of another year is whole on a phone, too", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await box.fill("Lone");
    await expect(page.getByText("28 Sept 2024")).toBeVisible();
    expect(await cutTimes(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await box.fill("");
    await expect(page).toHaveURL("/user/log");
    await seeRows(page, "Users");
  });

  await test.step("the arrow key leads from the search to the results, and Escape back to the list", async () => {
    await box.press("ArrowDown");
    await expect(page.locator("[data-row] a").first()).toBeFocused();
    await page.keyboard.press("/");
    await page.keyboard.type("a");
    await box.press("Escape");
    await expect(box).toHaveValue("");
    await box.press("Escape");
    await expect(page.locator("[data-cursor] a").first()).toBeFocused();
    // Tab stops at one row only.
    await expect(page.locator('[data-row] a:not([tabindex="-1"])')).toHaveCount(1);
  });

  await test.step("a company filter is found by typing", async () => {
    await page.getByRole("button", { name: "Company", exact: true }).first().click();
    await page.getByRole("combobox", { name: "Find a company" }).fill("bluefin");
    await page.getByRole("option", { name: "Bluefin Foods" }).click();
    await expect(page).toHaveURL(/\/user\/log\?company=/);
    await expect.poll(async () => (await column(page, "Companies")).join()).toContain("Bluefin");
    await page.getByRole("button", { name: /Company.*Bluefin Foods/ }).click();
    await page.getByRole("option", { name: "No company" }).click();
    await expect(page).toHaveURL("/user/log?company=none");
    const companies = async () => [...new Set(await column(page, "Companies"))];
    await expect.poll(companies).toEqual(["No company"]);
    await page.getByRole("button", { name: "Company: No company" }).click();
    await page.getByRole("option", { name: "Any company" }).click();
    await expect(page).toHaveURL("/user/log");
  });

  await test.step("matches are highlighted and counted, filtered and sorted", async () => {
    await box.fill("demo.test");
    await expect(page).toHaveURL("/user/log?q=demo.test");
    await expect.poll(() => countOf(page)).toBe(3);
    await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^3 of \d+ users$/);
    await expect(rowsOf(page).first().locator("mark:visible")).toHaveText("demo.test");
    const emails = await sortedBy(page, "Email");
    expect(emails).toEqual([...emails].sort());
    expect(emails).toHaveLength(3);
    await choose(page, "Role", "Agent");
    await expect(page).toHaveURL("/user/log?q=demo.test&role=Agent&sort=email");
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("Samuel Okafor");
    await choose(page, "Role: Agent", "Any role");
  });

  await test.step("a reload keeps everything", async () => {
    await box.fill("harbour");
    await expect(page).toHaveURL(/q=harbour/);
    await expect(rowsOf(page).first()).toContainText("Harbour Logistics");
    await choose(page, "Seen", "Never");
    await sortedBy(page, "Companies");
    await expect(page).toHaveURL("/user/log?q=harbour&seen=never&sort=companies");
    const before = await rowsOf(page).allInnerTexts();
    await page.reload();
    await expect(box).toHaveValue("harbour");
    await expect(page.getByRole("button", { name: "Seen: Never" })).toBeVisible();
    await expect(rowsOf(page)).toHaveText(before, { useInnerText: true });
    await expect(page.getByRole("columnheader", { name: "Companies" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
  });
});

test("companies are searched and sorted, with their open tickets", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  await page.goto("/company/log");
  await seeRows(page, "Companies");
  const names = await column(page, "Name");
  expect(names.length).toBeGreaterThan(9);
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "en")));
  await page.getByRole("columnheader", { name: "Open tickets" }).getByRole("button").click();
  await expect(page).toHaveURL("/company/log?sort=open");
  // Other tests may open tickets.
  await expect(async () => {
    const open = (await column(page, "Open tickets")).map((count) => Number.parseInt(count, 10));
    expect(open[0]).toBeGreaterThan(0);
    expect(open).toEqual(open.toSorted((one, other) => other - one));
  }).toPass();
  await page.getByRole("columnheader", { name: "Created" }).getByRole("button").click();
  await expect(page).toHaveURL("/company/log?sort=created");
  await page.getByRole("searchbox", { name: "Name or domain" }).fill("harbour");
  await expect(page).toHaveURL("/company/log?q=harbour&sort=created");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("Harbour Logistics");
  await expect(rowsOf(page).locator("mark").first()).toHaveText("Harbour");
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    /^1 of \d+ companies$/,
  );
  expect(Number.parseInt((await column(page, "Open tickets"))[0] ?? "", 10)).toBeGreaterThan(0);
  // On narrow screens the name keeps its space.
  await page.setViewportSize({ width: 768, height: 900 });
  const name = page.getByRole("columnheader", { name: "Name" });
  expect((await name.boundingBox())?.width).toBeGreaterThan(200);
});

test("a customer sees their tickets as cards with plain words", async ({ page, signedIn }) => {
  await signedIn("Customer");
  await page.goto("/ticket/log");
  const list = page.getByRole("list", { name: "Tickets: Open" });
  await expect(list.getByRole("heading").first()).toBeVisible();
  await expect(page.locator("table")).toHaveCount(0);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(page).toHaveURL("/ticket/log?view=all");
  const cards = page.getByRole("list", { name: "Tickets: All" });
  await expect(cards.getByRole("heading").first()).toBeVisible();
  const words = await cards.textContent();
  for (const staffOnly of ["Urgent", "Waiting since", "Internal note"]) {
    expect(words).not.toContain(staffOnly);
  }
  await expect(page.getByText("Export CSV")).toHaveCount(0);
});

async function sortBy(page: Page, order: string): Promise<void> {
  await page.getByRole("button", { name: /^Sort/ }).click();
  await page.getByRole("menuitemradio", { name: order }).click();
}

/** An option of a filter menu. */
async function choose(page: Page, menu: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).first().click();
  await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
}

/** The cells of a column after a click on its header has sorted the rows. */
async function sortedBy(page: Page, name: string): Promise<string[]> {
  const head = page.getByRole("columnheader", { name });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await seeRows(page, "Users");
  return column(page, name);
}

test("the subject has half of the width, and a person chooses columns, density and groups", async ({
  page,
  signedIn,
  tabOf,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const me = await signedIn("Agent");
  await page.goto("/ticket/log");
  const table = await seeRows(page, "Tickets: All open");
  const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const display = page.getByRole("button", { name: "Display" });
  const saved = () => page.waitForResponse(/account\.updateProfile/);
  const total = await widthOf(table);
  expect(await widthOf(head("Subject"))).toBeGreaterThanOrEqual(total / 2);
  await expect(
    rowsOf(page)
      .first()
      .getByText(/^#\d+$/),
  ).toBeVisible();

  await test.step("columns", async () => {
    await display.click();
    const hidden = saved();
    await page.getByRole("menuitemcheckbox", { name: "Company" }).click();
    await expect(head("Company")).toHaveCount(0);
    await hidden;
    await page.keyboard.press("Escape");
  });

  await test.step("density", async () => {
    const heightOf = async () => (await rowsOf(page).first().boundingBox())?.height;
    expect(await heightOf()).toBe(36);
    await display.click();
    const dense = saved();
    await page.getByRole("menuitemradio", { name: "Compact" }).click();
    await expect.poll(heightOf).toBe(28);
    await dense;
  });

  await test.step("groups, until another order is chosen", async () => {
    await display.click();
    const grouped = saved();
    await page.getByRole("menuitemradio", { name: "Status" }).click();
    await grouped;
    await seeRows(page, "Tickets: All open");
    await expect(page.getByRole("rowheader").first()).toHaveText(/^(New|Open)$/);
    await expect(head("Status")).toHaveAttribute("aria-sort", "ascending");
  });

  await test.step("they are stored for the person, not for the browser", async () => {
    const elsewhere = await tabOf(me);
    await elsewhere.goto("/ticket/log");
    await seeRows(elsewhere, "Tickets: All open");
    await expect(elsewhere.getByRole("columnheader", { name: "Company" })).toHaveCount(0);
    await expect(elsewhere.getByRole("rowheader").first()).toBeVisible();
  });

  await test.step("sorting by a column ends the groups", async () => {
    const ended = saved();
    await head("Assignee").getByRole("button").click();
    await ended;
    await expect(page).toHaveURL("/ticket/log?sort=assignee");
    await seeRows(page, "Tickets: All open");
    await expect(page.getByRole("rowheader")).toHaveCount(0);
  });
});
