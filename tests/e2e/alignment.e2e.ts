import type { Locator } from "@playwright/test";
import { insertMessage, insertTicket, insertUser } from "../support/builders.ts";
import { expect, type Page, test } from "./browser/fixtures.ts";
import { leadTo, seeRows } from "./steps/anywhere.ts";

test("a ticket shows its whole subject, and elements in one row are aligned", async ({
  page,
  desk,
  signedIn,
}) => {
  const agent = await signedIn("Agent");
  const author = await insertUser(desk.db, {});
  const ticket = await insertTicket(desk.db, {
    requester_id: author.id,
    status: "open",
    subject: "Barcode with umlaut is refused",
  });
  const words = "some words of a message ".repeat(12);
  for (const body of [`${words}\`code\` ${words}`, `${words}code ${words}`]) {
    await insertMessage(desk.db, { ticket_id: ticket.id, author_id: author.id, body });
  }
  const arabic = "لا يمكن طباعة الملصقات";
  const body = `${arabic}\n\n\`\`\`\n${"one long line of it ".repeat(20)}\n\`\`\``;
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: author.id, body });
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: agent.id, body: "We look." });
  await page.goto(`/ticket/${ticket.number}`);
  const send = page.getByRole("button", { name: "Send and set Pending" });
  await expect(send).toBeVisible();

  await test.step("a reply and its button share a row", async () => {
    const apart = (await middleOf(page, "Bold")) - (await middleOf(page, /^Send and/));
    expect(Math.abs(apart)).toBeLessThan(3);
  });
  await test.step("a preview takes the space of the text", async () => {
    const composer = page.getByRole("region", { name: /^Write / });
    await composer.getByRole("textbox").fill("Hello");
    const room = await composer.boundingBox();
    await composer.getByRole("button", { name: "Preview" }).click();
    await expect(composer.locator("p").filter({ hasText: "Hello" })).toBeVisible();
    expect(await composer.boundingBox()).toEqual(room);
    await composer.getByRole("button", { name: "Edit" }).click();
    await composer.getByRole("textbox").fill("");
  });
  await test.step("inline code does not change the line height", async () => {
    const paragraphs = page.getByRole("region", { name: "Conversation" }).locator("article p");
    const withCode = paragraphs.filter({ has: page.locator("code") });
    const plain = paragraphs.filter({ hasText: "code", hasNot: page.locator("code") });
    await expect(plain).toBeVisible();
    expect((await withCode.boundingBox())?.height).toBe((await plain.boundingBox())?.height);
  });
  await test.step("code begins at its own start, even in right-to-left text", async () => {
    const message = page.getByRole("article").filter({ hasText: arabic });
    await expect(message.getByText(arabic)).toHaveCSS("direction", "rtl");
    await expect(message.locator("pre")).toHaveCSS("direction", "ltr");
  });
  await test.step("the ticket number is whole, however long the view's name is", async () => {
    await leadTo(page, `/ticket/${ticket.number}?view=recently-resolved`);
    await page.setViewportSize({ width: 768, height: 800 });
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail).toContainText("Recently resolved");
    const number = trail.getByText(`#${ticket.number}`);
    expect(await number.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });
  for (const width of [1440, 1024, 768]) {
    await test.step(`next to the list the subject is whole at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const subject = page.getByRole("heading", { level: 1 }).getByText(ticket.subject);
      await expect(subject).toBeVisible();
      const cut = () => subject.evaluate((words) => words.scrollHeight - words.clientHeight);
      await expect.poll(cut).toBeLessThanOrEqual(1);
    });
  }
  await test.step("on any screen width, messages of both sides end where the next reply does", async () => {
    await page.setViewportSize({ width: 2400, height: 1200 });
    const edges = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
      return [Math.round(x), Math.round(x + width)] as const;
    };
    const reply = page.getByRole("region", { name: /^Write / });
    const said = page.getByRole("article");
    const apart = async (message: string, side: 0 | 1) =>
      (await edges(said.filter({ hasText: message })))[side] - (await edges(reply))[side];
    await expect.poll(() => apart(arabic, 0)).toBe(0);
    await expect.poll(() => apart("We look.", 1)).toBe(0);
  });
  await test.step("at double text size the areas keep their names and the ticket's fields are whole", async () => {
    await page.setViewportSize({ width: 2400, height: 1200 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const parts = [
      page.getByRole("navigation", { name: "Main" }),
      page.getByLabel("Properties", { exact: true }),
    ];
    for (const part of parts) {
      await expect.poll(() => part.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    }
  });
});

test("all lists outline the focused row and cut a subject at its end; all settings share a left edge", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Super Admin");
  const requester = await insertUser(desk.db, {});
  const { number } = await insertTicket(desk.db, {
    requester_id: requester.id,
    subject: "لا يمكن طباعة ملصقات الشحن بعد التحديث الأخير ".repeat(5).trim(),
  });
  await page.goto("/ticket/log?view=all&sort=created");
  await test.step("a right-to-left subject is cut like any other", async () => {
    const rows = await seeRows(page, "Tickets: All");
    await expect(rows.locator(`a[href^="/ticket/${number}?"]`)).toHaveCSS("direction", "rtl");
  });
  await test.step("at least one word of the latest message is shown, or nothing", async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    const words = page.getByRole("main").locator("[data-row] bdi");
    await expect(words.first()).toBeVisible();
    const narrow = await words.evaluateAll((all) =>
      all.flatMap((text) => {
        const line = text.parentElement?.parentElement?.getBoundingClientRect();
        const { top, width } = text.getBoundingClientRect();
        return line && top < line.bottom && width < 20 ? [text.textContent] : [];
      }),
    );
    expect(narrow).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  for (const [label, address] of [
    ["Tickets: All", null],
    ["Users", "/user/log"],
    ["Companies", "/company/log"],
  ] as const) {
    await test.step(`the row that has the focus is ringed as a whole: ${label}`, async () => {
      if (address) await leadTo(page, address);
      await seeRows(page, label);
      await page.keyboard.press("j");
      const row = page.locator("main [data-row]").filter({ has: page.locator(":focus") });
      await expect(row).toHaveCSS("outline-style", "solid");
      await expect(row).toHaveCSS("outline-width", "2px");
      await expect(row.locator(":focus")).toHaveCSS("outline-style", "none");
    });
  }
  for (const width of [1440, 1024, 768, 390]) {
    await test.step(`the last column in sight ends where the bar above it does, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const last = page.getByRole("columnheader").locator("visible=true").last();
      await expect(last).toHaveCSS("padding-right", "16px");
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step("headings and lists of the settings share a left edge", async () => {
    const edges = new Set<number>();
    for (const [tab, title] of settingsTabs) {
      await leadTo(page, `/settings/${tab}`);
      const heading = page.getByRole("main").getByRole("heading", { level: 1, name: title });
      await expect(heading).toBeVisible();
      edges.add((await heading.boundingBox())?.x ?? 0);
      if (tab !== "tags") continue;
      const list = page.getByRole("list", { name: "Tags" });
      await expect(list.getByRole("article").first()).toBeVisible();
      edges.add((await list.boundingBox())?.x ?? 0);
    }
    expect(edges.size).toBe(1);
  });
  await test.step("wrapped colour choices share a left edge", async () => {
    await leadTo(page, "/settings/desk");
    const colours = page.getByRole("group", { name: "Colour", exact: true });
    await expect(colours.getByLabel("Pick a colour")).toBeVisible();
    for (const width of [768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await colours.evaluate((group) => {
        const places = [...group.querySelectorAll("label:has(input), input[type=color]")];
        const lines = new Map<number, number>();
        for (const { left, top, height } of places.map((one) => one.getBoundingClientRect())) {
          const middle = Math.round(top + height / 2);
          lines.set(middle, Math.min(left, lines.get(middle) ?? left));
        }
        return [...lines.values()];
      });
      expect(lines.length, `lines at ${width} px`).toBeGreaterThan(1);
      expect(new Set(lines).size, `at ${width} px`).toBe(1);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

const settingsTabs = [
  ["desk", "Desk"],
  ["teams", "Teams"],
  ["tags", "Tags"],
  ["macros", "Macros"],
  ["mailboxes", "Mailboxes"],
  ["sign-in", "Sign-in rules"],
] as const;

async function middleOf(page: Page, button: string | RegExp): Promise<number> {
  const box = await page.getByRole("button", { name: button }).first().boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
}
