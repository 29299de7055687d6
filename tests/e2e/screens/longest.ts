import { insertCompany, insertTicket, insertUser } from "../../support/builders.ts";
import type { TestDesk } from "../browser/desk.ts";
import type { Page } from "../browser/fixtures.ts";

/** From a wide screen to the narrowest. */
export const widths = [1440, 1024, 720, 390, 360];

/** Whatever can be, or is, wider than the room it has. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) => {
      if (element.scrollWidth <= element.clientWidth) return false;
      const { overflowX } = getComputedStyle(element);
      return element === document.documentElement || /auto|scroll/.test(overflowX);
    };
    const sizeOf = ({ tagName, className, scrollWidth, clientWidth }: Element) =>
      `${tagName}.${className} ${scrollWidth} > ${clientWidth}`;
    const sideways = [...document.querySelectorAll("*")].filter(scrolls).map(sizeOf);
    const content = document.querySelector("main");
    const cut = [...(content?.querySelectorAll("button, a, input, h1, h2") ?? [])]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `outside: ${sizeOf(element)} ${element.textContent?.slice(0, 40)}`);
    return [...sideways, ...cut];
  });
}

/** The longest of everything that the desk takes, and words of another direction. */
export async function fillWithTheLongest(desk: TestDesk): Promise<void> {
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
