import { insertMessage, insertTicket, insertUser } from "../support/builders.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { seeRows } from "./steps.ts";

test("beside the list a subject is whole, and a reply and its button share a line", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const requester = await insertUser(desk.db, {});
  const ticket = await insertTicket(desk.db, {
    requester_id: requester.id,
    status: "open",
    subject: "Barcode with umlaut is refused",
  });
  await page.goto(`/ticket/${ticket.number}`);
  const send = page.getByRole("button", { name: "Send and set Pending" });
  await expect(send).toBeVisible();
  expect(
    Math.abs((await middleOf(page, "Bold")) - (await middleOf(page, /^Send and/))),
  ).toBeLessThan(3);
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const subject = page.getByRole("heading", { level: 1 }).getByText(ticket.subject);
    await expect(subject).toBeVisible();
    const cut = () => subject.evaluate((words) => words.scrollHeight - words.clientHeight);
    await expect.poll(cut, `${width} px`).toBeLessThanOrEqual(1);
  }
});

test("a word of code in a message leaves its line as high as the others", async ({
  page,
  desk,
  signedIn,
}) => {
  await signedIn("Agent");
  const author = await insertUser(desk.db, {});
  const ticket = await insertTicket(desk.db, { requester_id: author.id, status: "open" });
  const words = "some words of a message ".repeat(12);
  for (const body of [`${words}\`code\` ${words}`, `${words}code ${words}`]) {
    await insertMessage(desk.db, { ticket_id: ticket.id, author_id: author.id, body });
  }
  await page.goto(`/ticket/${ticket.number}`);
  const paragraphs = page.getByRole("region", { name: "Conversation" }).locator("article p");
  const withCode = paragraphs.filter({ has: page.locator("code") });
  const plain = paragraphs.filter({ hasText: "code", hasNot: page.locator("code") });
  await expect(plain).toBeVisible();
  expect((await withCode.boundingBox())?.height).toBe((await plain.boundingBox())?.height);
});

test("the row that has the focus is ringed as a whole, in every list alike", async ({
  page,
  signedIn,
}) => {
  await signedIn("Super Admin");
  for (const [address, label] of [
    ["/ticket/log?view=all", "Tickets: All"],
    ["/user/log", "Users"],
    ["/company/log", "Companies"],
  ] as const) {
    await page.goto(address);
    await seeRows(page, label);
    await page.keyboard.press("j");
    const row = page.locator("main [data-row]").filter({ has: page.locator(":focus") });
    await expect(row).toHaveCSS("outline-style", "solid");
    await expect(row).toHaveCSS("outline-width", "2px");
    await expect(row.locator(":focus")).toHaveCSS("outline-style", "none");
  }
});

test("a subject that reads from the right is cut at its end, like any other", async ({
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
  const rows = await seeRows(page, "Tickets: All");
  await expect(rows.locator(`a[href^="/ticket/${number}?"]`)).toHaveCSS("direction", "rtl");
});

test("headings and lists of the settings begin at one line", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  const edges = new Set<number>();
  for (const tab of ["desk", "teams", "tags", "macros", "sign-in"]) {
    await page.goto(`/settings/${tab}`);
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    edges.add((await heading.boundingBox())?.x ?? 0);
    if (tab !== "tags") continue;
    const list = page.getByRole("list", { name: "Tags" });
    await expect(list.getByRole("article").first()).toBeVisible();
    edges.add((await list.boundingBox())?.x ?? 0);
  }
  expect(edges.size).toBe(1);
});

async function middleOf(page: Page, button: string | RegExp): Promise<number> {
  const box = await page.getByRole("button", { name: button }).first().boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
}
