import type { Locator } from "@playwright/test";
import { insertMessage, insertTicket, insertUser } from "../support/builders.ts";
import { expect, test } from "./browser/fixtures.ts";
import { fillWithTheLongest, widths } from "./screens/longest.ts";
import { leadTo, seeRows, shellOf } from "./steps/anywhere.ts";

/** In letters. */
function longestLine(paragraph: Locator): Promise<number> {
  return paragraph.evaluate(({ firstChild }) => {
    const letter = document.createRange();
    const letters = new Map<number, number>();
    for (let at = 0; at < (firstChild?.textContent?.length ?? 0); at += 1) {
      letter.setStart(firstChild as Text, at);
      letter.setEnd(firstChild as Text, at + 1);
      const { top } = letter.getBoundingClientRect();
      letters.set(top, (letters.get(top) ?? 0) + 1);
    }
    return Math.max(...letters.values());
  });
}

test("below 720 px the navigation is at the bottom, and a long name leaves the top bar one line with the area's name", async ({
  page,
  desk,
  signedIn,
}) => {
  await fillWithTheLongest(desk);
  const { id } = await desk.db
    .selectFrom("companies")
    .select("id")
    .where("name", "like", "WWWW%")
    .executeTakeFirstOrThrow();
  await signedIn("Super Admin");
  await page.goto(`/company/${id}`);
  const area = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
  await expect(area).toHaveText("Company");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const bar = page.getByRole("banner");
    await expect
      .poll(async () => (await bar.boundingBox())?.height, `${width} px`)
      .toBeLessThan(48);
    const isWhole = await area.evaluate((link) => link.scrollWidth <= link.clientWidth);
    expect(isWhole, `${width} px`).toBe(true);
  }
  await page.setViewportSize({ width: 719, height: 800 });
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation).toBeVisible();
  const bar = await navigation.boundingBox();
  expect(bar).toMatchObject({ x: 0, width: 719 });
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(800);
  await page.setViewportSize({ width: 720, height: 800 });
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(60);
});

test("a table in a message keeps its words whole, and the print version has only the conversation", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const author = await insertUser(desk.db, {});
  const ticket = await insertTicket(desk.db, {
    requester_id: author.id,
    status: "open",
    subject: "Many columns ".repeat(20).trim(),
  });
  await insertMessage(desk.db, {
    ticket_id: ticket.id,
    author_id: author.id,
    body: [
      "| Warehouse | Quantity | Delivered | Returned | Remarks |",
      "|---|---|---|---|---|",
      `| ${"north ".repeat(20)}| 2 | ${"x".repeat(90)} | 4 | none |`,
      "",
      "```",
      "one long line ".repeat(30),
      "```",
      "",
      "Is there a way to give the driver a note per stop, one that says to ring twice? ".repeat(3),
    ].join("\n"),
  });
  await page.goto(`/ticket/${ticket.number}`);
  const message = page.getByRole("region", { name: "Conversation" }).getByRole("article");
  await expect(message.locator("th")).toHaveCount(5);
  // On any screen.
  await page.setViewportSize({ width: 1920, height: 800 });
  expect(await longestLine(message.locator("p", { hasText: "ring twice" }))).toBeLessThan(73);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await message.locator("th").evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return words.getClientRects().length;
      }),
    );
    expect(lines, `${width} px`).toEqual([1, 1, 1, 1, 1]);
  }
  // The breadcrumb is enough on a screen, but paper has none.
  const header = page.getByRole("main").locator("header", { has: page.locator("h1") });
  const number = header.getByText(`#${ticket.number}`, { exact: true });
  await expect(number).toBeHidden();
  await page.setViewportSize({ width: 760, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Resolve ticket" })).toBeHidden();
  await expect(number).toBeVisible();
  const properties = page.getByLabel("Properties", { exact: true });
  await expect(properties.getByText("Priority", { exact: true })).toBeVisible();
  for (const empty of ["Team", "Tags", "Snooze", "Linked tickets", "Followers"]) {
    await expect(properties.getByText(empty, { exact: true })).toBeHidden();
  }
  // A printed "today" would be another day when it is read.
  const said = page.getByRole("region", { name: "Conversation" });
  const date = await said
    .getByText("Today", { exact: true })
    .evaluate((day) => getComputedStyle(day, "::after").content);
  expect(date).toMatch(/^", \d+ \w+ \d{4}"$/);
  await expect(said.getByText("Today", { exact: true })).toHaveAttribute(
    "data-hint",
    /^\w+ \d+ \w+ \d{4}$/,
  );
  const cut = await page
    .locator("h1 span, article pre")
    .evaluateAll((parts) =>
      parts.map((part) => [
        part.scrollWidth - part.clientWidth,
        part.scrollHeight - part.clientHeight,
      ]),
    );
  expect(cut.flat().filter((by) => by > 1)).toEqual([]);
  // A short conversation begins at the top of the sheet, even if the column next to it is longer.
  await page.setViewportSize({ width: 1440, height: 794 });
  const [subject, first] = await Promise.all(
    [page.getByRole("heading", { level: 1 }), page.getByRole("article").first()].map((part) =>
      part.boundingBox(),
    ),
  );
  expect((first?.y ?? 0) - (subject?.y ?? 0)).toBeLessThan(200);
  // A long conversation scrolls on a screen and is complete on paper.
  const long = await insertTicket(desk.db, { requester_id: author.id, status: "open" });
  for (let said = 1; said <= 31; said += 1) {
    const body = `Line ${said}\n\n`.repeat(6);
    await insertMessage(desk.db, { ticket_id: long.id, author_id: author.id, body });
  }
  await page.emulateMedia({ media: "screen" });
  await leadTo(page, `/ticket/${long.number}`);
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByText("Line 31").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(conversation.getByRole("article")).toHaveCount(31);
  // Fixed parts of the screen would break the page and leave empty sheets.
  const places = await conversation
    .locator("li")
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).position));
  expect(new Set(places)).toEqual(new Set(["static"]));
  const hidden = await conversation.evaluate((pane) => pane.scrollHeight - pane.clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await leadTo(page, "/audit");
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Who", exact: true })).toBeHidden();
  await leadTo(page, `/user/${author.id}`);
  await expect(page.getByText("Member since")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Disable" })).toBeHidden();
});

test("the print version has only the list, with every loaded row", async ({ page, signedIn }) => {
  await signedIn("Agent");
  await page.goto("/ticket/log?view=all");
  await seeRows(page, "Tickets: All");
  const rows = page.locator("main [data-row]");
  expect(await rows.count()).toBeLessThan(50);
  await page.emulateMedia({ media: "print" });
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save view" })).toBeHidden();
  const heading = page.getByRole("heading", { name: "All", exact: true });
  for (const width of [1440, 794]) {
    await page.setViewportSize({ width, height: 1123 });
    await expect.poll(async () => (await heading.boundingBox())?.height).toBeGreaterThan(10);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: "screen" });
  await expect.poll(() => rows.count()).toBeLessThan(50);
});

test("in forced colours, selection and bars are visible", async ({ page, signedIn }) => {
  await signedIn("Agent");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  const { entry } = shellOf(page);
  const looks = async () => (await entry("Dashboard").screenshot()).toString("base64");
  const before = await looks();
  await entry("Dashboard").click();
  const heat = page.getByRole("region", { name: "Arrivals by hour" }).getByRole("link");
  await expect(heat.first()).toBeVisible();
  await page.mouse.move(0, 0);
  await page.getByRole("main").focus();
  expect(await looks()).not.toBe(before);
  const cell = async (count: RegExp) => {
    const found = heat.and(page.getByLabel(count)).first();
    return (await found.screenshot()).toString("base64");
  };
  expect(await cell(/: 0 created/)).not.toBe(await cell(/: [1-9]\d* created/));
});
