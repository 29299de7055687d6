import type { Role } from "../../shared/access.ts";
import type { TestDesk } from "./desk.ts";
import { expect, type Page } from "./fixtures.ts";

export interface Scene {
  page: Page;
  desk: TestDesk;
  /** Whoever looks; nobody on the pages for visitors. */
  person: { id: string; email: string } | null;
}

export interface Screen {
  name: string;
  role: Role | null;
  /** Leads there, and waits until everything is there. */
  open(scene: Scene): Promise<unknown>;
  /** Waits until everything is there once more, in the other shape of another width. */
  see?(page: Page): Promise<unknown>;
}

export const seeHeading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();

/** What is on a page once it is complete: a heading, or what is waited for. */
type Sight = string | RegExp | ((page: Page) => Promise<unknown>);

/** A page, by its address. */
export function at(name: string, role: Role | null, path: string, sight: Sight): Screen {
  const see = (page: Page) => (typeof sight === "function" ? sight(page) : seeHeading(page, sight));
  return {
    name,
    role,
    async open({ page }) {
      await page.goto(path);
      await see(page);
    },
    see,
  };
}

/** The page has this size, and has drawn what it makes of it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

export const seeMembers = (page: Page) =>
  expect(page.getByRole("list", { name: "Members" }).getByRole("switch").first()).toBeVisible();

export async function openLargestCompany({ page, desk }: Scene): Promise<void> {
  const { id } = await desk.db
    .selectFrom("tickets")
    .innerJoin("companies", "companies.id", "tickets.company_id")
    .select("companies.id")
    .where("companies.state", "=", "active")
    .groupBy("companies.id")
    .orderBy((order) => order.fn.countAll(), "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await page.goto(`/company/${id}`);
  await seeMembers(page);
}
