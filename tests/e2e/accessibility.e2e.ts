import { expect, type Page, test } from "./fixtures.ts";
import { fillWithTheLongest, tooWide, widths } from "./longest.ts";
import { walks } from "./page-screens.ts";
import { closeByEscape, resize, type Screen } from "./screen.ts";
import { above, expectAccessible, violations } from "./sound.ts";

/** The sizes that axe looks at. */
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const { name, role, screens } of walks) {
  test(`${name}: nothing is found at WCAG 2.2 AA, in light and dark, wide and narrow, and nothing scrolls sideways, however long its words`, async ({
    page,
    desk,
    signedIn,
  }) => {
    // Of many screens each is looked at eight times.
    test.slow();
    await fillWithTheLongest(desk);
    const person = role ? await signedIn(role, { firstName: "Wolfeschlegelsteinhausen" }) : null;
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await resize(page, wide);
        await screen.open({ page, desk, person });
        for (const width of widths) await lookAt(page, screen, width);
      });
    }
  });
}

async function lookAt(page: Page, screen: Screen, width: number): Promise<void> {
  const { name, see, above: opened = [], isBackdrop } = screen;
  const looked = [wide, narrow].find((size) => size.width === width);
  if (isBackdrop && !looked) return;
  await resize(page, looked ?? { width, height: 800 });
  if (!isBackdrop) {
    await expect.soft.poll(() => tooWide(page), { message: `${name}, ${width} px` }).toEqual([]);
  }
  if (!looked) return;
  await see?.(page);
  if (!isBackdrop) await expectAccessible(page, `${name}, ${width} px`);
  // What opens above a page may close as that gets narrower: it is opened at each width.
  for (const { name, open, isWithin, close = closeByEscape } of opened) {
    await open(page);
    await expectAccessible(page, `${name}, ${width} px`, isWithin ? undefined : above);
    await close(page);
  }
}

test("what is wrong is found", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("[data-frame]")).toHaveCount(0);
  await page.getByLabel("Email").evaluate((input) => {
    document.querySelector(`label[for="${input.id}"]`)?.remove();
    const heading = document.querySelector("h1");
    if (heading) heading.style.color = "#aaa";
    for (const [index, name] of ["a", "b"].entries()) {
      const small = document.createElement("button");
      small.textContent = name;
      small.style.cssText = `position: fixed; top: 0; left: ${index * 12}px; width: 12px; height: 12px`;
      document.querySelector("main")?.append(small);
    }
  });
  const found = (await violations(page, "light")).join("\n");
  for (const rule of ["label", "color-contrast", "target-size"]) expect(found).toContain(rule);
});
