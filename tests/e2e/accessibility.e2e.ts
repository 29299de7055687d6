import { expect, test } from "./fixtures.ts";
import { fillWithTheLongest, tooWide, widths } from "./longest.ts";
import { overlays } from "./overlay-screens.ts";
import { pages } from "./page-screens.ts";
import { resize } from "./screen.ts";
import { expectAccessible, violations } from "./sound.ts";

/** The sizes that axe looks at. */
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const { name, role, open, see } of pages) {
  test(`${name}: nothing is found at WCAG 2.2 AA, in light and dark, wide and narrow, and nothing scrolls sideways, however long its words`, async ({
    page,
    desk,
    signedIn,
  }) => {
    await fillWithTheLongest(desk);
    const person = role ? await signedIn(role, { firstName: "Wolfeschlegelsteinhausen" }) : null;
    await open({ page, desk, person });
    for (const width of widths) {
      const looked = [wide, narrow].find((size) => size.width === width);
      await resize(page, looked ?? { width, height: 800 });
      await expect.poll(() => tooWide(page), { message: `${width} px` }).toEqual([]);
      if (!looked) continue;
      await see?.(page);
      await expectAccessible(page, `${width} px`);
    }
  });
}

// What opens above a page may close as that gets narrower: it is opened once more.
for (const { name, role, open } of overlays) {
  test(`${name}: nothing is found at WCAG 2.2 AA, in light and dark, wide and narrow`, async ({
    page,
    desk,
    signedIn,
  }) => {
    for (const size of [wide, narrow]) {
      await resize(page, size);
      await open({ page, desk, person: role ? await signedIn(role) : null });
      await expectAccessible(page, `${size.width} px`);
    }
  });
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
