import type { Locator } from "@playwright/test";
import { insertTicket, insertUser } from "../support/builders.ts";
import type { TestDesk } from "./browser/desk.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { settled } from "./browser/settled.ts";
import { resize } from "./screens/screen.ts";
import { shellOf } from "./steps/anywhere.ts";

const main = (page: Page) => page.getByRole("main");
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The block's bars, points, cells or rows. */
const marksOf = (page: Page, name: string) => block(page, name).locator('a[href^="/ticket/log"]');

/** From its left edge to its right one. */
async function spanOf(part: Locator): Promise<{ from: number; to: number }> {
  const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: 0 };
  return { from: x, to: x + width };
}

async function openDashboard(page: Page, search = ""): Promise<void> {
  await page.goto(`/dashboard/log${search}`);
  await expect(page.getByRole("list", { name: "Figures" })).toBeVisible();
  await settled(page);
  // Blocks further down are drawn when their data has loaded.
  await expect(main(page).locator("section[aria-busy=true]")).toHaveCount(0);
}

/** Every link to tickets that shows a number, and that number. */
function countedLinks(page: Page): Promise<{ href: string; count: number; says: string }[]> {
  return page.evaluate(() => {
    // For shares and times the hint says how many tickets they are based on.
    const ofHint = /([\d,]+) tickets?\.$/;
    const ofMark = /: ([\d,]+) (created|resolved|open)$/;
    const ofText = /^\D*?([\d,]+)(?!.*\d)/;
    return [...document.querySelectorAll<Element>('main a[href^="/ticket/log"]')].map((link) => {
      const label = link.getAttribute("aria-label") ?? "";
      const hint = link.getAttribute("data-hint") ?? "";
      const strong = link.querySelector("strong")?.textContent ?? "";
      const said =
        ofMark.exec(label)?.[1] ??
        ofHint.exec(hint)?.[1] ??
        (strong || ofText.exec(link.lastElementChild?.textContent ?? link.textContent ?? "")?.[1]);
      return {
        href: link.getAttribute("href") ?? "",
        count: Number((said ?? "").replaceAll(",", "") || Number.NaN),
        says: label || link.textContent || "",
      };
    });
  });
}

/** The counts of the lists at these addresses. */
async function countsOf(page: Page, addresses: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const all = [...new Set(addresses)];
  for (let from = 0; from < all.length; from += batch) {
    const some = all.slice(from, from + batch);
    const inputs = some.map((address) => {
      const params = new URL(address, page.url()).searchParams;
      return { view: "all", q: params.get("q"), timeZone: params.get("tz") };
    });
    const calls = some.map(() => "tickets.count").join(",");
    const answer = await page.request.get(`/node/trpc/${calls}`, {
      params: { batch: "1", input: JSON.stringify({ ...inputs }) },
    });
    const body: { result?: { data: { count: number } } }[] = await answer.json();
    for (const [index, address] of some.entries()) {
      counts.set(address, body[index]?.result?.data.count ?? Number.NaN);
    }
  }
  return counts;
}

const batch = 10;

async function expectExact(page: Page): Promise<void> {
  const links = await countedLinks(page);
  const listed = await countsOf(
    page,
    links.map(({ href }) => href),
  );
  const wrong = links.filter(({ href, count }) => listed.get(href) !== count);
  expect(wrong.map((link) => ({ ...link, listed: listed.get(link.href) }))).toEqual([]);
}

/** Like another server on the same database: the ticket and its event. */
async function openElsewhere(desk: TestDesk): Promise<void> {
  const requester = await desk.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Customer")
    .where("state", "=", "active")
    .executeTakeFirstOrThrow();
  const now = new Date();
  const ticket = await insertTicket(desk.db, { requester_id: requester.id, created_at: now });
  await desk.db
    .insertInto("live_events")
    .values({
      ...{ id: Bun.randomUUIDv7(), topic: "ticket", subject_id: ticket.id, number: ticket.number },
      ...{ version: 1, audience: "everyone", people_ids: [requester.id] },
    })
    .execute();
  desk.services.wakeup.wake();
}

test.describe("every figure links to exactly the tickets it counts", () => {
  test.use({ timezoneId: "America/New_York" });

  test("tiles, bars, points, cells and rows, each by a click", async ({ page, signedIn }) => {
    await signedIn("Super Admin");
    await openDashboard(page);
    const links = await countedLinks(page);
    expect(links.length).toBeGreaterThan(180);
    await expectExact(page);
    const figures = page.getByRole("list", { name: "Figures" });
    const within = (name: string, link: RegExp) =>
      block(page, name).getByRole("link", { name: link });
    // One of each kind; a cell of the hours is opened by key below.
    const some = [
      figures.getByRole("link", { name: /^New/ }),
      within("To do now", /unanswered/),
      within("Created and resolved", /: [1-9]\d* created$/).last(),
      within("Agents", /, resolved: [1-9]/).first(),
      within("By company", /\d+ others/),
    ];
    for (const link of some) {
      await expect(figures).toBeVisible();
      const href = await link.getAttribute("href");
      const shown = links.find((counted) => counted.href === href);
      await link.click();
      await expect(page).toHaveURL(/\/ticket\/log\?view=all&q=/);
      await expectListed(page, shown?.count);
      await page.goBack();
    }
  });

  test("as filtered: custom period, company, agent and no comparison, stored in the address, also after a reload", async ({
    page,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await openDashboard(page);
    await test.step("each choice is written into the address", async () => {
      await narrow(page);
      await expect(page).toHaveURL(
        "/dashboard/log?period=7d&compare=none&company=Nordlicht+Klinik&of=created",
      );
      await settled(page);
      await expectExact(page);
    });

    await test.step("a reload keeps them", async () => {
      await page.getByRole("button", { name: "Agent: All agents" }).click();
      await page.getByRole("option", { name: "Me", exact: true }).click();
      const address =
        "/dashboard/log?period=7d&compare=none&company=Nordlicht+Klinik&agent=me&of=created";
      await expect(page).toHaveURL(address);
      await page.reload();
      await expect(page.getByRole("button", { name: "Agent: Me" })).toBeVisible();
      await expect(marksOf(page, "By company")).toHaveCount(0);
    });

    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/dashboard/log?period=7d&compare=none&of=created");
    await test.step("a custom period, with its last day", async () => {
      await page.getByRole("button", { name: "Period: Last 7 days" }).click();
      await showDays(page, "2026-01-05", "2026-01-02");
      await expect(page.getByRole("alert")).toHaveText("The last day is before the first.");
      await page.getByLabel("To", { exact: true }).fill("");
      await page.getByRole("button", { name: "Show these days" }).click();
      await expect(page.getByRole("alert")).toHaveText("Choose the first and the last day.");
      await page.getByLabel("To", { exact: true }).fill("2026-01-05");
      await page.getByRole("button", { name: "Show these days" }).click();
      await expect(page).toHaveURL(/\?from=2026-01-05&to=2026-01-05&compare=none/);
      await expect(marksOf(page, "Open backlog")).toHaveCount(1);
    });

    await test.step("a year, in weeks", async () => {
      await page.getByRole("button", { name: "Period: 5 Jan" }).click();
      await showDays(page, "2025-12-01", "2026-11-30");
      await expect(page).toHaveURL(/\?from=2025-12-01&to=2026-11-30/);
      await expect(marksOf(page, "Open backlog").nth(40)).toBeVisible();
      await settled(page);
      await expectExact(page);
    });
  });

  test("as a table, too, and for an agent of some companies", async ({ page, desk, signedIn }) => {
    const companies = await desk.db.selectFrom("companies").select("id").limit(3).execute();
    await signedIn("Agent", { companyScope: "assigned", companies });
    await openDashboard(page);
    const charts = page.getByRole("button", { name: /^Show as table/ });
    for (let left = await charts.count(); left > 0; left--) await charts.first().click();
    await expect(block(page, "Created and resolved").getByRole("row")).toHaveCount(32);
    const inAll = block(page, "Created and resolved").getByRole("row").nth(1);
    await expect(inAll).toHaveText(/^In all\d+\d+$/);
    await expect(block(page, "By status").getByRole("row")).toHaveCount(6);
    // Each number and its share, and their total.
    for (const name of ["By status", "By company"]) {
      const rows = block(page, name).getByRole("row");
      await expect(rows.getByRole("link")).toHaveCount(2 * ((await rows.count()) - 1));
    }
    await expectExact(page);
  });
});

test("ratings are a share with its count, by agent, company or tag, and each comment leads to its ticket", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await openDashboard(page, "?period=90d");
  const ratings = block(page, "Ratings");
  await expect(ratings.getByRole("link", { name: /^\d+(\.\d)? % good of \d+$/ })).toBeVisible();
  const choice = ratings.getByRole("navigation", { name: "Ratings" });
  await choice.getByRole("link", { name: "By company" }).click();
  await expect(page).toHaveURL("/dashboard/log?period=90d&ratings=company");
  await expect(ratings.getByRole("table", { name: "Ratings by company" })).toBeVisible();
  await settled(page);
  await expectExact(page);

  const comments = block(page, "Rating comments").getByRole("listitem");
  await expect(comments.first()).toHaveText(/^(Good|Bad): /);
  const link = comments.first().getByRole("link", { name: /^#\d+/ });
  const number = /#(\d+)/.exec((await link.textContent()) ?? "")?.[1];
  await link.click();
  await expect(page).toHaveURL(`/ticket/${number}`);
  await expect(page.getByLabel("Properties", { exact: true })).toContainText("Rating");
});

test("tickets from elsewhere update the figures at most once a second, without flicker, and on a tablet the to-do cards form two even rows", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  await openDashboard(page);
  const tile = page.getByRole("list", { name: "Figures" }).getByRole("link", { name: /^New/ });
  const before = Number(/\d+/.exec((await tile.textContent()) ?? "")?.[0]);
  // Anything removed in the meantime would have flickered.
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes) {
        for (const node of removedNodes) {
          if (node instanceof Element && node.querySelector("section, svg, table")) {
            document.title = "flickered";
          }
        }
      }
    }).observe(document.querySelector("main") as Element, { childList: true, subtree: true });
  });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("dashboard.totals")) asked += 1;
  });
  const began = Date.now();
  for (let more = 0; more < 5; more++) await openElsewhere(desk);
  await expect(tile).toContainText(`New${before + 5}`);
  expect(asked).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 1000));
  await expect(page).not.toHaveTitle("flickered");

  await page.setViewportSize({ width: 768, height: 1024 });
  await expectTwoEvenLines(page);
});

test("returning shows the figures immediately, and the blocks below afterwards", async ({
  page,
  signedIn,
}) => {
  await signedIn("Agent");
  await openDashboard(page);
  const cells = await marksOf(page, "Arrivals by hour").count();
  expect(cells, "each hour of the week").toBe(7 * 24);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(main(page).locator("[data-row]").first()).toBeVisible();
  const drawings = await page.evaluateHandle(() => {
    const seen: { figures: number; bars: number; cells: number }[] = [];
    const count = (selector: string) => document.querySelectorAll(`main ${selector}`).length;
    // Called with the changes of one frame, before the next one.
    new MutationObserver(() => {
      const figures = count("[aria-label='Figures'] a");
      if (figures === 0) return;
      seen.push({
        figures,
        bars: count("[aria-label='Tickets created and resolved'] a"),
        cells: count("td a[data-hint-side='top']"),
      });
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(marksOf(page, "Arrivals by hour")).toHaveCount(cells);
  const [first] = await drawings.jsonValue();
  expect(first?.figures).toBeGreaterThan(0);
  expect(first?.bars).toBeGreaterThan(0);
  expect(first?.cells).toBe(0);
  await expect(block(page, "Arrivals by hour")).toHaveAttribute("aria-busy", "false");
  await expect(marksOf(page, "By status")).not.toHaveCount(0);
});

test("each block is exported as CSV with its filters, and is one tab stop with arrow keys inside", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await openDashboard(page, "?period=7d");
  await test.step("the file has the figures on screen", async () => {
    const [days] = await Promise.all([
      page.waitForEvent("download"),
      block(page, "Open backlog")
        .getByRole("link", { name: /^Download as CSV/ })
        .click(),
    ]);
    expect(days.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await Bun.file(await days.path()).text()).trim().split("\n");
    expect(lines).toHaveLength(8);
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const files = page.getByRole("menuitem");
    await expect(files).toHaveCount(14);
    const [tags] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "By tag", exact: true }).click(),
    ]);
    expect(await Bun.file(await tags.path()).text()).toMatch(/^Tag,Tickets\r?\n(.+,\d+\r?\n)+/);
  });

  const bars = marksOf(page, "Created and resolved");
  await block(page, "Created and resolved")
    .getByRole("link", { name: /^Download/ })
    .focus();
  await page.keyboard.press("Tab");
  await expect(bars.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(bars.nth(3)).toBeFocused();
  await expect(page.getByRole("tooltip")).toContainText(/: \d+ created, \d+ resolved/);
  await page.keyboard.press("End");
  await expect(bars.nth(13)).toBeFocused();
  const created = block(page, "Created and resolved");
  const [card, day] = [await spanOf(created), await spanOf(created.locator("svg text").last())];
  const [left, right] = [await spanOf(bars.nth(12)), await spanOf(bars.nth(13))];
  expect(Math.abs(day.from + day.to - left.from - right.to), "a day under its bars").toBeLessThan(
    4,
  );
  await expect
    .poll(async () => (await spanOf(page.locator("[data-slot=hint]"))).to, "a hint in its card")
    .toBeLessThanOrEqual(card.to);
  await expect(block(page, "Open backlog")).toContainText("snoozed ones too");
  await page.keyboard.press("Tab");
  await expect(
    block(page, "Open backlog").getByRole("button", { name: /^Show as table/ }),
  ).toBeFocused();
  const cells = block(page, "Arrivals by hour").getByRole("table").getByRole("link");
  await cells.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(cells.nth(25)).toBeFocused();
  const said = /: (\d+) created$/.exec((await cells.nth(25).getAttribute("aria-label")) ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/created-hour%3Atue-01/);
  await expectListed(page, Number(said?.[1]));

  await test.step("returning from a list focuses the number that led there", async () => {
    await page.goBack();
    await expect(cells.nth(25)).toBeFocused();
    await expect(cells.nth(25)).toBeInViewport();
    await page.keyboard.press("ArrowLeft");
    await expect(cells.nth(24)).toBeFocused();
    const figure = page.getByRole("list", { name: "Figures" }).getByRole("link").nth(2);
    for (const number of [bars.nth(3), figure]) {
      await number.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/ticket\/log\?/);
      await page.goBack();
      await expect(number).toBeFocused();
    }
  });
});

test("a block that fails says so in its place, and is retried by itself", async ({
  page,
  signedIn,
  watch,
}) => {
  await signedIn("Agent");
  watch.allow(/net::ERR_FAILED/);
  await page.clock.install();
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await settled(page);
  await page.route(/dashboard\./, (route) => route.abort());
  await shellOf(page).entry("Dashboard").click();
  const again = block(page, "Agents").getByRole("button", { name: "Try again" });
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(again).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.unroute(/dashboard\./);
  await again.click();
  await expect(
    block(page, "Agents")
      .getByRole("link", { name: /open: \d/ })
      .first(),
  ).toBeVisible();
  await expect(block(page, "By tag").getByRole("button", { name: "Try again" })).toBeVisible();
});

test("the print version is light and fits one page, without buttons", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  await page.emulateMedia({ colorScheme: "dark" });
  await openDashboard(page, "?company=Nordlicht+Klinik");
  for (const format of ["A4", "Letter"] as const) {
    const pdf = await page.pdf({
      format,
      margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" },
    });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/Last 30 days · .* · Nordlicht Klinik/)).toBeVisible();
  await expect(shellOf(page).navigation).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  // Only the chosen value of each choice.
  const of = page.getByRole("navigation", { name: "Of which tickets" });
  await expect(of.getByText("Open now")).toBeVisible();
  await expect(of.getByText("Resolved")).toBeHidden();
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toMatch(/oklch\(0\.985/);
  // Each hour is above its column.
  const hours = page
    .getByRole("region", { name: "Arrivals by hour" })
    .locator("th > [aria-hidden]");
  const lefts = await hours.evaluateAll((all) =>
    all.slice(0, 6).map((hour) => Math.round(hour.getBoundingClientRect().left)),
  );
  expect(new Set(lefts).size).toBe(6);

  await page.emulateMedia({ media: "screen" });
  const charts = page.getByRole("button", { name: /^Show as table/ });
  for (let left = await charts.count(); left > 0; left--) await charts.first().click();
  await test.step("in a table each status has its whole name", async () => {
    const words = page.getByRole("region", { name: "By status" }).locator("[data-hint-cut]");
    await expect(words.first()).toBeVisible();
    const cut = await words.evaluateAll((all) =>
      all.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
    );
    expect(cut).toEqual([]);
  });
  await test.step("the print version has every row of a table", async () => {
    await page.emulateMedia({ media: "print" });
    const cut = await page.getByRole("table").evaluateAll((tables) =>
      tables
        .filter((table) => {
          const box = table.parentElement;
          return box && box.scrollHeight > box.clientHeight + 1;
        })
        .map((table) => table.querySelector("caption")?.textContent),
    );
    expect(cut).toEqual([]);
  });
});

test.describe("a desk without tickets", () => {
  test.use({ deskSettings: { demo: false } });

  test("shows the next step, and a single ticket as soon as there is one", async ({
    page,
    desk,
    signedIn,
  }) => {
    await signedIn("Super Admin");
    await page.goto("/dashboard/log?period=today");
    await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
    await expect(main(page).getByRole("link", { name: "New ticket" })).toBeVisible();
    await insertUser(desk.db);
    await openElsewhere(desk);
    await expect(page.getByRole("list", { name: "Figures" })).toContainText("New1");
    await expect(
      block(page, "Open backlog").getByRole("link", { name: /: 1 open$/ }),
    ).toBeVisible();
  });
});

async function expectTwoEvenLines(page: Page): Promise<void> {
  const cards = page.getByRole("region", { name: "To do now" }).getByRole("listitem");
  await expect(cards).toHaveCount(5);
  const boxes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const lines = Map.groupBy(boxes, ({ y }) => y);
  expect([...lines.values()].map((line) => line.length)).toEqual([3, 2]);
  for (const line of lines.values()) {
    expect(new Set(line.map(({ width }) => Math.round(width))).size).toBe(1);
  }
}

/** The opened list shows this number. */
async function expectListed(page: Page, count = Number.NaN): Promise<void> {
  await expect(main(page).getByRole("status").first()).toHaveText(
    new RegExp(`^${count.toLocaleString("en")}\\b`),
  );
}

async function narrow(page: Page): Promise<void> {
  const tile = page.getByRole("list", { name: "Figures" }).getByRole("link").first();
  await expect(tile).toContainText("was ");
  await page.getByRole("button", { name: "Period: Last 30 days" }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL("/dashboard/log?period=7d");
  await expect(marksOf(page, "Created and resolved")).toHaveCount(14);
  await page.getByRole("button", { name: "Comparison: vs previous 7 days" }).click();
  await page.getByRole("menuitemradio", { name: "no comparison" }).click();
  await expect(tile).not.toContainText("was ");
  await page.getByRole("button", { name: "Company: All companies" }).click();
  await page.getByRole("combobox", { name: "Find company" }).fill("nordl");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("option", { name: /^Nordlicht Klinik/ }).click();
  await expect(page.getByRole("button", { name: "Company: Nordlicht Klinik" })).toBeVisible();
  await expect(marksOf(page, "By status")).toHaveCount(4);
  await resize(page, { width: 390, height: 844 });
  const company = page.getByRole("button", { name: "Company: Nordlicht Klinik" });
  await expect(company, "behind one button on a phone").toBeHidden();
  await page.getByRole("button", { name: "Filters 1" }).click();
  await expect(company).toBeVisible();
  await resize(page, { width: 1440, height: 900 });
  await page.getByRole("link", { name: "Created", exact: true }).click();
  await expect(marksOf(page, "By status")).toHaveCount(6);
}

async function showDays(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Show these days" }).click();
}
