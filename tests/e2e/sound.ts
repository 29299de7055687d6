import { dirname } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "./fixtures.ts";
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

/** What axe finds at WCAG 2.2 AA, in one theme; what colours have no part in is told of light alone. */
export async function violations(page: Page, theme: Theme, but?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  await bringAxe(page);
  const axe = new AxeBuilder({ page, axeSource: "'it is there'" })
    .options({ resultTypes: ["violations"] })
    // There are no frames, for which it would open a page of its own each time.
    .setLegacyMode();
  if (but) axe.exclude(but);
  if (theme === "light") axe.withTags(atLevelAA);
  else axe.withRules(aboutColours);
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

const axeCode = Bun.file(
  Bun.resolveSync(
    "axe-core/axe.min.js",
    dirname(Bun.resolveSync("@axe-core/playwright", import.meta.dir)),
  ),
).text();

/** Once for each page that was loaded: the builder by itself has it read anew, twice a look. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(await axeCode);
}

/** As it stands: axe finds nothing in either theme. `but`: a part that is looked at elsewhere. */
export async function expectAccessible(page: Page, what = "", but?: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    expect(await violations(page, theme, but), `${what} ${theme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** At each width in both themes: axe finds nothing, and nothing scrolls sideways. */
export async function expectSound(
  page: Page,
  at = sizes,
  open?: () => Promise<unknown>,
): Promise<void> {
  for (const size of at) {
    await resize(page, size);
    if (open) await open();
    await expectSoundAsItIs(page, `${size.width} px`);
  }
}

/** The same, of a page that has its width. */
export async function expectSoundAsItIs(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, `${what} scrolls sideways`).toBe(0);
  const sideways = await page.evaluate(() =>
    [...document.querySelectorAll("main, main section, main aside, [role$=dialog]")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      // What sticks out of a part without edges of its own is judged by whatever has them.
      .filter((element) => !/clip|visible/.test(getComputedStyle(element).overflowX))
      .map((element) => {
        const name = element.getAttribute("aria-label") ?? element.tagName;
        return `${name}: ${element.scrollWidth} in ${element.clientWidth}`;
      }),
  );
  expect(sideways, what).toEqual([]);
}
