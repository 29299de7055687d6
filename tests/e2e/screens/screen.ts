import type { Role } from "../../../shared/access.ts";
import type { TestDesk } from "../browser/desk.ts";
import { expect, type Page } from "../browser/fixtures.ts";
import { leadTo } from "../steps/anywhere.ts";

export interface Scene {
  page: Page;
  desk: TestDesk;
  /** The viewer; none on public pages. */
  person: { id: string; email: string } | null;
}

/** What one person looks at in one browser, one screen after another. */
export interface Walk {
  name: string;
  role: Role | null;
  screens: Screen[];
}

export interface Screen {
  name: string;
  /** Leads there, and waits until everything is there. */
  open(scene: Scene): Promise<unknown>;
  /** Waits until everything is shown again in the layout of another width. */
  see?(page: Page): Promise<unknown>;
  /** An overlay, or an error on the page. */
  above?: Above[];
  /** Only the page below an overlay. */
  isBackdrop?: true;
}

export interface Above {
  name: string;
  /** It changes the page itself. */
  isWithin?: true;
  open(page: Page): Promise<unknown>;
  /** By Escape, where nothing is said. */
  close?(page: Page): Promise<unknown>;
}

export const seeHeading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();

/** What a complete page shows: a heading, or something to wait for. */
type Sight = string | RegExp | ((page: Page) => Promise<unknown>);

/** A page, by its address. */
export function at(name: string, path: string, sight: Sight, above: Above[] = []): Screen {
  const see = (page: Page) => (typeof sight === "function" ? sight(page) : seeHeading(page, sight));
  return {
    name,
    async open({ page }) {
      await goTo(page, path);
      await see(page);
    },
    see,
    above,
  };
}

/** The first of a walk is loaded; from there on one is led. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(path);
  else await leadTo(page, path);
}

/** Nothing lies above the page any more. */
export async function closeByEscape(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[role$=dialog], [role=menu], [role=listbox]")).toHaveCount(0);
}

/** Resizes the page and waits until it is rendered. */
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
  await goTo(page, `/company/${id}`);
  await seeMembers(page);
}
