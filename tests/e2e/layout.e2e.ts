import { insertCompany, insertTicket, insertUser } from "../support/builders.ts";
import type { TestDesk } from "./desk.ts";
import { expect, type Page, test } from "./fixtures.ts";
import { pages } from "./screens.ts";

const widths = [1440, 1024, 720, 390, 360];

/** Whatever can be, or is, wider than the room it has. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) => {
      const { overflowX } = getComputedStyle(element);
      return element === document.documentElement || /auto|scroll/.test(overflowX);
    };
    const sizeOf = ({ tagName, className, scrollWidth, clientWidth }: Element) =>
      `${tagName}.${className} ${scrollWidth} > ${clientWidth}`;
    const sideways = [...document.querySelectorAll("*")]
      .filter((element) => scrolls(element) && element.scrollWidth > element.clientWidth)
      .map(sizeOf);
    const content = document.querySelector("main");
    const cut = [...(content?.querySelectorAll("button, a, input, h1, h2") ?? [])]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `outside: ${sizeOf(element)} ${element.textContent?.slice(0, 40)}`);
    return [...sideways, ...cut];
  });
}

/** The longest of everything that the desk takes, and words of another direction. */
async function fillWithTheLongest(desk: TestDesk): Promise<void> {
  const known = await desk.db
    .selectFrom("companies")
    .select("id")
    .where("name", "like", "WWWW%")
    .executeTakeFirst();
  if (known) return;
  const company = await insertCompany(desk.db, {
    name: "W".repeat(120),
    domains: [`${"w".repeat(60)}.test`, "example.test"],
  });
  const requester = await insertUser(desk.db, {
    first_name: "عبد الرحمن محمد الأنصاري".padEnd(80, "ا"),
    last_name: "W".repeat(80),
    email: `${"w".repeat(64)}@${"w".repeat(60)}.test`,
    companies: [company.id],
  });
  await insertTicket(desk.db, {
    requester_id: requester.id,
    company_id: company.id,
    subject: "W".repeat(300),
    priority: "urgent",
    status: "on-hold",
    tags: Array.from({ length: 30 }, (_, index) => `a-tag-of-some-length-${index}`),
    // The first in the list of those that wait.
    created_at: new Date("2020-01-01"),
    updated_at: new Date("2020-01-01"),
    waiting_for: "us",
  });
}

for (const { name, role, open } of pages) {
  test(`${name} never scrolls sideways`, async ({ page, desk, signedIn }) => {
    await fillWithTheLongest(desk);
    const person = role ? await signedIn(role, { firstName: "Wolfeschlegelsteinhausen" }) : null;
    await open({ page, desk, person });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => tooWide(page), { message: `${width} px` }).toEqual([]);
    }
  });
}

test("below 720 px the navigation is a bar at the bottom", async ({ page, signedIn }) => {
  await signedIn("Super Admin");
  await page.setViewportSize({ width: 719, height: 800 });
  await page.goto("/ticket/log");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation).toBeVisible();
  expect(await navigation.boundingBox()).toMatchObject({ x: 0, width: 719 });
  const bar = await navigation.boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(800);
  await page.setViewportSize({ width: 720, height: 800 });
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(60);
});
