import { dirname } from "node:path";
import { expect, type Page } from "../browser/fixtures.ts";
import { resize } from "./screen.ts";

export const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

type Theme = "light" | "dark";

const atLevelAA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Of these rules alone it matters which theme is shown. */
const aboutColours = ["color-contrast", "link-in-text-block"];

/** A part of a page: excludes what is tested elsewhere, or includes only what is new. */
export interface Part {
  include?: string[];
  exclude?: string[];
}

interface Axe {
  run(
    context: Part,
    options: { runOnly: string[]; resultTypes: string[]; preload: boolean },
  ): Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
  }>;
}

/** What axe finds at WCAG 2.2 AA, in one theme; findings without colours are reported for light only. */
export async function violations(page: Page, theme: Theme, part: Part = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  await bringAxe(page);
  await page.evaluate(markRepeated);
  return page.evaluate(
    async ({ runOnly, part }) => {
      const axe: Axe = Reflect.get(window, "axe");
      const { include, exclude = [] } = part;
      // What lies in one that is left out is so anyway, and axe asks of each whether it is.
      const repeated = "[data-again]:not([data-again] [data-again])";
      const context = { include: include ?? ["html"], exclude: [...exclude, repeated] };
      // No media plays automatically; preloading would fetch every file again.
      const options = { runOnly, resultTypes: ["violations"], preload: false };
      const found = await axe.run(context, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
      );
    },
    { runOnly: theme === "light" ? atLevelAA : aboutColours, part },
  );
}

/**
 * Runs in the page: marks siblings with the same shape as an earlier one, down to each class and state.
 * A fault of one is a fault of the other, and lists are most of a page.
 */
function markRepeated(): void {
  const telling =
    /^(class|style|role|type|tabindex|data-(state|kind)|aria-(checked|current|disabled|expanded|hidden|invalid|pressed|selected|sort))$/;
  const describe = (element: Element) => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      telling.test(name) ? `${name}=${value}` : `${name}=${value !== ""}`,
    );
    return [element.tagName, ...attributes, hasWords(element)].join();
  };
  const hasWords = (element: Element) => element.textContent?.trim() !== "";
  const shapeOf = (element: Element) => {
    const bare = element.cloneNode() as Element;
    // Of a row in a long list it says the place.
    bare.removeAttribute("style");
    const parts = [bare, ...element.querySelectorAll("*")].map(describe);
    return [hasWords(element), ...parts].join("\n");
  };
  for (const marked of document.querySelectorAll("[data-again]")) {
    marked.removeAttribute("data-again");
  }
  for (const parent of document.body.querySelectorAll("*")) {
    const alike = Map.groupBy(parent.children, (child) => child.tagName + child.className);
    for (const children of alike.values()) {
      if (children.length < 3) continue;
      const shapes = children.map(shapeOf);
      for (const [at, child] of children.entries()) {
        if (shapes.indexOf(shapes[at] ?? "") < at) child.setAttribute("data-again", "");
      }
    }
  }
}

const axeCode = Bun.file(
  Bun.resolveSync(
    "axe-core/axe.min.js",
    dirname(Bun.resolveSync("@axe-core/playwright", import.meta.dir)),
  ),
).text();

/** Once for each page that was loaded. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(await axeCode);
}

/** The overlay above a page that is checked separately. */
export const above: Part = {
  include: ["[role=menu]", "[role=listbox]", "[role$=dialog]", "[data-slot=notice]"],
};

/** Axe finds nothing in either theme, in the whole page or a part. */
export async function expectAccessible(page: Page, what = "", part?: Part): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    expect.soft(await violations(page, theme, part), `${what} ${theme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** At each width in both themes: axe finds nothing, and nothing scrolls sideways. */
export async function expectSound(page: Page, at = sizes, part?: Part): Promise<void> {
  for (const size of at) {
    await resize(page, size);
    await expectSoundAsItIs(page, `${size.width} px`, part);
  }
}

/** The same, at the page's current width. */
export async function expectSoundAsItIs(page: Page, what: string, part?: Part): Promise<void> {
  await expectAccessible(page, what, part);
  await expectNothingSideways(page, what);
}

export async function expectNothingSideways(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, `${what} scrolls sideways`).toBe(0);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll("main, main section, main aside, [role$=dialog]")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      // An element that overflows without clipping is judged by its container.
      .filter((element) => !/clip|visible/.test(getComputedStyle(element).overflowX))
      .map((element) => {
        const name = element.getAttribute("aria-label") ?? element.tagName;
        return `${name}: ${element.scrollWidth} in ${element.clientWidth}`;
      }),
  );
  expect(sideways, what).toEqual([]);
}
